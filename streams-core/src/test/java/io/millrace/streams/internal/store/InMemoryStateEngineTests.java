package io.millrace.streams.internal.store;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class InMemoryStateEngineTests {

	private static final byte[] KEY = { 1 };

	private final StateEngine engine = new InMemoryStateEngineFactory().open(new TaskId(0, 1), Path.of("none"),
			Set.of("a", "b"));

	@Test
	void startsEmpty() {
		assertThat(this.engine.get("a", KEY)).isNull();
		assertThat(this.engine.approximateEntries("a")).isZero();
		assertThat(this.engine.changelogOffset("a")).isEmpty();
		assertThat(this.engine.persistent()).isFalse();
	}

	@Test
	void batchShowsUpAsAWholeWhenItIsWritten() {
		EngineBatch batch = this.engine.batch();
		batch.put("a", KEY, new byte[] { 2 });
		batch.put("b", KEY, new byte[] { 3 });
		batch.changelogOffset("a", 7);
		assertThat(this.engine.get("a", KEY)).isNull();
		assertThat(this.engine.changelogOffset("a")).isEmpty();
		this.engine.write(batch);
		assertThat(this.engine.get("a", KEY)).containsExactly(2);
		assertThat(this.engine.get("b", KEY)).containsExactly(3);
		assertThat(this.engine.changelogOffset("a")).hasValue(7);
		assertThat(this.engine.changelogOffset("b")).isEmpty();
	}

	@Test
	void lastChangeOfAKeyInABatchWins() {
		EngineBatch batch = this.engine.batch();
		batch.put("a", KEY, new byte[] { 2 });
		batch.delete("a", KEY);
		batch.delete("b", KEY);
		batch.put("b", KEY, new byte[] { 3 });
		this.engine.write(batch);
		assertThat(this.engine.get("a", KEY)).isNull();
		assertThat(this.engine.get("b", KEY)).containsExactly(3);
	}

	@Test
	void batchStartedBeforeAnotherWasWrittenLosesNothing() {
		EngineBatch first = this.engine.batch();
		EngineBatch second = this.engine.batch();
		second.put("a", KEY, new byte[] { 2 });
		this.engine.write(second);
		first.put("a", new byte[] { 9 }, new byte[] { 9 });
		this.engine.write(first);
		assertThat(this.engine.approximateEntries("a")).isEqualTo(2);
	}

	@Test
	void cursorIsASnapshot() {
		put(KEY, 1);
		EngineCursor cursor = this.engine.scan("a", null, null, false);
		put(KEY, 2);
		put(new byte[] { 2 }, 2);
		this.engine.clear("a");
		assertThat(cursor.next()).isTrue();
		assertThat(cursor.value()).containsExactly(1);
		assertThat(cursor.next()).isFalse();
	}

	@Test
	void clearDropsContentAndOffsetOfOneStore() {
		EngineBatch batch = this.engine.batch();
		batch.put("a", KEY, KEY);
		batch.put("b", KEY, KEY);
		batch.changelogOffset("a", 1);
		batch.changelogOffset("b", 2);
		this.engine.write(batch);
		this.engine.clear("a");
		assertThat(this.engine.get("a", KEY)).isNull();
		assertThat(this.engine.changelogOffset("a")).isEmpty();
		assertThat(this.engine.get("b", KEY)).isNotNull();
		assertThat(this.engine.changelogOffset("b")).hasValue(2);
	}

	@Test
	void unknownStoreIsNamed() {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> this.engine.get("c", KEY))
			.withMessage("Task 0_1 has no store c.");
	}

	@Test
	void closedEngineRefusesReads() {
		this.engine.close();
		this.engine.close();
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> this.engine.get("a", KEY))
			.withMessageContaining("0_1");
	}

	@Test
	void readersSeeWholeBatchesWhileAnotherThreadWrites() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			AtomicBoolean done = new AtomicBoolean();
			CountDownLatch reading = new CountDownLatch(1);
			Future<Integer> reader = threads.submit(() -> {
				int scans = 0;
				while (!done.get()) {
					EngineCursor cursor = this.engine.scan("a", null, null, (scans & 1) == 1);
					int count = 0;
					byte[] first = null;
					while (cursor.next()) {
						first = (first != null) ? first : cursor.value();
						assertThat(cursor.value()).isEqualTo(first);
						count++;
					}
					assertThat(count).isIn(0, 500);
					scans++;
					reading.countDown();
				}
				return scans;
			});
			assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
			for (int version = 0; version < 300; version++) {
				EngineBatch batch = this.engine.batch();
				for (int i = 0; i < 500; i++) {
					batch.put("a", PersistentTreeTests.number(i), PersistentTreeTests.number(version));
				}
				this.engine.write(batch);
			}
			done.set(true);
			assertThat(reader.get(10, TimeUnit.SECONDS)).isPositive();
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void put(byte[] key, int value) {
		EngineBatch batch = this.engine.batch();
		batch.put("a", key, new byte[] { (byte) value });
		this.engine.write(batch);
	}

}
