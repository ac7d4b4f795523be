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
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.processor.TaskId;

/**
 * A process with sixteen tasks on disk that writes, reads and scans, and tells how much
 * memory it took at the most. Run by {@link MemoryBoundIT}.
 */
final class MemoryBoundProcess {

	private static final int TASKS = 16;

	private static final int THREADS = 2;

	private static final int KEYS_PER_STORE = 100_000;

	private static final int BATCH = 1000;

	private static final int VALUE_BYTES = 500;

	private static final Set<String> STORES = Set.of("a", "b");

	private static final Path STATUS = Path.of("/proc/self/status");

	private final AtomicLong written = new AtomicLong();

	private final AtomicLong highest = new AtomicLong();

	private final long bytesToWrite;

	private MemoryBoundProcess(long bytesToWrite) {
		this.bytesToWrite = bytesToWrite;
	}

	/**
	 * Runs it; prints the most bytes of memory it had, and how many it wrote.
	 * @param arguments a directory, and how many bytes to write
	 */
	public static void main(String[] arguments) throws Exception {
		MemoryBoundProcess process = new MemoryBoundProcess(Long.parseLong(arguments[1]));
		process.run(Path.of(arguments[0]));
		System.out.println(process.highest.get() + " " + process.written.get() + " " + NativeHandles.open());
	}

	private void run(Path directory) throws Exception {
		List<StateEngine> engines = new ArrayList<>();
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(RocksDbSettings.defaults())) {
			for (int task = 0; task < TASKS; task++) {
				TaskId id = new TaskId(0, task);
				engines.add(factory.open(id, Files.createDirectory(directory.resolve(id.toString())), STORES));
			}
			List<Future<?>> writers = new ArrayList<>();
			for (int thread = 0; thread < THREADS; thread++) {
				List<StateEngine> own = engines.subList(thread * TASKS / THREADS, (thread + 1) * TASKS / THREADS);
				Random random = new Random(thread);
				writers.add(threads.submit(() -> write(own, random)));
			}
			for (Future<?> writer : writers) {
				writer.get();
			}
		}
		finally {
			threads.shutdownNow();
			engines.forEach(StateEngine::close);
		}
	}

	private Void write(List<StateEngine> engines, Random random) throws IOException {
		long offset = 0;
		while (this.written.get() < this.bytesToWrite) {
			StateEngine engine = engines.get(random.nextInt(engines.size()));
			String store = random.nextBoolean() ? "a" : "b";
			EngineBatch batch = engine.batch();
			for (int i = 0; i < BATCH; i++) {
				byte[] key = key(random);
				// What a count or an aggregate does: read, then write.
				engine.get(store, key);
				byte[] value = new byte[VALUE_BYTES];
				random.nextBytes(value);
				batch.put(store, key, value);
			}
			batch.changelogOffset(store, offset++);
			engine.write(batch);
			if (random.nextInt(50) == 0) {
				scan(engine, store, key(random));
			}
			this.written.addAndGet((long) BATCH * (VALUE_BYTES + Integer.BYTES));
			this.highest.accumulateAndGet(residentBytes(), Math::max);
		}
		return null;
	}

	private static void scan(StateEngine engine, String store, byte[] from) {
		try (EngineCursor cursor = engine.scan(store, from, null, false)) {
			int left = 1000;
			while (left-- > 0 && cursor.next()) {
				cursor.value();
			}
		}
	}

	private static byte[] key(Random random) {
		return ByteBuffer.allocate(Integer.BYTES).putInt(random.nextInt(KEYS_PER_STORE)).array();
	}

	static long residentBytes() throws IOException {
		for (String line : Files.readAllLines(STATUS)) {
			if (line.startsWith("VmRSS:")) {
				return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
			}
		}
		throw new IOException("There is no VmRSS in " + STATUS);
	}

}
