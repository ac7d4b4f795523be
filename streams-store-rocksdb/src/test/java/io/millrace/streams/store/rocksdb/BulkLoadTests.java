package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.Status;
import org.rocksdb.TableProperties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What is loaded in the mass becomes files at once.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class BulkLoadTests {

	private static final TaskId TASK = new TaskId(0, 3);

	private static final Set<String> STORES = Set.of("large", "small");

	private static final RocksDbSettings SETTINGS = RocksDbSettings.defaults().withMemory(16 << 20, 4 << 20);

	@TempDir
	Path directory;

	@Test
	void muchBecomesFiles() throws IOException {
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS)) {
			int count = 0;
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				while (count < 100_000) {
					engine.load(batch(engine, count, count + 1_000, 7_919));
					count += 1_000;
				}
				engine.endLoad();
				assertThat(tables()).isNotEmpty();
				check(engine, count);
			}
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				check(engine, count);
			}
		}
	}

	/**
	 * No file is worth it.
	 */
	@Test
	void littleIsWrittenTheOrdinaryWay() throws IOException {
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS);
				StateEngine engine = factory.open(TASK, this.directory, STORES)) {
			engine.load(batch(engine, 0, 1_000, 7_919));
			engine.endLoad();
			assertThat(tables()).isEmpty();
			check(engine, 1_000);
		}
	}

	@Test
	void aFileThatIsRefusedForNowIsWrittenTheOrdinaryWay() throws IOException {
		AtomicInteger files = new AtomicInteger();
		UnaryOperator<FileIngestion.Ingestion> everySecond = (database) -> (family, taken, options) -> {
			if (files.incrementAndGet() % 2 == 0) {
				throw refusal(Status.Code.TryAgain);
			}
			database.ingest(family, taken, options);
		};
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS)) {
			try (StateEngine engine = factory.open(TASK, this.directory, STORES, everySecond)) {
				for (int i = 0; i < 100_000; i += 1_000) {
					engine.load(batch(engine, i, i + 1_000, 7_919));
				}
				engine.endLoad();
				check(engine, 100_000);
			}
			assertThat(files).hasValueGreaterThan(1);
			assertThat(this.directory.resolve("rocksdb").resolve("loading")).isEmptyDirectory();
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				check(engine, 100_000);
			}
		}
	}

	@Test
	void aFileThatIsRefusedForGoodFailsTheLoad() {
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS);
				StateEngine engine = factory.open(TASK, this.directory, STORES,
						(database) -> (family, taken, options) -> {
							throw refusal(Status.Code.InvalidArgument);
						})) {
			assertThatThrownBy(() -> {
				engine.load(batch(engine, 0, 50_000, 7_919));
				engine.endLoad();
			}).isInstanceOf(ProcessorStateException.class).hasMessageContaining("Can't load the state of task 0_3");
			assertThat(this.directory.resolve("rocksdb").resolve("loading")).isEmptyDirectory();
		}
	}

	private static RocksDBException refusal(Status.Code code) {
		return new RocksDBException("Refused", new Status(code, Status.SubCode.None, null));
	}

	@Test
	void whatIsGatheredIsReadAndWrittenOver() throws IOException {
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS);
				StateEngine engine = factory.open(TASK, this.directory, STORES)) {
			engine.load(batch(engine, 0, 20_000, 7_919));
			engine.load(batch(engine, 0, 10, 1));
			assertThat(engine.get("large", key(5, 1))).isEqualTo(value(5));
			EngineBatch later = engine.batch();
			later.delete("large", key(5, 1));
			engine.load(later);
			EngineBatch range = engine.batch();
			range.deleteRange("large", key(6, 1), key(8, 1));
			range.changelogOffset("large", 77);
			engine.load(range);
			EngineBatch written = engine.batch();
			written.put("large", key(9, 1), value(10));
			engine.write(written);
			assertThat(engine.get("large", key(5, 1))).isNull();
			assertThat(engine.get("large", key(6, 1))).isNull();
			assertThat(engine.get("large", key(7, 1))).isNull();
			assertThat(engine.get("large", key(8, 1))).isEqualTo(value(8));
			assertThat(engine.get("large", key(9, 1))).isEqualTo(value(10));
			assertThat(engine.changelogOffset("large")).hasValue(77);
			assertThat(tables()).isNotEmpty();
		}
	}

	/**
	 * A file that is replaced soon isn't worth compressing; one that may stay is.
	 */
	@Test
	void whatMayStayIsCompressed() throws Exception {
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS);
				StateEngine engine = factory.open(TASK, this.directory, STORES)) {
			for (int i = 0; i < 3; i++) {
				engine.load(batch(engine, i * 20_000, i * 20_000 + 20_000, 1));
			}
			assertThat(engine.get("large", key(59_999, 1))).isNotNull();
			assertThat(compressed()).containsExactly(true, true, true);
			for (int i = 0; i < 3; i++) {
				engine.load(batch(engine, i, i + 20_000, 1));
			}
			assertThat(engine.get("large", key(59_999, 1))).isNotNull();
			assertThat(compressed()).contains(false);
		}
	}

	@Test
	void whatAKilledProcessLeftIsRemoved() throws IOException {
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(SETTINGS)) {
			factory.open(TASK, this.directory, STORES).close();
			Path left = Files.createDirectories(this.directory.resolve("rocksdb").resolve("loading")).resolve("1.sst");
			Files.write(left, new byte[100]);
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				assertThat(left).doesNotExist();
				engine.load(batch(engine, 0, 20_000, 7_919));
				check(engine, 20_000);
				assertThat(tables()).isNotEmpty();
				assertThat(left).doesNotExist();
			}
		}
	}

	private static EngineBatch batch(StateEngine engine, int from, int to, int factor) {
		EngineBatch batch = engine.batch();
		for (int i = from; i < to; i++) {
			batch.put("large", key(i, factor), value(i));
		}
		batch.put("small", key(0, 1), value(to));
		batch.changelogOffset("large", to);
		return batch;
	}

	private static void check(StateEngine engine, int count) {
		assertThat(engine.changelogOffset("large")).hasValue(count);
		assertThat(engine.get("small", key(0, 1))).isEqualTo(value(count));
		int found = 0;
		try (EngineCursor cursor = engine.scan("large", null, null, false)) {
			while (cursor.next()) {
				found++;
			}
		}
		assertThat(found).isEqualTo(count);
		for (int i = 0; i < count; i += 97) {
			assertThat(engine.get("large", key(i, 7_919))).isEqualTo(value(i));
		}
	}

	private List<Path> tables() throws IOException {
		try (Stream<Path> files = Files.list(this.directory.resolve("rocksdb"))) {
			return files.filter((file) -> file.toString().endsWith(".sst")).toList();
		}
	}

	private List<Boolean> compressed() throws IOException, RocksDBException {
		List<Boolean> found = new ArrayList<>();
		for (Path table : tables()) {
			try (Options options = new Options(); SstFileReader reader = new SstFileReader(options)) {
				reader.open(table.toString());
				TableProperties properties = reader.getTableProperties();
				found.add(properties.getDataSize() < (properties.getRawKeySize() + properties.getRawValueSize()) / 2);
			}
		}
		return found;
	}

	/**
	 * Distinct for distinct numbers below 100,003, in an order that the factor decides.
	 */
	private static byte[] key(int number, int factor) {
		return String.format("%06d", (int) ((long) number * factor % 100_003)).getBytes(StandardCharsets.US_ASCII);
	}

	private static byte[] value(int number) {
		return ("value " + number + " ").repeat(5).getBytes(StandardCharsets.US_ASCII);
	}

}
