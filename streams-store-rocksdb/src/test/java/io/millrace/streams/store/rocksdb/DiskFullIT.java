package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.streams.KafkaStreams;
import io.millrace.streams.embedded.EmbeddedKafka;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What an application does when the disk with its state is full, on a disk that really
 * is.
 */
class DiskFullIT {

	private static final int KEYS = 3000;

	/** So long that they don't fit into what is left. */
	private static final int KEY_BYTES = 10_000;

	private static EmbeddedKafka kafka;

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

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

	@BeforeEach
	void listenToTheLog() {
		this.log.start();
		((Logger) LoggerFactory.getLogger("io.millrace")).addAppender(this.log);
	}

	@AfterEach
	void nothingNativeIsLeft() {
		CountingApplication.closeAll();
		((Logger) LoggerFactory.getLogger("io.millrace")).detachAppender(this.log);
		assertThat(NativeHandles.open()).isZero();
	}

	/**
	 * A small state is a small part of the disk, however large its write buffer may
	 * become.
	 */
	@Test
	void noMoreRoomIsTakenThanIsFilled() throws IOException {
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 64);
				RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(RocksDbSettings.defaults())) {
			long before = disk.free();
			try (StateEngine engine = factory.open(new TaskId(0, 0), disk.directory(), Set.of("store"))) {
				EngineBatch batch = engine.batch();
				batch.put("store", new byte[] { 1 }, new byte[100]);
				engine.write(batch);
				assertThat(before - disk.free()).isLessThan(1 << 20);
			}
		}
	}

	@Test
	void goesOnWhereItWasOnceThereIsRoom() throws Exception {
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 256)) {
			CountingApplication application = new CountingApplication(kafka, "full", disk.directory());
			application.sendLongKeys(0, 100, KEY_BYTES);
			KafkaStreams streams = application.start(Stores.persistentKeyValueStore("counts"));
			CountingApplication.eventually(() -> assertThat(CountingApplication.sum(streams, "counts")).isEqualTo(100));

			disk.fill(64 << 10);
			application.sendLongKeys(0, KEYS, KEY_BYTES);
			CountingApplication.eventually(() -> assertThat(waiting(streams)).contains(Reason.DISK_FULL));
			assertThat(streams.status().waitingFor()).anySatisfy((waiting) -> assertThat(waiting.detail())
				.contains("the disk is full", "bytes are free", disk.directory().toString()));
			// It keeps trying, says so once, and doesn't die.
			await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
			assertThat(waiting(streams)).contains(Reason.DISK_FULL);
			assertThat(streams.status().failure()).isEqualTo(Optional.empty());
			assertThat(streams.state().isRunningOrRebalancing()).isTrue();
			assertThat(warnings()).singleElement().asString().contains("the disk is full", "Nothing is lost");

			disk.clear();
			CountingApplication
				.eventually(() -> assertThat(CountingApplication.sum(streams, "counts")).isEqualTo(100 + KEYS));
			CountingApplication.eventually(() -> assertThat(waiting(streams)).isEmpty());
			application.sendLongKeys(0, KEYS, KEY_BYTES);
			CountingApplication
				.eventually(() -> assertThat(CountingApplication.sum(streams, "counts")).isEqualTo(100 + 2 * KEYS));
			CountingApplication.close(streams);
			KafkaStreams again = application.start(Stores.persistentKeyValueStore("counts"));
			CountingApplication
				.eventually(() -> assertThat(CountingApplication.sum(again, "counts")).isEqualTo(100 + 2 * KEYS));
			CountingApplication.close(again);
			assertThat(this.log.list).noneMatch((event) -> event.getFormattedMessage().contains("corrupt"));
		}
	}

	@Test
	void startsOnceThereIsRoom() throws Exception {
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 256)) {
			CountingApplication application = new CountingApplication(kafka, "full-start", disk.directory());
			application.sendLongKeys(0, 100, KEY_BYTES);
			disk.fill(0);
			KafkaStreams streams = application.start(Stores.persistentKeyValueStore("counts"));
			CountingApplication.eventually(() -> assertThat(waiting(streams)).contains(Reason.DISK_FULL));
			disk.clear();
			CountingApplication.eventually(() -> assertThat(CountingApplication.sum(streams, "counts")).isEqualTo(100));
			CountingApplication.close(streams);
		}
	}

	/**
	 * Several tasks, several times, with input that goes on meanwhile: every record is
	 * counted once.
	 */
	@Test
	void losesAndRepeatsNothingThroughSeveralFullDisks() throws Exception {
		try (SmallDisk disk = SmallDisk.mount(this.directory.resolve("disk"), 256)) {
			CountingApplication application = new CountingApplication(kafka, "full-again", disk.directory(), 3);
			KafkaStreams streams = application.start(Stores.persistentKeyValueStore("counts"),
					Stores.inMemoryKeyValueStore("memory"));
			int sent = 0;
			for (int round = 0; round < 2; round++) {
				application.sendLongKeys(sent, 500, KEY_BYTES);
				sent += 500;
				long target = sent;
				CountingApplication
					.eventually(() -> assertThat(CountingApplication.sum(streams, "counts")).isEqualTo(target));
				disk.fill(256 << 10);
				while (!waiting(streams).contains(Reason.DISK_FULL)) {
					application.sendLongKeys(sent, 500, KEY_BYTES);
					sent += 500;
					long now = sent;
					// No faster than they're counted, lest what is to stay fills the
					// disk.
					CountingApplication.eventually(() -> assertThat(waiting(streams).contains(Reason.DISK_FULL)
							|| CountingApplication.sum(streams, "counts") == now)
						.isTrue());
				}
				application.sendLongKeys(sent, 500, KEY_BYTES);
				sent += 500;
				disk.clear();
			}
			long all = sent;
			CountingApplication.eventually(() -> {
				assertThat(CountingApplication.counts(streams, "counts")).hasSize((int) all)
					.allSatisfy((key, count) -> assertThat(count).as(key).isEqualTo(1));
				assertThat(CountingApplication.sum(streams, "memory")).isEqualTo(all);
			});
			CountingApplication.eventually(() -> assertThat(waiting(streams)).isEmpty());
			assertThat(this.log.list).noneMatch((event) -> event.getFormattedMessage().contains("corrupt"));
		}
	}

	private List<String> warnings() {
		return this.log.list.stream()
			.filter((event) -> event.getLevel().isGreaterOrEqual(Level.WARN))
			.map(ILoggingEvent::getFormattedMessage)
			.filter((message) -> !message.startsWith("The broker is creating"))
			.toList();
	}

	private static List<Reason> waiting(KafkaStreams streams) {
		return streams.status().waitingFor().stream().map(ApplicationStatus.Waiting::reason).toList();
	}

}
