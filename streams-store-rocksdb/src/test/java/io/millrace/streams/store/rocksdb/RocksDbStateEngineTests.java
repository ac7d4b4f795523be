package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.LockException;
import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.TaskDirectory;
import io.millrace.streams.internal.store.TaskDirectoryMetadata;
import io.millrace.streams.internal.store.TaskDirectoryMetadata.StoreIdentity;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RocksDbStateEngineTests {

	private static final TaskId TASK = new TaskId(2, 1);

	private static final Set<String> STORES = Set.of("counts", "other");

	private static final StoreIdentity STORE = new StoreIdentity("key-value", "LongSerde", "LongSerde", true, "");

	private static final TaskDirectoryMetadata METADATA = new TaskDirectoryMetadata(
			Map.of("counts", STORE, "other", STORE), Set.of(), TopicIdentities.UNKNOWN);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@TempDir
	Path directory;

	@BeforeEach
	void listenToTheLog() {
		this.log.start();
		((Logger) LoggerFactory.getLogger("io.millrace")).addAppender(this.log);
	}

	@AfterEach
	void nothingNativeIsLeft() {
		((Logger) LoggerFactory.getLogger("io.millrace")).detachAppender(this.log);
		assertThat(NativeHandles.open()).as("open native handles").isZero();
	}

	@Test
	void memoryIsSharedAndFreedByTheLastOne() {
		RocksDbStateEngineFactory first = factory();
		RocksDbStateEngineFactory second = new RocksDbStateEngineFactory(
				RocksDbSettings.defaults().withMemory(2 << 20, 1 << 20));
		assertThat(this.log.list).hasSize(1)
			.allMatch((event) -> event.getLevel() == Level.WARN)
			.allMatch((event) -> event.getFormattedMessage().contains("8388608"));
		long shared = NativeHandles.open();
		StateEngine engine = second.open(TASK, this.directory, STORES);
		first.close();
		first.close();
		second.close();
		assertThat(NativeHandles.open()).isGreaterThan(shared);
		engine.write(fill(engine, 10));
		assertThat(engine.get("counts", key(3))).isEqualTo(value(3));
		engine.close();
		assertThatThrownBy(() -> first.open(TASK, this.directory, STORES)).isInstanceOf(IllegalStateException.class);
	}

	/**
	 * RocksDB writes a file with its options whenever they change.
	 */
	@Test
	void compactionsArePutOffWhileMuchIsLoaded() throws IOException {
		try (RocksDbStateEngineFactory factory = factory();
				StateEngine engine = factory.open(TASK, this.directory, STORES)) {
			assertThat(filesBeforeCompaction()).containsOnly("4");
			for (int i = 0; i < 20; i++) {
				engine.load(fill(engine, 2_000));
			}
			assertThat(engine.get("other", key(1_999))).isEqualTo(value(1_999));
			assertThat(filesBeforeCompaction()).contains("128");
			engine.endLoad();
			assertThat(filesBeforeCompaction()).containsOnly("4");
		}
	}

	private List<String> filesBeforeCompaction() throws IOException {
		try (Stream<Path> files = Files.list(this.directory.resolve("rocksdb"))) {
			Path latest = files.filter((file) -> file.getFileName().toString().startsWith("OPTIONS-"))
				.filter((file) -> !file.toString().endsWith(".dbtmp"))
				.max(Comparator.comparing(Path::toString))
				.orElseThrow();
			return Files.readAllLines(latest)
				.stream()
				.map(String::trim)
				.filter((line) -> line.startsWith("level0_file_num_compaction_trigger="))
				.map((line) -> line.substring(line.indexOf('=') + 1))
				.toList();
		}
	}

	@Test
	void whatIsLoadedOutlivesAnOrderlyEnd() {
		try (RocksDbStateEngineFactory factory = factory()) {
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				for (int i = 1; i <= 20; i++) {
					engine.load(fill(engine, 100 * i));
				}
			}
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				assertThat(engine.changelogOffset("counts")).hasValue(2_000);
				assertThat(engine.get("other", key(1_999))).isEqualTo(value(1_999));
			}
		}
	}

	@Test
	void cursorsLeftOpenAreClosedAndReported() {
		EngineCursor left;
		try (RocksDbStateEngineFactory factory = factory();
				StateEngine engine = factory.open(TASK, this.directory, STORES)) {
			engine.write(fill(engine, 10));
			long before = NativeHandles.open();
			try (EngineCursor closed = engine.scan("other", key(1), key(5), true)) {
				assertThat(closed.next()).isTrue();
			}
			assertThat(NativeHandles.open()).isEqualTo(before);
			left = engine.scan("counts", key(2), null, false);
			left.next();
			engine.scan("counts", null, null, false);
		}
		assertThat(this.log.list).singleElement().satisfies((event) -> {
			assertThat(event.getLevel()).isEqualTo(Level.WARN);
			assertThat(event.getFormattedMessage()).contains("2 iterators of the store counts").contains("2_1");
		});
		// Whoever was in the middle of reading keeps the entry, and is told at the next
		// step.
		assertThat(left.key()).isEqualTo(key(2));
		assertThatThrownBy(left::next).isInstanceOf(InvalidStateStoreException.class);
		left.close();
	}

	@Test
	void aFailingCustomizerLeavesNothingBehind() {
		RocksDbSettings settings = RocksDbSettings.defaults().withCustomizer((store, options) -> {
			if (store.equals("other")) {
				throw new IllegalStateException("no");
			}
			options.setMaxWriteBufferNumber(2);
		});
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(settings)) {
			long before = NativeHandles.open();
			assertThatThrownBy(() -> factory.open(TASK, this.directory, STORES)).hasMessage("no");
			assertThat(NativeHandles.open()).isEqualTo(before);
		}
	}

	@Test
	void aDatabaseIsOpenedOnce() {
		try (RocksDbStateEngineFactory factory = factory();
				StateEngine engine = factory.open(TASK, this.directory, STORES)) {
			long before = NativeHandles.open();
			assertThatThrownBy(() -> factory.open(TASK, this.directory, STORES)).isInstanceOf(LockException.class)
				.hasMessageContaining(this.directory.toString());
			assertThat(NativeHandles.open()).isEqualTo(before);
			engine.write(fill(engine, 1));
		}
	}

	@Test
	void storesOfAnotherTopologyStayUntouched() {
		try (RocksDbStateEngineFactory factory = factory()) {
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				engine.write(fill(engine, 10));
			}
			try (StateEngine engine = factory.open(TASK, this.directory, Set.of("new", "other"))) {
				assertThat(engine.changelogOffset("new")).isEmpty();
				assertThatThrownBy(() -> engine.get("counts", key(1))).isInstanceOf(IllegalArgumentException.class);
			}
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				assertThat(engine.get("counts", key(1))).isEqualTo(value(1));
				assertThat(engine.changelogOffset("counts")).hasValue(10);
			}
		}
	}

	@Test
	void aBatchBelongsToItsEngine() {
		try (RocksDbStateEngineFactory factory = factory();
				StateEngine engine = factory.open(TASK, this.directory.resolve("one"), STORES);
				StateEngine another = factory.open(TASK, this.directory.resolve("two"), STORES)) {
			assertThatThrownBy(() -> engine.write(another.batch())).isInstanceOf(IllegalArgumentException.class);
		}
	}

	@Test
	void readersOutliveNeitherDataNorTheProcess() throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(4);
		try (RocksDbStateEngineFactory factory = factory()) {
			for (int round = 0; round < 8; round++) {
				closeWhileReading(factory, executor);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private void closeWhileReading(RocksDbStateEngineFactory factory, ExecutorService executor) throws Exception {
		StateEngine engine = factory.open(TASK, this.directory, STORES);
		engine.write(fill(engine, 1000));
		CountDownLatch reading = new CountDownLatch(4);
		List<Future<Void>> readers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			boolean scans = i % 2 == 0;
			readers.add(executor.submit((Callable<Void>) () -> {
				readUntilClosed(engine, scans, reading);
				return null;
			}));
		}
		assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
		for (int i = 0; i < 5; i++) {
			engine.write(fill(engine, 1000));
		}
		engine.close();
		for (Future<Void> reader : readers) {
			reader.get(10, TimeUnit.SECONDS);
		}
	}

	private static void readUntilClosed(StateEngine engine, boolean scans, CountDownLatch reading) {
		try {
			for (int i = 0;; i++) {
				if (scans) {
					try (EngineCursor cursor = engine.scan("counts", null, null, i % 2 == 0)) {
						int count = 0;
						while (cursor.next()) {
							count++;
						}
						assertThat(count).isEqualTo(1000);
					}
				}
				else {
					assertThat(engine.get("counts", key(i % 1000))).isEqualTo(value(i % 1000));
				}
				reading.countDown();
			}
		}
		catch (InvalidStateStoreException ex) {
			assertThat(ex).hasMessageContaining("2_1");
		}
	}

	@Test
	void aTruncatedFileIsSetAside() throws IOException {
		expectRebuilt((database) -> {
			Path file = largest(database, ".sst");
			try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
				access.setLength(access.length() / 2);
			}
		});
	}

	@Test
	void aMissingFileIsSetAside() throws IOException {
		expectRebuilt((database) -> Files.delete(largest(database, ".sst")));
	}

	@Test
	void aMissingManifestIsSetAside() throws IOException {
		expectRebuilt((database) -> Files.delete(largest(database, "MANIFEST-")));
	}

	@Test
	void aMissingPointerToTheManifestIsSetAside() throws IOException {
		expectRebuilt((database) -> Files.delete(database.resolve("CURRENT")));
	}

	@Test
	void aFlippedBitInTheManifestIsSetAside() throws IOException {
		expectRebuilt((database) -> flipBit(largest(database, "MANIFEST-"), 0.5));
	}

	/**
	 * RocksDB would never return from opening it.
	 */
	@Test
	@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
	void aRecordThatClaimsToBeRecycledIsSetAside() throws IOException {
		expectRebuilt((database) -> recycledType(largest(database, "MANIFEST-")));
	}

	@Test
	@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
	void aLoggedBatchThatClaimsToBeRecycledIsSetAside() throws IOException {
		expectRebuilt((database) -> recycledType(largest(database, ".log")));
	}

	private static void recycledType(Path file) throws IOException {
		try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
			access.seek(4);
			int next = 7 + access.read() + (access.read() << 8);
			access.seek(next + 6);
			int type = access.read();
			assertThat(type).isBetween(1, 4);
			access.seek(next + 6);
			access.write(type + 4);
		}
	}

	@Test
	void aFlippedBitInAFooterIsSetAside() throws IOException {
		expectRebuilt((database) -> flipBit(largest(database, ".sst"), 0.9999));
	}

	/**
	 * What a checksum covers is found when it is read.
	 */
	@Test
	void aFlippedBitInDataIsFoundWhenItIsRead() throws IOException {
		fillAndClose();
		flipBit(largest(this.directory.resolve("2_1/rocksdb"), ".sst"), 0.3);
		try (RocksDbStateEngineFactory factory = factory();
				TaskDirectory task = TaskDirectory.open(this.directory, TASK)) {
			try (StateEngine engine = task.openEngine(factory, METADATA)) {
				assertThatThrownBy(() -> readAll(engine)).isInstanceOf(CorruptStateException.class)
					.hasMessageContaining("the store ")
					.hasMessageContaining(task.path().toString());
			}
			expectEmpty(factory, task);
		}
	}

	/**
	 * There always is a log. What becomes of one among several is shown by
	 * {@link RocksDbDamageTests}.
	 */
	@Test
	void missingLogsAreSetAside() throws IOException {
		expectRebuilt((database) -> {
			for (Path file : files(database, (name) -> name.endsWith(".log"))) {
				Files.delete(file);
			}
		});
	}

	private void expectRebuilt(Damage damage) throws IOException {
		fillAndClose();
		damage.done(this.directory.resolve("2_1/rocksdb"));
		try (RocksDbStateEngineFactory factory = factory();
				TaskDirectory task = TaskDirectory.open(this.directory, TASK)) {
			expectEmpty(factory, task);
		}
	}

	private void expectEmpty(RocksDbStateEngineFactory factory, TaskDirectory task) throws IOException {
		try (StateEngine engine = task.openEngine(factory, METADATA)) {
			assertThat(engine.changelogOffset("counts")).isEqualTo(OptionalLong.empty());
			assertThat(engine.get("counts", key(0))).isNull();
			engine.write(fill(engine, 10));
		}
		assertThat(this.log.list).singleElement()
			.satisfies((event) -> assertThat(event.getFormattedMessage()).contains("is corrupt and was set aside"));
		assertThat(files(this.directory, (name) -> name.startsWith("2_1.corrupt-"))).hasSize(1);
	}

	private void fillAndClose() {
		try (RocksDbStateEngineFactory factory = factory();
				TaskDirectory task = TaskDirectory.open(this.directory, TASK);
				StateEngine engine = task.openEngine(factory, METADATA)) {
			for (int number = 1; number <= 200; number++) {
				EngineBatch batch = engine.batch();
				for (String store : STORES) {
					batch.put(store, key(0), value(number));
					for (int i = 1; i < 100; i++) {
						batch.put(store, key(number * 1000 + i), value(i));
					}
					batch.changelogOffset(store, number);
				}
				engine.write(batch);
			}
			readAll(engine);
		}
	}

	private static void readAll(StateEngine engine) {
		for (String store : List.of("counts", "other")) {
			try (EngineCursor cursor = engine.scan(store, null, null, false)) {
				int count = 0;
				while (cursor.next()) {
					count++;
				}
				assertThat(count).isEqualTo(200 * 99 + 1);
			}
		}
	}

	private static EngineBatch fill(StateEngine engine, int entries) {
		EngineBatch batch = engine.batch();
		for (int i = 0; i < entries; i++) {
			batch.put("counts", key(i), value(i));
			batch.put("other", key(i), value(i));
		}
		batch.changelogOffset("counts", entries);
		return batch;
	}

	private static void flipBit(Path file, double where) throws IOException {
		try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
			long position = (long) (access.length() * where);
			access.seek(position);
			int value = access.read();
			access.seek(position);
			access.write(value ^ 4);
		}
	}

	private static Path largest(Path directory, String part) throws IOException {
		List<Path> files = files(directory, (name) -> name.contains(part));
		assertThat(files).isNotEmpty();
		Path largest = files.get(0);
		for (Path file : files) {
			largest = (Files.size(file) > Files.size(largest)) ? file : largest;
		}
		return largest;
	}

	private static List<Path> files(Path directory, Predicate<String> name) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.filter((file) -> name.test(file.getFileName().toString())).toList();
		}
	}

	private static byte[] key(int number) {
		return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
	}

	private static byte[] value(int number) {
		return ByteBuffer.allocate(2 * Long.BYTES).putLong(number).putLong(number * 31L).array();
	}

	private static RocksDbStateEngineFactory factory() {
		return new RocksDbStateEngineFactory(
				RocksDbSettings.defaults().withMemory(8 << 20, 1 << 20).withStoreWriteBufferBytes(64 << 10));
	}

	@FunctionalInterface
	private interface Damage {

		void done(Path database) throws IOException;

	}

}
