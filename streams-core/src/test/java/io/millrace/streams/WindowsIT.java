package io.millrace.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.WindowStore;
import io.millrace.streams.state.WindowStoreIterator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Windows and sessions on a real broker: queries, changelogs, and what a restart brings
 * back.
 */
class WindowsIT {

	private static final long MINUTE = 60_000;

	/**
	 * Young enough for the broker to keep records: it deletes them by their timestamps.
	 */
	private static final long START = System.currentTimeMillis() / MINUTE * MINUTE - 60 * MINUTE;

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	private static Topology topology(Run run) {
		StreamsBuilder builder = new StreamsBuilder();
		KGroupedStream<String, String> groups = builder.<String, String>stream(run.input()).groupByKey();
		groups.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
			.count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("windows")
				.withRetention(Duration.ofMinutes(10)));
		groups.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMinutes(2), Duration.ofMinutes(20)))
			.count(Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("sessions"));
		return builder.build();
	}

	private static void send(Run run, String key, long... minutes) {
		try (KafkaProducer<String, String> producer = run.producer()) {
			for (long minute : minutes) {
				producer.send(new ProducerRecord<>(run.input(), null, START + minute * MINUTE, key, "value"));
			}
			producer.flush();
		}
	}

	private static KafkaStreams started(Run run) {
		KafkaStreams streams = new KafkaStreams(topology(run), run.config());
		streams.start();
		await().atMost(Duration.ofSeconds(30)).until(() -> streams.state() == KafkaStreams.State.RUNNING);
		return streams;
	}

	private static Long count(KafkaStreams streams, String key, long minute) {
		try {
			ReadOnlyWindowStore<String, Long> windows = streams
				.store(StoreQueryParameters.fromNameAndType("windows", QueryableStoreTypes.windowStore()));
			return windows.fetch(key, START + minute * MINUTE);
		}
		catch (InvalidStateStoreException ex) {
			return -1L;
		}
	}

	@Test
	void queriesSeeWindowsAndSessionsBeforeAndAfterARestart() throws Exception {
		Run run = cluster.run("windows", 2);
		send(run, "a", 0, 0, 1, 5);
		send(run, "b", 5);
		ReadOnlyWindowStore<String, ValueAndTimestamp<Long>> view;
		try (KafkaStreams streams = started(run)) {
			await().untilAsserted(() -> assertThat(count(streams, "a", 5)).isEqualTo(1));
			await().untilAsserted(() -> assertThat(count(streams, "b", 5)).isEqualTo(1));
			assertThat(count(streams, "a", 0)).isEqualTo(2);
			view = streams
				.store(StoreQueryParameters.fromNameAndType("windows", QueryableStoreTypes.timestampedWindowStore()));
			try (WindowStoreIterator<ValueAndTimestamp<Long>> windows = view.fetch("a",
					Instant.ofEpochMilli(START + MINUTE), Instant.ofEpochMilli(START + 9 * MINUTE))) {
				assertThat(windows.next().value).isEqualTo(ValueAndTimestamp.make(1L, START + MINUTE));
				assertThat(windows.next().key).isEqualTo(START + 5 * MINUTE);
				assertThat(windows.hasNext()).isFalse();
			}
			ReadOnlySessionStore<String, Long> sessions = streams
				.store(StoreQueryParameters.fromNameAndType("sessions", QueryableStoreTypes.sessionStore()));
			assertThat(sessions(sessions)).containsExactlyInAnyOrder("a 0-1 3", "a 5-5 1", "b 5-5 1");
			assertThat(streams.close(Duration.ofSeconds(20))).isTrue();
		}
		assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> view.fetch("a", START));
		// Late for windows of no grace, not for sessions.
		send(run, "a", 3);
		send(run, "b", 4);
		send(run, "a", 6);
		send(run, "b", 6);
		try (KafkaStreams streams = started(run)) {
			await().untilAsserted(() -> assertThat(count(streams, "a", 6)).isEqualTo(1));
			await().untilAsserted(() -> assertThat(count(streams, "b", 6)).isEqualTo(1));
			assertThat(count(streams, "a", 0)).isEqualTo(2);
			assertThat(count(streams, "a", 3)).isNull();
			assertThat(count(streams, "b", 4)).isNull();
			ReadOnlySessionStore<String, Long> sessions = streams
				.store(StoreQueryParameters.fromNameAndType("sessions", QueryableStoreTypes.sessionStore()));
			assertThat(sessions(sessions)).containsExactlyInAnyOrder("a 0-6 6", "b 4-6 3");
		}
		assertThat(changelog("windows-windows-changelog").get("cleanup.policy").value()).contains("compact", "delete");
		assertThat(changelog("windows-windows-changelog").get("retention.ms").value())
			.isEqualTo(Long.toString(10 * MINUTE + 86_400_000));
	}

	/**
	 * The markers of transactions aren't taken for records that are still to come.
	 */
	@Test
	void silenceClosesTheLastWindow() {
		Run run = cluster.run("silence", 1);
		StreamsBuilder builder = new StreamsBuilder();
		builder.<String, String>stream(run.input())
			.selectKey((key, value) -> key)
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(1)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.closeAfterSilence(Duration.ofSeconds(2))
			.reduce((one, other) -> one + other)
			.toStream((key, value) -> key.key())
			.to(run.output());
		send(run, "a", 0, 1, 1);
		try (KafkaStreams streams = new KafkaStreams(builder.build(), run.config())) {
			streams.start();
			assertThat(run.awaitOutput(2)).containsExactly("value", "valuevalue");
		}
	}

	private static List<String> sessions(ReadOnlySessionStore<String, Long> store) {
		List<String> found = new ArrayList<>();
		try (KeyValueIterator<Windowed<String>, Long> sessions = store.fetch(null, null)) {
			sessions
				.forEachRemaining((session) -> found.add(session.key.key() + " " + minute(session.key.window().start())
						+ "-" + minute(session.key.window().end()) + " " + session.value));
		}
		return found;
	}

	private static long minute(long time) {
		return (time - START) / MINUTE;
	}

	private static Config changelog(String topic) throws Exception {
		ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
			return admin.describeConfigs(List.of(resource)).all().get().get(resource);
		}
	}

}
