package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many tasks that load at once, each of which may gather little.
 */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class ManyLoadsTests {

	private static final int TASKS = 64;

	private static final int KEYS = 5_000;

	private static final int BATCH = 100;

	private static final int VALUE_BYTES = 100;

	/** How many batches all load, and how many more the first ones. */
	private static final int BATCHES = 10;

	private static final int MORE_BATCHES = 590;

	private static final int LARGE_TASKS = 2;

	/** So little that each gathers 8 KiB, which a batch is more than. */
	private static final RocksDbSettings SETTINGS = RocksDbSettings.defaults().withMemory(8 << 20, 2 << 20);

	/** Four times as many as those at which compactions begin: where loading stops. */
	private static final int MOST_FILES = 4 * 128;

	private final long seed = System.nanoTime();

	@TempDir
	Path directory;

	@Test
	void becomeFilesOfWhichThereAreNotTooMany() throws IOException {
		System.out.println("Seed of the loaded content: " + this.seed);
		List<StateEngine> engines = new ArrayList<>();
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS)) {
			for (int task = 0; task < TASKS; task++) {
				engines.add(factory.open(new TaskId(0, task), path(task), Set.of("store")));
			}
			int most = load(engines);
			System.out.println(most + " files at the most in one of " + TASKS + " tasks");
			assertThat(most).isBetween(BATCHES, MOST_FILES);
			for (int task = 0; task < TASKS; task++) {
				assertThat(path(task).resolve("rocksdb").resolve("loading")).isDirectory();
				check(engines.get(task), task);
			}
		}
		finally {
			engines.forEach(StateEngine::close);
		}
	}

	private int load(List<StateEngine> engines) throws IOException {
		int most = 0;
		for (int i = 0; i < BATCHES + MORE_BATCHES; i++) {
			int tasks = (i < BATCHES) ? TASKS : LARGE_TASKS;
			for (int task = 0; task < tasks; task++) {
				engines.get(task).load(batch(engines.get(task), task, i * BATCH));
			}
			most = Math.max(most, mostFiles(LARGE_TASKS));
		}
		engines.forEach(StateEngine::endLoad);
		return Math.max(most, mostFiles(TASKS));
	}

	private EngineBatch batch(StateEngine engine, int task, int from) {
		EngineBatch batch = engine.batch();
		for (int i = from; i < from + BATCH; i++) {
			if (deleted(i)) {
				batch.delete("store", key(i));
			}
			else {
				batch.put("store", key(i), value(task, i));
			}
		}
		batch.changelogOffset("store", from + BATCH);
		return batch;
	}

	private void check(StateEngine engine, int task) {
		int changes = BATCH * ((task < LARGE_TASKS) ? BATCHES + MORE_BATCHES : BATCHES);
		assertThat(engine.changelogOffset("store")).hasValue(changes);
		int expected = 0;
		for (int i = Math.max(0, changes - KEYS); i < changes; i++) {
			assertThat(engine.get("store", key(i))).isEqualTo(deleted(i) ? null : value(task, i));
			expected += deleted(i) ? 0 : 1;
		}
		int found = 0;
		try (EngineCursor cursor = engine.scan("store", null, null, false)) {
			while (cursor.next()) {
				found++;
			}
		}
		assertThat(found).isEqualTo(expected);
	}

	private int mostFiles(int tasks) throws IOException {
		int most = 0;
		for (int task = 0; task < tasks; task++) {
			try (Stream<Path> files = Files.list(path(task).resolve("rocksdb"))) {
				most = Math.max(most, (int) files.filter((file) -> file.toString().endsWith(".sst")).count());
			}
		}
		return most;
	}

	private Path path(int task) {
		return this.directory.resolve("task-" + task);
	}

	private static boolean deleted(int number) {
		return number % 7 == 0;
	}

	/** All over the range, so that each file overlaps the others. */
	private static byte[] key(int number) {
		return ByteBuffer.allocate(Integer.BYTES).putInt(Integer.reverse(number % KEYS)).array();
	}

	private byte[] value(int task, int number) {
		byte[] value = new byte[VALUE_BYTES];
		new Random(this.seed + 1_000_003L * task + number).nextBytes(value);
		return value;
	}

}
