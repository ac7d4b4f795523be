package io.millrace.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.StoreState;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.StateQueryRequest;
import io.millrace.streams.query.StateQueryResult;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Global tables on a real broker, in memory and on disk.
 */
class GlobalTablesIT {

	private static final Duration CLOSE = Duration.ofSeconds(20);

	private static final int ROWS = 1000;

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	private static String topic(Run run) {
		return run.name() + "-global";
	}

	private static Run run(String name) {
		Run run = cluster.run(name, 2);
		cluster.kafka().createTopic(topic(run), 3);
		return run;
	}

	private static Topology topology(Run run) {
		StreamsBuilder builder = new StreamsBuilder();
		GlobalKTable<String, String> table = builder.globalTable(topic(run), Materialized.as("table"));
		builder.<String, String>stream(run.input())
			.leftJoin(table, (key, value) -> value, (value, found) -> value + "=" + found)
			.to(run.output());
		return builder.build();
	}

	private static void put(Run run, String value, String... keys) {
		try (KafkaProducer<String, String> producer = run.producer()) {
			List<Future<RecordMetadata>> sent = new ArrayList<>();
			for (String key : keys) {
				sent.add(producer.send(new ProducerRecord<>(topic(run), key, value)));
			}
			for (Future<RecordMetadata> future : sent) {
				future.get();
			}
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String[] keys(int first, int count) {
		return Stream.iterate(first, (number) -> number + 1)
			.limit(count)
			.map((number) -> "v" + number)
			.toArray(String[]::new);
	}

	private static Map<String, String> rows(KafkaStreams streams) {
		ReadOnlyKeyValueStore<String, String> store = streams
			.store(StoreQueryParameters.fromNameAndType("table", QueryableStoreTypes.keyValueStore()));
		Map<String, String> rows = new HashMap<>();
		try (KeyValueIterator<String, String> all = store.all()) {
			all.forEachRemaining((row) -> rows.put(row.key, row.value));
		}
		return rows;
	}

	private static void awaitRunning(KafkaStreams streams) {
		await().atMost(Duration.ofSeconds(30)).until(streams::state, State.RUNNING::equals);
	}

	@Test
	void queriesOfTheSecondVersionAskTheWholeTable() throws Exception {
		Run run = run("asked");
		put(run, "old", keys(0, 10));
		try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
			streams.start();
			awaitRunning(streams);
			RecordMetadata sent;
			try (KafkaProducer<String, String> producer = run.producer()) {
				sent = producer.send(new ProducerRecord<>(topic(run), "v7", "new")).get();
			}
			StateQueryRequest<String> request = StateQueryRequest.inStore("table")
				.withQuery(KeyQuery.<String, String>withKey("v7"))
				.withIsolationLevel(IsolationLevel.READ_UNCOMMITTED)
				.withPositionBound(PositionBound
					.at(Position.emptyPosition().withComponent(topic(run), sent.partition(), sent.offset())));
			await().atMost(Duration.ofSeconds(30)).until(() -> streams.query(request).getGlobalResult().isSuccess());
			StateQueryResult<String> answer = streams.query(request);
			assertThat(answer.getGlobalResult().getResult()).isEqualTo("new");
			assertThat(answer.getPosition().getPartitionPositions(topic(run))).containsEntry(sent.partition(),
					sent.offset());
			assertThat(answer.getPartitionResults()).isEmpty();
		}
	}

	@Test
	void allIsRestoredBeforeAnythingIsProcessed() {
		Run run = run("before");
		put(run, "old", keys(0, ROWS));
		put(run, "new", keys(0, ROWS));
		run.send(0, ROWS);
		try (KafkaStreams streams = new KafkaStreams(topology(run), run.config("num.stream.threads", 2))) {
			streams.start();
			assertThat(run.awaitOutput(ROWS))
				.containsExactlyInAnyOrder(Stream.of(keys(0, ROWS)).map((key) -> key + "=new").toArray(String[]::new));
			awaitRunning(streams);
			assertThat(rows(streams)).hasSize(ROWS).containsEntry("v7", "new");
			assertThat(streams.status().threads()).hasSize(3);
			assertThat(streams.status().storeState("table")).isEqualTo(StoreState.RUNNING);
			assertThat(streams.storeDescriptions()).extracting("name").containsExactly("table");
			assertThat(streams.metadataForLocalThreads()).hasSize(2);
			assertThat(streams.close(CLOSE)).isTrue();
			assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
		}
	}

	@Test
	void changesAreSeenWithoutBeingAskedFor() {
		Run run = run("changes");
		try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
			streams.start();
			awaitRunning(streams);
			assertThat(rows(streams)).isEmpty();
			put(run, "one", "v0", "v1");
			await().until(() -> rows(streams).equals(Map.of("v0", "one", "v1", "one")));
			run.send(0, 1);
			assertThat(run.awaitOutput(1)).containsExactly("v0=one");
			put(run, null, "v0");
			put(run, "two", "v1");
			await().until(() -> rows(streams).equals(Map.of("v1", "two")));
			run.send(0, 2);
			assertThat(run.awaitOutput(3)).containsExactlyInAnyOrder("v0=one", "v0=null", "v1=two");
		}
	}

	@Test
	void aRestartReadsOnlyWhatIsNew() {
		Run run = run("restart");
		put(run, "old", keys(0, ROWS));
		try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
			streams.start();
			awaitRunning(streams);
			put(run, "later", "v0");
			await().until(() -> rows(streams).get("v0").equals("later"));
		}
		put(run, "new", keys(1, 10));
		put(run, null, "v20");
		Restored restored = new Restored();
		try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
			streams.setGlobalStateRestoreListener(restored);
			streams.start();
			awaitRunning(streams);
			assertThat(rows(streams)).hasSize(ROWS - 1)
				.containsEntry("v0", "later")
				.containsEntry("v10", "new")
				.containsEntry("v11", "old");
			assertThat(restored.records).hasValue(CountingTopology.PERSISTENT ? 11 : ROWS + 12);
		}
	}

	@Test
	void partitionsThatAreAddedLaterAreRead() throws Exception {
		Run run = run("more");
		put(run, "old", keys(0, ROWS));
		try (KafkaStreams streams = new KafkaStreams(topology(run),
				run.config("global.consumer.metadata.max.age.ms", 1000))) {
			streams.start();
			awaitRunning(streams);
			cluster.admin().createPartitions(Map.of(topic(run), NewPartitions.increaseTo(4))).all().get();
			try (KafkaProducer<String, String> producer = run.producer()) {
				producer.send(new ProducerRecord<>(topic(run), 3, "added", "row")).get();
			}
			// Topics are looked at as often as the client looks, and not twice a minute.
			await().atMost(Duration.ofSeconds(20))
				.ignoreExceptionsInstanceOf(InvalidStateStoreException.class)
				.until(() -> "row".equals(rows(streams).get("added")));
			assertThat(rows(streams)).hasSize(ROWS + 1).containsEntry("v0", "old");
			put(run, "new", "v0");
			await().until(() -> rows(streams).get("v0").equals("new"));
			run.send(0, 1);
			assertThat(run.awaitOutput(1)).containsExactly("v0=new");
		}
	}

	@Test
	void eachInstanceHasAllRows() {
		Run run = run("two");
		put(run, "row", keys(0, ROWS));
		Path other = Path.of("target", "state", "other-" + System.nanoTime());
		try (KafkaStreams one = new KafkaStreams(topology(run), run.config());
				KafkaStreams two = new KafkaStreams(topology(run), run.config("state.dir", other.toString()))) {
			one.start();
			two.start();
			awaitRunning(one);
			awaitRunning(two);
			put(run, "changed", "v3");
			await().until(() -> rows(one).get("v3").equals("changed") && rows(two).get("v3").equals("changed"));
			assertThat(rows(one)).hasSize(ROWS).isEqualTo(rows(two));
			run.send(0, 20);
			assertThat(run.awaitOutput(20)).hasSize(20).doesNotContain("v4=null").contains("v3=changed", "v4=row");
		}
	}

	@Test
	void onlyWhatIsCommittedCounts() throws Exception {
		Run run = run("committed");
		put(run, "committed", "v0");
		Map<String, Object> settings = Map.of("bootstrap.servers", cluster.bootstrapServers(), "transactional.id",
				"undecided");
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(settings, new StringSerializer(),
				new StringSerializer())) {
			producer.initTransactions();
			producer.beginTransaction();
			producer.send(new ProducerRecord<>(topic(run), "v0", "aborted"));
			producer.send(new ProducerRecord<>(topic(run), "v1", "aborted"));
			producer.flush();
			producer.abortTransaction();
			try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
				streams.start();
				awaitRunning(streams);
				assertThat(rows(streams)).isEqualTo(Map.of("v0", "committed"));
				producer.beginTransaction();
				producer.send(new ProducerRecord<>(topic(run), "v0", "open"));
				producer.flush();
				put(run, "beside", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9");
				await().until(() -> rows(streams).containsValue("beside"));
				assertThat(rows(streams)).containsEntry("v0", "committed");
				producer.commitTransaction();
				await().until(() -> rows(streams).get("v0").equals("open"));
			}
		}
	}

	@Test
	void aBadRecordIsPassedOverOrEndsTheApplication() {
		Run run = run("bad");
		put(run, "12", "v0");
		put(run, "not a number", "v1");
		put(run, "34", "v2");
		try (KafkaStreams streams = new KafkaStreams(numbers(run), run.config("on.error", "skip"))) {
			streams.start();
			awaitRunning(streams);
			ReadOnlyKeyValueStore<String, Integer> store = streams
				.store(StoreQueryParameters.fromNameAndType("table", QueryableStoreTypes.keyValueStore()));
			assertThat(store.get("v0")).isEqualTo(12);
			assertThat(store.get("v1")).isNull();
			assertThat(store.get("v2")).isEqualTo(34);
			assertThat(streams.status().threads())
				.anySatisfy((thread) -> assertThat(thread.counters().skipped()).isEqualTo(1));
			put(run, "neither", "v0");
			put(run, "56", "v0");
			await().until(() -> store.get("v0") == 56);
		}
		put(run, "not a number again", "v0");
		try (KafkaStreams streams = new KafkaStreams(numbers(run), run.config())) {
			streams.start();
			await().until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure())
				.hasValueSatisfying((failure) -> assertThat(failure).contains("Record at topic bad-global, partition"));
		}
	}

	private static Topology numbers(Run run) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.globalTable(topic(run),
				Materialized.<String, Integer, KeyValueStore<Bytes, byte[]>>as("table")
					.withValueSerde(Serdes.serdeFrom((topic, value) -> String.valueOf(value).getBytes(),
							(topic, bytes) -> (bytes != null) ? Integer.valueOf(new String(bytes)) : null)));
		builder.<String, String>stream(run.input()).to(run.output());
		return builder.build();
	}

	@Test
	void aTopologyMayHaveGlobalTablesAlone() {
		Run run = run("alone");
		put(run, "row", "v0");
		StreamsBuilder builder = new StreamsBuilder();
		builder.globalTable(topic(run), Materialized.as("table"));
		try (KafkaStreams streams = new KafkaStreams(builder.build(), run.config())) {
			streams.start();
			awaitRunning(streams);
			assertThat(rows(streams)).isEqualTo(Map.of("v0", "row"));
			assertThat(streams.close(CLOSE)).isTrue();
			assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
		}
	}

	@Test
	void aTopicThatIsMissingIsWaitedFor() {
		Run run = cluster.run("missing", 1);
		try (KafkaStreams streams = new KafkaStreams(topology(run), run.config("missing.topics", "wait"))) {
			streams.start();
			await().untilAsserted(() -> assertThat(streams.status().waitingFor())
				.anySatisfy((waiting) -> assertThat(waiting.reason()).isEqualTo(Reason.MISSING_SOURCE_TOPICS)));
			assertThat(streams.state()).isEqualTo(State.REBALANCING);
			assertThat(streams.status().storeState("table")).isEqualTo(StoreState.RESTORING);
			cluster.kafka().createTopic(topic(run), 1);
			put(run, "row", "v0");
			awaitRunning(streams);
			await().until(() -> rows(streams).equals(Map.of("v0", "row")));
		}
	}

	@Test
	void whatIsDamagedIsSetAsideAndRebuiltOnce() throws IOException {
		assumeTrue(CountingTopology.PERSISTENT);
		Run run = run("damaged");
		put(run, "row", keys(0, ROWS));
		StreamsConfig config = run.config();
		try (KafkaStreams streams = new KafkaStreams(topology(run), config)) {
			streams.start();
			awaitRunning(streams);
		}
		Path global = config.stateDirectory().resolve(run.name()).resolve("global");
		Files.writeString(global.resolve("table").resolve("rocksdb").resolve("CURRENT"), "damaged");
		Restored restored = new Restored();
		try (KafkaStreams streams = new KafkaStreams(topology(run), config)) {
			streams.setGlobalStateRestoreListener(restored);
			streams.start();
			awaitRunning(streams);
			assertThat(rows(streams)).hasSize(ROWS);
			assertThat(restored.records).hasValue(ROWS);
		}
		assertThat(setAside(global)).hasSize(1);
		try (KafkaStreams streams = new KafkaStreams(topology(run), config)) {
			streams.setGlobalStateRestoreListener(restored);
			streams.start();
			awaitRunning(streams);
			assertThat(rows(streams)).hasSize(ROWS);
			assertThat(restored.records).hasValue(ROWS);
			assertThat(setAside(global)).hasSize(1);
			assertThat(streams.close(CLOSE)).isTrue();
			streams.cleanUp();
		}
		assertThat(global).doesNotExist();
	}

	@Test
	void queriesAreRefusedWhileTheApplicationIsNotRunning() {
		Run run = run("refused");
		try (KafkaStreams streams = new KafkaStreams(topology(run), run.config())) {
			assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> rows(streams));
			streams.start();
			awaitRunning(streams);
			ReadOnlyKeyValueStore<String, String> store = streams
				.store(StoreQueryParameters.fromNameAndType("table", QueryableStoreTypes.keyValueStore()));
			assertThat(store.get("v0")).isNull();
			streams.close(CLOSE);
			assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> store.get("v0"));
		}
	}

	private static List<Path> setAside(Path global) throws IOException {
		try (Stream<Path> files = Files.list(global)) {
			return files.filter((file) -> file.getFileName().toString().startsWith("table.corrupt-")).toList();
		}
	}

	private static final class Restored implements StateRestoreListener {

		private final AtomicLong records = new AtomicLong();

		@Override
		public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
		}

		@Override
		public void onBatchRestored(TopicPartition partition, String store, long end, long count) {
			this.records.addAndGet(count);
		}

		@Override
		public void onRestoreEnd(TopicPartition partition, String store, long total) {
		}

	}

}
