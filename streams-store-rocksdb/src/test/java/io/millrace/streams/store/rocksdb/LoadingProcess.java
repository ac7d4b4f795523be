package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.processor.TaskId;

/**
 * A process whose tasks all load at once, each time as much as a consumer fetches of a
 * partition, and that tells how much memory it took at the most. Run by
 * {@link MemoryBoundIT}.
 */
final class LoadingProcess {

	static final int TASKS = 64;

	private static final int THREADS = 2;

	private static final int BATCH = 2000;

	private static final int VALUE_BYTES = 500;

	private final AtomicLong loaded = new AtomicLong();

	private final AtomicLong resident = new AtomicLong();

	private final AtomicLong held = new AtomicLong();

	private final long bytesToLoad;

	private LoadingProcess(long bytesToLoad) {
		this.bytesToLoad = bytesToLoad;
	}

	/**
	 * Runs it; prints the most bytes of memory it had, how many it loaded, how many
	 * native objects it left, and how many bytes of loaded changes it held at the most.
	 * @param arguments a directory, and how many bytes to load
	 */
	public static void main(String[] arguments) throws Exception {
		LoadingProcess process = new LoadingProcess(Long.parseLong(arguments[1]));
		process.run(Path.of(arguments[0]));
		System.out.println(process.resident.get() + " " + process.loaded.get() + " " + NativeHandles.open() + " "
				+ process.held.get());
	}

	private void run(Path directory) throws Exception {
		List<StateEngine> engines = new ArrayList<>();
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		RocksDbSettings settings = RocksDbSettings.defaults();
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(settings);
				RocksDbMemory memory = RocksDbMemory.acquire(settings)) {
			for (int task = 0; task < TASKS; task++) {
				TaskId id = new TaskId(0, task);
				engines.add(factory.open(id, Files.createDirectory(directory.resolve(id.toString())), Set.of("store")));
			}
			List<Future<?>> loaders = new ArrayList<>();
			for (int thread = 0; thread < THREADS; thread++) {
				List<StateEngine> own = engines.subList(thread * TASKS / THREADS, (thread + 1) * TASKS / THREADS);
				Random random = new Random(thread);
				loaders.add(threads.submit(() -> load(own, random, memory.loads())));
			}
			for (Future<?> loader : loaders) {
				loader.get();
			}
		}
		finally {
			threads.shutdownNow();
			engines.forEach(StateEngine::close);
		}
	}

	private Void load(List<StateEngine> engines, Random random, LoadBudget budget) throws IOException {
		long offset = 0;
		while (this.loaded.get() < this.bytesToLoad) {
			offset += BATCH;
			for (StateEngine engine : engines) {
				EngineBatch batch = engine.batch();
				for (int i = 0; i < BATCH; i++) {
					byte[] value = new byte[VALUE_BYTES];
					random.nextBytes(value);
					batch.put("store", ByteBuffer.allocate(Long.BYTES).putLong(random.nextLong()).array(), value);
				}
				batch.changelogOffset("store", offset);
				engine.load(batch);
				this.loaded.addAndGet((long) BATCH * (VALUE_BYTES + Long.BYTES));
				this.held.accumulateAndGet(budget.held(), Math::max);
				this.resident.accumulateAndGet(MemoryBoundProcess.residentBytes(), Math::max);
			}
		}
		engines.forEach(StateEngine::endLoad);
		return null;
	}

}
