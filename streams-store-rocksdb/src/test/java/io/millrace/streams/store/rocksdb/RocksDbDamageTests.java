package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
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
import org.rocksdb.RocksDBException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Damages one file of a database in any way, and looks that what is read from it after
 * that is either called corrupt or exactly the state after some batch: no offset whose
 * data is lost.
 */
class RocksDbDamageTests {

	private static final TaskId TASK = new TaskId(0, 0);

	private static final Set<String> STORES = Set.of("a", "b");

	private static final long SEED = Long.getLong("damage.seed", 1);

	private static final int MIN_BATCHES = 60;

	private static final int ENTRIES = 40;

	private static final RocksDbSettings SETTINGS = RocksDbSettings.defaults()
		.withMemory(8 << 20, 1 << 20)
		.withStoreWriteBufferBytes(64 << 10);

	private RocksDbStateEngineFactory factory;

	private int copies;

	private int batches;

	/** The first batch that is in the last log. */
	private int lastLogFrom;

	@TempDir
	Path directory;

	@BeforeEach
	void setUp() {
		this.factory = new RocksDbStateEngineFactory(SETTINGS);
	}

	@AfterEach
	void close() {
		this.factory.close();
	}

	@Test
	@Timeout(value = 240, threadMode = ThreadMode.SEPARATE_THREAD)
	void noDamageMakesAnOffsetClaimWhatIsLost() throws IOException {
		List<Path> files = files(copyWithSeveralLogs().resolve("rocksdb"));
		Random random = new Random(SEED);
		int number = 0;
		for (Path file : files) {
			for (Damage damage : Damage.values()) {
				for (int i = 0; i < damage.tries; i++) {
					Path copy = this.directory.resolve("copy-" + number++);
					copy(files, copy.resolve("rocksdb"));
					String done = damage.to(copy.resolve("rocksdb").resolve(file.getFileName()), random);
					try {
						int found = read(copy);
						assertThat(read(copy)).isEqualTo(found);
					}
					catch (CorruptStateException ex) {
						// It was noticed.
					}
					catch (AssertionError ex) {
						throw new AssertionError("Of " + names(files) + ", " + file.getFileName() + " " + done, ex);
					}
				}
			}
		}
	}

	@Test
	void whatFollowsALogThatIsLostIsDropped() throws IOException {
		Path copy = copyWithSeveralLogs();
		Files.delete(lastLogButOne(copy));
		assertThat(read(copy)).isPositive().isLessThan(this.lastLogFrom);
	}

	@Test
	void whatFollowsALogThatIsCutIsDropped() throws IOException {
		Path copy = copyWithSeveralLogs();
		try (FileChannel log = FileChannel.open(lastLogButOne(copy), StandardOpenOption.WRITE)) {
			log.truncate(log.size() - 1);
		}
		assertThat(read(copy)).isPositive().isLessThan(this.lastLogFrom);
	}

	@Test
	void aLastLogThatIsLostLeavesTheStateBefore() throws IOException {
		Path copy = copyWithSeveralLogs();
		List<Path> logs = logs(copy);
		Files.delete(logs.get(logs.size() - 1));
		assertThat(read(copy)).isEqualTo(this.lastLogFrom);
	}

	@Test
	void whatIsWholeIsReadWhole() throws IOException {
		Path copy = copyWithSeveralLogs();
		assertThat(read(copy)).isEqualTo(this.batches);
	}

	private static Path lastLogButOne(Path task) throws IOException {
		List<Path> logs = logs(task);
		return logs.get(logs.size() - 2);
	}

	/**
	 * Copies a database as a kill would leave it while write buffers are being flushed:
	 * with changes in files, and later ones in two logs.
	 */
	private Path copyWithSeveralLogs() throws IOException {
		Path live = this.directory.resolve("live-" + this.copies);
		Path copy = this.directory.resolve("whole-" + this.copies++);
		NativeHandles handles = new NativeHandles();
		RocksDbMemory memory = RocksDbMemory.acquire(SETTINGS);
		try {
			OpenedDatabase opened = OpenedDatabase.open(live.resolve("rocksdb"), STORES,
					new DatabaseOptions(SETTINGS, memory), handles);
			FileIngestion files = new FileIngestion(opened.database()::ingestExternalFile, live.resolve("rocksdb"),
					opened.storeFamilies());
			try (StateEngine engine = new RocksDbStateEngine(TASK, live, opened, files, memory)) {
				int batch = 0;
				while (batch < MIN_BATCHES
						|| files(live.resolve("rocksdb")).stream().noneMatch(RocksDbDamageTests::isTable)) {
					write(engine, batch++);
				}
				opened.database().pauseBackgroundWork();
				long logs = logs(live).size();
				while (logs(live).size() < logs + 1) {
					this.lastLogFrom = batch;
					write(engine, batch++);
				}
				write(engine, batch++);
				this.batches = batch;
				copy(files(live.resolve("rocksdb")), copy.resolve("rocksdb"));
				opened.database().continueBackgroundWork();
			}
		}
		catch (RocksDBException ex) {
			throw new AssertionError(ex);
		}
		return copy;
	}

	private static boolean isTable(Path file) {
		return file.toString().endsWith(".sst");
	}

	private static List<Path> logs(Path task) throws IOException {
		return files(task.resolve("rocksdb")).stream().filter((file) -> file.toString().endsWith(".log")).toList();
	}

	private static List<String> names(List<Path> files) {
		return files.stream().map((file) -> file.getFileName().toString()).toList();
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

	private enum Damage {

		DELETED(1), EMPTIED(1), CUT(5), BIT_FLIPPED(8);

		private final int tries;

		Damage(int tries) {
			this.tries = tries;
		}

		private String to(Path file, Random random) throws IOException {
			try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
				int where = random.nextInt((int) Math.max(access.length(), 1));
				switch (this) {
					case DELETED -> Files.delete(file);
					case EMPTIED -> access.setLength(0);
					case CUT -> access.setLength(where);
					case BIT_FLIPPED -> {
						access.seek(where);
						int value = Math.max(access.read(), 0);
						access.seek(where);
						access.write(value ^ (1 << random.nextInt(8)));
					}
				}
				return this + " at " + where;
			}
		}

	}

}
