package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Damages one file of a database in any way, and looks that what is read from it after
 * that is either called corrupt or exactly the state after some batch: no offset whose
 * data is lost.
 */
class RocksDbDamageTests {

	private static final TaskId TASK = new TaskId(0, 0);

	private static final Set<String> STORES = Set.of("a", "b");

	private static final int MIN_BATCHES = 60;

	private static final int ENTRIES = 40;

	private RocksDbStateEngineFactory factory;

	@TempDir
	Path directory;

	@BeforeEach
	void setUp() {
		this.factory = new RocksDbStateEngineFactory(
				RocksDbSettings.defaults().withMemory(8 << 20, 1 << 20).withStoreWriteBufferBytes(64 << 10));
	}

	@AfterEach
	void close() {
		this.factory.close();
	}

	@Test
	@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
	void noDamageMakesAnOffsetClaimWhatIsLost() throws IOException {
		List<Path> files = files(copyWithSeveralLogs().resolve("rocksdb"));
		int corrupt = 0;
		for (long seed = 0; seed < 120; seed++) {
			Path copy = this.directory.resolve("copy-" + seed);
			copy(files, copy.resolve("rocksdb"));
			Random random = new Random(seed);
			Path damaged = files.get(random.nextInt(files.size())).getFileName();
			String damage = damage(copy.resolve("rocksdb").resolve(damaged), random);
			try {
				read(copy);
			}
			catch (CorruptStateException ex) {
				corrupt++;
			}
			catch (AssertionError ex) {
				throw new AssertionError(damaged + " " + damage, ex);
			}
		}
		assertThat(corrupt).isPositive();
	}

	/**
	 * Copies a database while a write buffer is being flushed, as a kill would leave it.
	 */
	private Path copyWithSeveralLogs() throws IOException {
		Path live = this.directory.resolve("live");
		try (StateEngine engine = open(live)) {
			for (int batch = 0; batch < 2_000; batch++) {
				write(engine, batch);
				if (batch > MIN_BATCHES && logs(live) > 1) {
					Path copy = this.directory.resolve("whole-" + batch);
					Path tried = this.directory.resolve("tried-" + batch);
					if (copied(live, copy) && logs(copy) > 1 && copied(copy, tried) && read(tried) == batch + 1) {
						return copy;
					}
				}
			}
		}
		throw new AssertionError("There never were two logs at once.");
	}

	private static boolean copied(Path from, Path to) {
		try {
			copy(files(from.resolve("rocksdb")), to.resolve("rocksdb"));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static long logs(Path task) throws IOException {
		return files(task.resolve("rocksdb")).stream().filter((file) -> file.toString().endsWith(".log")).count();
	}

	private static String damage(Path file, Random random) throws IOException {
		try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
			int where = random.nextInt((int) Math.max(access.length(), 1));
			switch (random.nextInt(4)) {
				case 0 -> {
					Files.delete(file);
					return "deleted";
				}
				case 1 -> {
					access.setLength(0);
					return "emptied";
				}
				case 2 -> {
					access.setLength(where);
					return "cut at " + where;
				}
				default -> {
					access.seek(where);
					int value = Math.max(access.read(), 0);
					access.seek(where);
					access.write(value ^ (1 << random.nextInt(8)));
					return "bit flipped at " + where;
				}
			}
		}
	}

	/**
	 * Opens a database and checks its content.
	 * @return after how many batches it is
	 */
	private int read(Path task) {
		try (StateEngine engine = open(task)) {
			int batches = (int) engine.changelogOffset("a").orElse(0);
			assertThat(engine.changelogOffset("b").orElse(0)).isEqualTo(batches);
			for (String store : STORES) {
				Map<Integer, Integer> found = new TreeMap<>();
				try (EngineCursor cursor = engine.scan(store, null, null, false)) {
					while (cursor.next()) {
						found.put(ByteBuffer.wrap(cursor.key()).getInt(), ByteBuffer.wrap(cursor.value()).getInt());
					}
				}
				Map<Integer, Integer> expected = new TreeMap<>();
				for (int batch = 0; batch < batches; batch++) {
					for (int i = 0; i < ENTRIES; i++) {
						expected.put(key(batch, i), batch);
					}
				}
				assertThat(found).isEqualTo(expected);
			}
			return batches;
		}
	}

	private StateEngine open(Path task) {
		return this.factory.open(TASK, task, STORES);
	}

	private static void write(StateEngine engine, int batch) {
		EngineBatch changes = engine.batch();
		for (String store : STORES) {
			for (int i = 0; i < ENTRIES; i++) {
				changes.put(store, ByteBuffer.allocate(4).putInt(key(batch, i)).array(),
						ByteBuffer.allocate(100).putInt(batch).array());
			}
			changes.changelogOffset(store, batch + 1);
		}
		engine.write(changes);
	}

	private static int key(int batch, int entry) {
		return (batch * 7919 + entry * 104729) % 2000;
	}

	private static void copy(List<Path> files, Path target) throws IOException {
		Files.createDirectories(target);
		for (Path file : files) {
			Files.copy(file, target.resolve(file.getFileName()));
		}
	}

	private static List<Path> files(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.filter((file) -> file.getFileName().toString().matches("CURRENT|MANIFEST.*|.*\\.(log|sst)"))
				.sorted(Comparator.comparing(Path::getFileName))
				.toList();
		}
	}

}
