package io.millrace.streams.store.rocksdb;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * All tasks that load at once stay within one budget.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class LoadBudgetTests {

	private static final TaskId TASK = new TaskId(0, 3);

	private static final int TASKS = 64;

	private static final long BYTES = 4 << 20;

	/** What one task gathers before it writes, while it's the only one. */
	private static final long SHARE = 1 << 20;

	private final LoadBudget budget = new LoadBudget(BYTES);

	private final List<BulkLoad> loads = new ArrayList<>();

	/** Those that were added, until they are written. */
	private final Set<RocksDbEngineBatch> held = Collections
		.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

	private final CountDownLatch disk = new CountDownLatch(1);

	@TempDir
	Path directory;

	private RocksDbStateEngineFactory factory;

	private RocksDbStateEngine engine;

	@BeforeEach
	void openAnEngine() {
		this.factory = new RocksDbStateEngineFactory(RocksDbSettings.defaults());
		this.engine = (RocksDbStateEngine) this.factory.open(TASK, this.directory, Set.of("store"));
	}

	@AfterEach
	void closeTheEngine() {
		this.disk.countDown();
		this.loads.forEach(BulkLoad::close);
		this.engine.close();
		this.factory.close();
	}

	@Test
	void allThatLoadShareIt() {
		for (int i = 1; i <= 4; i++) {
			BulkLoad load = load(this::write);
			add(load, 1);
			add(load, 1);
			assertThat(this.budget.share()).isEqualTo(SHARE / i);
		}
		this.loads.forEach(BulkLoad::finish);
		this.loads.forEach(BulkLoad::close);
		this.loads.forEach(BulkLoad::close);
		assertThat(this.budget.share()).isEqualTo(SHARE);
		assertThat(this.budget.held()).isZero();
	}

	/**
	 * Each batch is larger than a share, and the disk doesn't keep up.
	 */
	@Test
	void whoeverAddsWaitsWhenItIsUsedUp() {
		holdsWhatIsAllowed(() -> {
			for (int i = 0; i < 2 * TASKS; i++) {
				add(this.loads.get(i % TASKS), 128 << 10);
			}
		});
	}

	/**
	 * The first ones gather much while they are alone.
	 */
	@Test
	void whatWasGatheredBeforeOthersBeganCounts() {
		holdsWhatIsAllowed(() -> {
			for (BulkLoad load : this.loads) {
				long gathered = 0;
				do {
					add(load, 4 << 10);
					gathered += 5 << 10;
				}
				while (gathered < this.budget.share());
			}
		});
	}

	private void holdsWhatIsAllowed(Runnable adding) {
		for (int i = 0; i < TASKS; i++) {
			load(this::writeSlowly);
		}
		Thread thread = new Thread(adding, "adding");
		thread.start();
		await().atMost(Duration.ofSeconds(30)).until(() -> thread.getState() == Thread.State.WAITING);
		long bytes = this.held.stream().mapToLong(RocksDbEngineBatch::capacity).sum();
		assertThat(bytes).isBetween(BYTES / 2, BYTES);
		this.disk.countDown();
		await().atMost(Duration.ofSeconds(30)).until(() -> !thread.isAlive());
		this.loads.forEach(BulkLoad::finish);
		assertThat(this.held).isEmpty();
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void whatCouldNotBeWrittenIsLetGo() {
		BulkLoad load = load((batch, fileBytes) -> {
			throw new ProcessorStateException("no");
		});
		add(load, (int) SHARE);
		assertThatThrownBy(() -> {
			add(load, (int) SHARE);
			load.finish();
		}).hasMessage("no");
		assertThat(this.budget.held()).isZero();
	}

	private BulkLoad load(BulkLoad.Writer writer) {
		BulkLoad load = new BulkLoad(new BackgroundLoad(TASK), this.budget, Long.MAX_VALUE, writer);
		this.loads.add(load);
		return load;
	}

	private void write(RocksDbEngineBatch batch, long fileBytes) {
		this.held.remove(batch);
	}

	private void writeSlowly(RocksDbEngineBatch batch, long fileBytes) {
		try {
			this.disk.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.held.remove(batch);
	}

	/**
	 * Adds a batch.
	 * @return whether it was put to what was gathered before
	 */
	private boolean add(BulkLoad load, int bytes) {
		RocksDbEngineBatch batch = new RocksDbEngineBatch(this.engine, 0);
		batch.put("store", ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array(), new byte[bytes]);
		this.held.add(batch);
		RocksDbEngineBatch free = load.add(batch);
		this.held.remove(free);
		return free != null;
	}

}
