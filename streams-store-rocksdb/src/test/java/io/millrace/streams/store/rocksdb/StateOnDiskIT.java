package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.embedded.EmbeddedKafka;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.state.Stores;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * State on disk through restarts, with a real broker.
 */
class StateOnDiskIT {

	private static EmbeddedKafka kafka;

	@TempDir
	Path directory;

	@BeforeAll
	static void start() {
		kafka = EmbeddedKafka.builder().brokerProperty("group.streams.heartbeat.interval.ms", "200").start();
	}

	@AfterAll
	static void stop() {
		kafka.close();
	}

	@AfterEach
	void closeAll() {
		CountingApplication.closeAll();
	}

	@Test
	void onlyWhatIsMissingIsRestored() {
		CountingApplication application = new CountingApplication(kafka, "kept", this.directory);
		application.send(0, 20);
		KafkaStreams first = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertCounts(first, "counts", 20, 1));
		CountingApplication.close(first);

		RestoredRecords restored = new RestoredRecords();
		KafkaStreams second = application.listener(restored).start(Stores.persistentKeyValueStore("counts"));
		application.send(0, 20);
		CountingApplication.eventually(() -> assertCounts(second, "counts", 20, 2));
		CountingApplication.close(second);
		assertThat(restored.count).hasValue(0);
	}

	@Test
	void aChangelogThatWasMadeAnewIsNoticed() throws Exception {
		CountingApplication application = new CountingApplication(kafka, "anew", this.directory);
		application.send(0, 20);
		KafkaStreams first = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertCounts(first, "counts", 20, 1));
		CountingApplication.close(first);

		String changelog = application.changelog("counts");
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
			admin.deleteTopics(List.of(changelog)).all().get();
			await().until(() -> !admin.listTopics().names().get().contains(changelog));
			admin
				.createTopics(
						List.of(new NewTopic(changelog, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
				.all()
				.get();
		}
		// It is longer than the old one was: the offset alone says nothing.
		application.fillChangelog("counts", 100);

		KafkaStreams second = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(
				() -> assertThat(CountingApplication.counts(second, "counts")).hasSize(100).doesNotContainKey("k0"));
		CountingApplication.close(second);
		assertThat(setAside(application)).hasSize(1);
		assertThat(setAside(application).get(0).resolve("rocksdb")).isDirectory();
	}

	@Test
	void anotherOperatorLeavesTheStateAsItIs() {
		CountingApplication application = new CountingApplication(kafka, "filtered", this.directory);
		application.send(0, 20);
		KafkaStreams first = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertCounts(first, "counts", 20, 1));
		CountingApplication.close(first);

		KafkaStreams second = application.start((stream) -> stream.filter((key, value) -> !key.equals("k0")),
				Stores.persistentKeyValueStore("counts"));
		application.send(0, 20);
		CountingApplication
			.eventually(() -> assertThat(CountingApplication.counts(second, "counts")).containsEntry("k1", 2L)
				.containsEntry("k19", 2L)
				.containsEntry("k0", 1L));
		CountingApplication.close(second);
		assertThat(setAside(application)).isEmpty();
	}

	@Test
	void aStoreInMemoryIsInMemoryBesideOneOnDisk() {
		CountingApplication application = new CountingApplication(kafka, "mixed", this.directory);
		application.send(0, 20);
		KafkaStreams first = application.start(Stores.inMemoryKeyValueStore("memory"),
				Stores.persistentKeyValueStore("disk"));
		CountingApplication.eventually(() -> {
			assertCounts(first, "memory", 20, 1);
			assertCounts(first, "disk", 20, 1);
		});
		CountingApplication.close(first);
		assertThat(storesIn(application)).containsExactly("default", "store-disk");

		RestoredRecords restored = new RestoredRecords();
		KafkaStreams second = application.listener(restored)
			.start(Stores.inMemoryKeyValueStore("memory"), Stores.persistentKeyValueStore("disk"));
		application.send(0, 20);
		CountingApplication.eventually(() -> {
			assertCounts(second, "memory", 20, 2);
			assertCounts(second, "disk", 20, 2);
		});
		CountingApplication.close(second);
		assertThat(restored.count).hasValue(20);
	}

	@Test
	void storesInMemoryAloneNeedNoDirectory() {
		CountingApplication application = new CountingApplication(kafka, "memory", this.directory);
		application.send(0, 20);
		KafkaStreams streams = application.start(Stores.inMemoryKeyValueStore("memory"));
		CountingApplication.eventually(() -> assertCounts(streams, "memory", 20, 1));
		assertThat(application.taskDirectory()).doesNotExist();
		CountingApplication.close(streams);
	}

	@Test
	void stateIsDeletedOnRequest() {
		CountingApplication application = new CountingApplication(kafka, "deleted", this.directory);
		application.send(0, 20);
		KafkaStreams first = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertCounts(first, "counts", 20, 1));
		assertThatIllegalStateException().isThrownBy(first::cleanUp).withMessageContaining("close it first");
		CountingApplication.close(first);
		first.cleanUp();
		assertThat(application.taskDirectory()).doesNotExist();

		RestoredRecords restored = new RestoredRecords();
		KafkaStreams second = application.listener(restored).start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertCounts(second, "counts", 20, 1));
		assertThat(restored.count).hasValue(20);
	}

	@Test
	void manyUncommittedWritesBringACommitEarly() {
		CountingApplication application = new CountingApplication(kafka, "early", this.directory)
			.with("commit.interval.ms", 300_000)
			.with("producer.transaction.timeout.ms", 600_000)
			.with("statestore.uncommitted.max.bytes", 1_000_000);
		application.sendLongKeys(0, 5000, 2000);
		KafkaStreams streams = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(
				() -> assertThat(streams.status().threads().get(0).counters().commits()).isGreaterThanOrEqualTo(4));
		assertThat(CountingApplication.sum(streams, "counts")).isGreaterThan(1000);
	}

	@Test
	void stateOfTasksThatMovedAwayIsRemoved() throws IOException {
		CountingApplication application = new CountingApplication(kafka, "cleaned", this.directory)
			.with("state.cleanup.delay.ms", 1000);
		Path orphan = application.taskDirectory().resolveSibling("0_7");
		Files.createDirectories(orphan);
		Files.setLastModifiedTime(orphan, FileTime.from(Instant.EPOCH));
		application.send(0, 20);
		KafkaStreams streams = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertThat(orphan).doesNotExist());
		CountingApplication.eventually(() -> assertCounts(streams, "counts", 20, 1));
		assertThat(application.taskDirectory()).isDirectory();
	}

	@Test
	void nothingNativeIsLeftOpen() {
		long before = NativeHandles.open();
		CountingApplication application = new CountingApplication(kafka, "handles", this.directory);
		application.send(0, 20);
		KafkaStreams streams = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertCounts(streams, "counts", 20, 1));
		assertThat(NativeHandles.open()).isGreaterThan(before);
		CountingApplication.close(streams);
		assertThat(NativeHandles.open()).isEqualTo(before);
	}

	@Test
	void aTaskThatIsTakenAwayLeavesNothingOpen() {
		CountingApplication application = new CountingApplication(kafka, "shared", this.directory.resolve("one"), 2);
		KafkaStreams one = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> assertThat(tasks(one)).isEqualTo(2));
		long both = NativeHandles.open();
		application.with("state.dir", this.directory.resolve("two").toString());
		KafkaStreams two = application.start(Stores.persistentKeyValueStore("counts"));
		CountingApplication.eventually(() -> {
			assertThat(tasks(one)).isEqualTo(1);
			assertThat(tasks(two)).isEqualTo(1);
			assertThat(NativeHandles.open()).isEqualTo(both);
		});
	}

	private static long tasks(KafkaStreams streams) {
		return streams.status()
			.threads()
			.get(0)
			.tasks()
			.stream()
			.filter((task) -> task.state().equals("RUNNING"))
			.count();
	}

	private static void assertCounts(KafkaStreams streams, String store, int keys, long count) {
		assertThat(CountingApplication.counts(streams, store)).isEqualTo(CountingApplication.each(keys, count));
	}

	private static List<String> storesIn(CountingApplication application) {
		try (Options options = new Options()) {
			return RocksDB.listColumnFamilies(options, application.taskDirectory().resolve("rocksdb").toString())
				.stream()
				.map(String::new)
				.toList();
		}
		catch (RocksDBException ex) {
			throw new AssertionError(ex);
		}
	}

	private static List<Path> setAside(CountingApplication application) {
		try (Stream<Path> files = Files.list(application.taskDirectory().getParent())) {
			return files.filter((file) -> file.getFileName().toString().startsWith("0_0.replaced-")).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class RestoredRecords implements StateRestoreListener {

		private final AtomicLong count = new AtomicLong();

		@Override
		public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
		}

		@Override
		public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {
			this.count.addAndGet(restored);
		}

		@Override
		public void onRestoreEnd(TopicPartition partition, String store, long total) {
		}

	}

}
