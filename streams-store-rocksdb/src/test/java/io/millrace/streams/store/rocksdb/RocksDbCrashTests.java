package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.processor.TaskId;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Kills a process that writes and loads, and looks what it left behind: always the state
 * after some batch, with the offsets of that batch, and no batch missing that was
 * written. Of batches that were loaded after that one there may be changes already, but
 * the state is right again when they are loaded once more.
 */
class RocksDbCrashTests {

	private static final TaskId TASK = new TaskId(0, 0);

	private static final Set<String> STORES = Set.of("a", "b");

	@TempDir
	Path directory;

	@ParameterizedTest
	@ValueSource(longs = { 1, 2 })
	void aKilledWriterLeavesTheStateAfterABatch(long seed) throws Exception {
		Random random = new Random(seed);
		int previous = 0;
		for (int round = 0; round < 2; round++) {
			int reported = writeAndKill(seed, previous, previous + 20 + random.nextInt(200));
			previous = checkContent(seed, reported);
		}
	}

	private int writeAndKill(long seed, int from, int killAt) throws IOException, InterruptedException {
		Path reports = Files.createTempFile(this.directory, "reports", "");
		Process writer = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx64m", "-XX:TieredStopAtLevel=1",
				// Nothing but reports may be written to the output.
				"-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener", "-cp",
				System.getProperty("java.class.path"), Writer.class.getName(), this.directory.toString(),
				Long.toString(seed), Integer.toString(from))
			.redirectOutput(reports.toFile())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try {
			Awaitility.await()
				.pollInterval(Duration.ofMillis(1))
				.failFast("the writer died", () -> !writer.isAlive())
				.until(() -> Files.size(reports) >= (killAt - from) * Integer.BYTES);
		}
		finally {
			writer.destroyForcibly().waitFor();
		}
		ByteBuffer reported = ByteBuffer.wrap(Files.readAllBytes(reports));
		return reported.getInt(reported.limit() / Integer.BYTES * Integer.BYTES - Integer.BYTES);
	}

	private int checkContent(long seed, int reported) {
		try (RocksDbStateEngineFactory factory = factory();
				StateEngine engine = factory.open(TASK, this.directory, STORES)) {
			int batches = (int) engine.changelogOffset("a").orElseThrow();
			assertThat(engine.changelogOffset("b")).hasValue(batches);
			assertThat(batches).isGreaterThanOrEqualTo(reported);
			int end = (batches + Writer.LOADS) / Writer.LOADS * Writer.LOADS;
			for (int number = batches; number < end; number++) {
				engine.load(Writer.batch(engine, seed, number));
			}
			engine.endLoad();
			for (String store : STORES) {
				Map<ByteBuffer, ByteBuffer> expected = new HashMap<>();
				for (int batch = 0; batch < end; batch++) {
					changes(seed, store, batch, expected);
				}
				Map<ByteBuffer, ByteBuffer> found = new HashMap<>();
				try (EngineCursor cursor = engine.scan(store, null, null, false)) {
					while (cursor.next()) {
						found.put(ByteBuffer.wrap(cursor.key()), ByteBuffer.wrap(cursor.value()));
					}
				}
				assertThat(found).as("store %s after %s batches, %s of them loaded again", store, end, end - batches)
					.isEqualTo(expected);
			}
			return end;
		}
	}

	private static void changes(long seed, String store, int batch, Map<ByteBuffer, ByteBuffer> content) {
		Random random = new Random(31 * (31 * seed + batch) + store.hashCode());
		for (int i = 0; i < 100; i++) {
			ByteBuffer key = ByteBuffer.allocate(4).putInt(0, random.nextInt(5_000));
			byte[] value = new byte[random.nextInt(100)];
			random.nextBytes(value);
			content.remove(key);
			content.put(key, ByteBuffer.wrap(value));
		}
	}

	private static RocksDbStateEngineFactory factory() {
		return new RocksDbStateEngineFactory(
				RocksDbSettings.defaults().withMemory(8 << 20, 128 << 10).withStoreWriteBufferBytes(64 << 10));
	}

	/**
	 * The process that is killed. Says after each batch that it is written.
	 */
	public static final class Writer {

		/** Most batches are loaded: what follows a write makes them durable. */
		private static final int LOADS = 12;

		private Writer() {
		}

		public static void main(String[] arguments) throws IOException {
			Path directory = Files.createDirectories(Path.of(arguments[0]));
			long seed = Long.parseLong(arguments[1]);
			try (StateEngine engine = factory().open(TASK, directory, STORES)) {
				for (int number = Integer.parseInt(arguments[2]); number < 100_000; number++) {
					EngineBatch batch = batch(engine, seed, number);
					boolean durable = number / LOADS % 2 == 0;
					if (durable) {
						engine.write(batch);
					}
					else {
						engine.load(batch);
					}
					report(durable ? number + 1 : number / LOADS * LOADS);
				}
			}
		}

		private static EngineBatch batch(StateEngine engine, long seed, int number) {
			EngineBatch batch = engine.batch();
			for (String store : STORES) {
				Map<ByteBuffer, ByteBuffer> content = new HashMap<>();
				changes(seed, store, number, content);
				content.forEach((key, value) -> batch.put(store, key.array(), value.array()));
				batch.changelogOffset(store, number + 1);
			}
			return batch;
		}

		/**
		 * Says up to which batch all will be found again.
		 */
		private static void report(int durable) {
			byte[] report = ByteBuffer.allocate(Integer.BYTES).putInt(durable).array();
			System.out.write(report, 0, report.length);
			System.out.flush();
		}

	}

}
