package io.millrace.streams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;

import io.millrace.streams.errors.DefaultProductionExceptionHandler;
import io.millrace.streams.errors.LogAndContinueExceptionHandler;
import io.millrace.streams.errors.LogAndContinueProcessingExceptionHandler;
import io.millrace.streams.errors.LogAndFailExceptionHandler;
import io.millrace.streams.errors.LogAndFailProcessingExceptionHandler;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.FailOnInvalidTimestamp;
import io.millrace.streams.processor.WallclockTimestampExtractor;
import io.millrace.streams.state.HostInfo;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.entry;

public class StreamsConfigTests {

	@Test
	void defaults() {
		StreamsConfig config = config();
		assertThat(config.applicationId()).isEqualTo("app");
		assertThat(config.exactlyOnce()).isTrue();
		assertThat(config.commitIntervalMs()).isEqualTo(100);
		assertThat(config.transactionTimeoutMs()).isEqualTo(10_000);
		assertThat(config.onError()).isEqualTo(StreamsConfig.OnError.FAIL);
		assertThat(config.missingTopics()).isEqualTo(StreamsConfig.MissingTopics.WAIT);
		assertThat(config.numStreamThreads()).isOne();
		assertThat(config.bufferedRecordsPerPartition()).isEqualTo(1000);
		assertThat(config.pollMs()).isEqualTo(100);
		assertThat(config.maxTaskIdleMs()).isZero();
		assertThat(config.replicationFactor()).isEqualTo(-1);
		assertThat(config.stateCleanupDelayMs()).isEqualTo(600_000);
		assertThat(config.uncommittedMaxBytes()).isEqualTo(64 << 20);
		assertThat(config.stateCacheMaxBytes()).isEqualTo(32 << 20);
		assertThat(config.taskTimeoutMs()).isEqualTo(300_000);
		assertThat(config.ensureExplicitInternalResourceNaming()).isFalse();
		assertThat(config.clientId()).isNull();
		assertThat(config.deadLetterTopic()).isNull();
		assertThat(config.applicationServer()).isEmpty();
		assertThat(config.stateDirectory()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir"), "millrace"));
		assertThat(config.defaultTimestampExtractor()).isInstanceOf(FailOnInvalidTimestamp.class);
		assertThat(config.topicSettings()).isEmpty();
	}

	@Test
	void whatTheBuilderSets() {
		StreamsConfig config = StreamsConfig.builder()
			.applicationId("orders")
			.bootstrapServers("one:9092,two:9092")
			.processingGuarantee(StreamsConfig.AT_LEAST_ONCE)
			.numStreamThreads(3)
			.commitInterval(Duration.ofSeconds(2))
			.stateDirectory(Path.of("state"))
			.defaultKeySerde(Serdes.StringSerde.class)
			.defaultValueSerde(Serdes.LongSerde.class)
			.deadLetter("bad")
			.set(StreamsConfig.APPLICATION_SERVER_CONFIG, "here:8080")
			.set(StreamsConfig.CLIENT_ID_CONFIG, "client")
			.set(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, WallclockTimestampExtractor.class.getName())
			.setAll(Map.of("topic.retention.ms", 5, "missing.topics", "fail"))
			.build();
		assertThat(config.applicationId()).isEqualTo("orders");
		assertThat(config.exactlyOnce()).isFalse();
		assertThat(config.numStreamThreads()).isEqualTo(3);
		assertThat(config.commitIntervalMs()).isEqualTo(2000);
		assertThat(config.stateDirectory()).isEqualTo(Path.of("state"));
		assertThat(config.defaultKeySerde()).isInstanceOf(Serdes.StringSerde.class);
		assertThat(config.defaultValueSerde()).isInstanceOf(Serdes.LongSerde.class);
		assertThat(config.onError()).isEqualTo(StreamsConfig.OnError.DEAD_LETTER);
		assertThat(config.deadLetterTopic()).isEqualTo("bad");
		assertThat(config.missingTopics()).isEqualTo(StreamsConfig.MissingTopics.FAIL);
		assertThat(config.applicationServer()).contains(new HostInfo("here", 8080));
		assertThat(config.clientId()).isEqualTo("client");
		assertThat(config.defaultTimestampExtractor()).isInstanceOf(WallclockTimestampExtractor.class);
		assertThat(config.topicSettings()).containsOnly(entry("retention.ms", "5"));
		assertThat(config.adminSettings("a")).containsEntry("bootstrap.servers", List.of("one:9092", "two:9092"));
	}

	@Test
	void badRecordsMayBeSkipped() {
		StreamsConfig config = StreamsConfig.builder()
			.applicationId("app")
			.bootstrapServers("broker:9092")
			.skipBadRecords()
			.build();
		assertThat(config.onError()).isEqualTo(StreamsConfig.OnError.SKIP);
	}

	@Test
	void propertiesAsText() {
		Properties properties = new Properties();
		properties.put("application.id", "app");
		properties.put("bootstrap.servers", "broker:9092");
		properties.put("num.stream.threads", "4");
		properties.put("commit.interval.ms", " 50 ");
		assertThat(new StreamsConfig(properties).numStreamThreads()).isEqualTo(4);
		assertThat(new StreamsConfig(properties).commitIntervalMs()).isEqualTo(50);
	}

	@Test
	void missingSettingsAreNamedTogether() {
		assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> new StreamsConfig(Map.of()))
			.withMessageContaining("application.id is not set")
			.withMessageContaining("bootstrap.servers is not set");
	}

	@ParameterizedTest
	@ValueSource(strings = { "my app", "a/b", "ä" })
	void applicationIdThatCanNotBePartOfATopicName(String applicationId) {
		refused("application.id", applicationId).withMessageContaining("topic names");
	}

	@Test
	void wrongGuaranteeNamesPropertyAndValues() {
		refused("processing.guarantee", "exactly_onse").withMessageContaining("processing.guarantee")
			.withMessageContaining("exactly_onse")
			.withMessageContaining("at_least_once")
			.withMessageContaining("exactly_once_v2");
	}

	@ParameterizedTest
	@CsvSource({ "commit.intervall.ms, commit.interval.ms", "num.stream.thread, num.stream.threads",
			"aplication.server, application.server", "consumer.max.poll.record, consumer.max.poll.records",
			"producer.linger, ", "admin.max.poll.records, ", "topic.retention.msec, topic.retention.ms",
			"schema.registry.url, ", "on.eror, on.error",
			"restore.consumer.fetch.min.byte, restore.consumer.fetch.min.bytes" })
	void unknownSettings(String name, String suggestion) {
		var refused = refused(name, "1").withMessageContaining("Unknown setting " + name + ".")
			.withMessageContaining("pass.through");
		if (suggestion != null) {
			refused.withMessageContaining("Did you mean " + suggestion + "?");
		}
		else {
			refused.withMessageNotContaining("Did you mean");
		}
	}

	@Test
	void settingsOfUserCodePassThrough() {
		Map<String, Object> settings = Map.of("pass.through", "schema.registry.*, my.flag", "schema.registry.url", "x",
				"my.flag", true, "consumer.my.flag", true, "consumer.schema.registry.url", "y");
		StreamsConfig config = config(settings);
		assertThat(config.originals()).containsEntry("schema.registry.url", "x");
		assertThat(config.consumerSettings("c")).containsEntry("my.flag", true)
			.containsEntry("schema.registry.url", "y");
		refused(Map.of("pass.through", "my.flag", "my.flags", 1)).withMessageContaining("my.flags");
	}

	@Test
	void serdesSeeAllSettings() {
		StreamsConfig config = config(
				Map.of("pass.through", "colour", "colour", "red", "default.key.serde", ConfiguredSerde.class));
		ConfiguredSerde serde = (ConfiguredSerde) config.defaultKeySerde();
		assertThat(serde.isKey).isTrue();
		assertThat(serde.settings.get("colour")).isEqualTo("red");
	}

	@Test
	void missingDefaultSerdeIsNamed() {
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> config().defaultKeySerde())
			.withMessageContaining("default.key.serde is not set");
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> config().defaultValueSerde())
			.withMessageContaining("default.value.serde is not set");
	}

	@Test
	void defaultSerdeThatIsNone() {
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> config(Map.of("default.value.serde", String.class)).defaultValueSerde())
			.withMessageContaining("default.value.serde is java.lang.String, which is not a");
	}

	@Test
	void deadLetteringNeedsATopic() {
		refused("on.error", "dead-letter").withMessageContaining("on.error")
			.withMessageContaining("errors.dead.letter.queue.topic.name");
	}

	@ParameterizedTest
	@CsvSource({ "enable.auto.commit, true", "consumer.enable.auto.commit, true",
			"main.consumer.isolation.level, read_uncommitted", "isolation.level, read_uncommitted", "group.id, other",
			"consumer.group.id, other", "producer.transactional.id, mine", "transactional.id, mine",
			"producer.enable.idempotence, false", "group.protocol, classic", "group.protocol, consumer",
			"consumer.allow.auto.create.topics, true", "deserialization.exception.handler, x",
			"production.exception.handler, x", "processing.exception.handler, x",
			"producer.transaction.timeout.ms, soon", "application.server, here", "num.stream.threads, 0",
			"topology.optimization, some", "topology.optimization, 'all,none'",
			"topology.optimization, 'merge.repartition.topics,all'", "state.store, tape", "on.error, panic" })
	void settingsAtOdds(String name, String value) {
		refused(name, value).withMessageContaining(name).withMessageContaining(value);
	}

	@ParameterizedTest
	@CsvSource({ "none, ''", "all, merge.repartition.topics reuse.ktable.source.topics single.store.self.join",
			"single.store.self.join, single.store.self.join",
			"'reuse.ktable.source.topics , merge.repartition.topics', merge.repartition.topics reuse.ktable.source.topics" })
	void optimisationsOfTopologies(String value, String optimizations) {
		assertThat(
				String.join(" ", new TreeSet<>(config(Map.of("topology.optimization", value)).topologyOptimizations())))
			.isEqualTo(optimizations);
	}

	@Test
	void handlersOfErrorsAreCheckedAndMade() {
		refused("processing.exception.handler", LogAndFailExceptionHandler.class)
			.withMessageContaining("processing.exception.handler is " + LogAndFailExceptionHandler.class.getName())
			.withMessageContaining(ProcessingExceptionHandler.class.getName());
		refused("default.deserialization.exception.handler", "x")
			.withMessageContaining("Its name is deserialization.exception.handler now");
		StreamsConfig config = config(
				Map.of("deserialization.exception.handler", LogAndContinueExceptionHandler.class.getName()));
		assertThat(config.deserializationExceptionHandler()).isInstanceOf(LogAndContinueExceptionHandler.class);
		assertThat(config.processingExceptionHandler()).isInstanceOf(LogAndFailProcessingExceptionHandler.class);
		assertThat(config.productionExceptionHandler()).isInstanceOf(DefaultProductionExceptionHandler.class);
		assertThat(config(Map.of("on.error", "skip")).processingExceptionHandler())
			.isInstanceOf(LogAndContinueProcessingExceptionHandler.class);
	}

	@Test
	void commitIntervalAboveTransactionTimeout() {
		refused(Map.of("commit.interval.ms", 5000, "producer.transaction.timeout.ms", 5000))
			.withMessageContaining("commit.interval.ms is 5000")
			.withMessageContaining("producer.transaction.timeout.ms, which is 5000");
		assertThatNoException()
			.isThrownBy(() -> config(Map.of("commit.interval.ms", 30_000, "processing.guarantee", "at_least_once")));
		assertThat(
				config(Map.of("commit.interval.ms", 30_000, "transaction.timeout.ms", "60000")).transactionTimeoutMs())
			.isEqualTo(60_000);
	}

	@Test
	void whatIsAtOddsWithExactlyOnceOnlyIsAllowedOtherwise() {
		StreamsConfig config = config(Map.of("processing.guarantee", "at_least_once", "consumer.isolation.level",
				"read_uncommitted", "producer.enable.idempotence", false));
		assertThat(config.consumerSettings("c")).containsEntry("isolation.level", "read_uncommitted");
		assertThat(config.restoreConsumerSettings("c")).containsEntry("isolation.level", "read_committed");
		assertThat(config.producerSettings("p", null)).containsEntry("enable.idempotence", false);
	}

	@Test
	void batchesAreLargeAndFillUntilTheTransactionCommits() {
		assertThat(config(Map.of()).producerSettings("p", "t")).containsEntry("batch.size", 65_536)
			.containsEntry("linger.ms", 100);
		assertThat(config(Map.of()).producerSettings("p", null)).containsEntry("batch.size", 65_536)
			.doesNotContainKey("linger.ms");
		assertThat(config(Map.of("linger.ms", 3, "producer.batch.size", 7)).producerSettings("p", "t"))
			.containsEntry("batch.size", 7)
			.containsEntry("linger.ms", 3);
	}

	@Test
	void severalProblemsAreNamedTogether() {
		refused(Map.of("foo.bar", 1, "enable.auto.commit", true, "on.error", "dead-letter"))
			.withMessageContaining("foo.bar")
			.withMessageContaining("enable.auto.commit")
			.withMessageContaining("errors.dead.letter.queue.topic.name");
	}

	@ParameterizedTest
	@ValueSource(strings = { "cache.max.bytes.buffering", "num.standby.replicas", "upgrade.from",
			"rocksdb.config.setter", "client.tag.zone", "task.assignor.class", "session.timeout.ms",
			"consumer.heartbeat.interval.ms", "key.deserializer", "producer.value.serializer",
			"errors.dead.letter.queue.topic.name", "windowed.inner.class.serde", "metrics.context.label" })
	void settingsWithoutEffectAreAccepted(String name) {
		StreamsConfig config = config(Map.of(name, "1"));
		assertThat(config.consumerSettings("c")).doesNotContainKeys("session.timeout.ms", "heartbeat.interval.ms",
				"key.deserializer");
		assertThat(config.producerSettings("p", "t")).doesNotContainKey("value.serializer");
	}

	@Test
	void isolationLevelOfQueries() {
		assertThat(config(Map.of()).defaultInteractiveQueryIsolationLevel()).isEqualTo(IsolationLevel.READ_COMMITTED);
		for (String text : List.of("READ_UNCOMMITTED", "read_uncommitted")) {
			assertThat(config(Map.of("default.interactive.query.isolation.level", text))
				.defaultInteractiveQueryIsolationLevel()).isEqualTo(IsolationLevel.READ_UNCOMMITTED);
		}
		refused(Map.of("default.interactive.query.isolation.level", "dirty"))
			.withMessageContaining("default.interactive.query.isolation.level");
	}

	@Test
	void groupProtocolStreamsAndTheRightGroupIdAreAccepted() {
		StreamsConfig config = config(Map.of("group.protocol", "streams", "group.id", "app"));
		assertThat(config.consumerSettings("c")).doesNotContainKey("group.protocol").containsEntry("group.id", "app");
	}

	@Test
	void consumerSettings() {
		StreamsConfig config = config(Map.of("max.poll.records", 1, "consumer.max.poll.records", 2,
				"main.consumer.max.poll.records", 3, "restore.consumer.fetch.min.bytes", 4, "linger.ms", 5,
				"auto.offset.reset", "latest", "security.protocol", "SSL", "client.id", "mine"));
		Map<String, Object> settings = config.consumerSettings("c-1");
		assertThat(settings).containsEntry("max.poll.records", 3)
			.containsEntry("auto.offset.reset", "latest")
			.containsEntry("enable.auto.commit", false)
			.containsEntry("allow.auto.create.topics", false)
			.containsEntry("isolation.level", "read_committed")
			.containsEntry("internal.throw.on.fetch.stable.offset.unsupported", true)
			.containsEntry("security.protocol", "SSL")
			.containsEntry("client.id", "c-1")
			.containsEntry("group.id", "app")
			.doesNotContainKeys("linger.ms", "fetch.min.bytes", "application.id");
		Map<String, Object> restore = config.restoreConsumerSettings("r-1");
		assertThat(restore).containsEntry("max.poll.records", 2)
			.containsEntry("auto.offset.reset", "none")
			.containsEntry("fetch.min.bytes", 4)
			.containsEntry("client.id", "r-1")
			.doesNotContainKey("group.id");
		assertThatNoException().isThrownBy(() -> new ConsumerConfig(withDeserializers(settings)));
		assertThatNoException().isThrownBy(() -> new ConsumerConfig(withDeserializers(restore)));
	}

	@Test
	void producerSettings() {
		StreamsConfig config = config(Map.of("producer.linger.ms", 7, "max.poll.records", 1));
		Map<String, Object> transactional = config.producerSettings("p", "tx");
		assertThat(transactional).containsEntry("linger.ms", 7)
			.containsEntry("transactional.id", "tx")
			.containsEntry("enable.idempotence", true)
			.containsEntry("transaction.timeout.ms", 10_000)
			.containsEntry("client.id", "p")
			.doesNotContainKey("max.poll.records");
		Map<String, Object> plain = config.producerSettings("p", null);
		assertThat(plain).doesNotContainKeys("transactional.id", "transaction.timeout.ms");
		for (Map<String, Object> settings : List.of(transactional, plain)) {
			settings.put("key.serializer", ByteArraySerializer.class);
			settings.put("value.serializer", ByteArraySerializer.class);
			assertThatNoException().isThrownBy(() -> new ProducerConfig(settings));
		}
	}

	@Test
	void adminSettings() {
		Map<String, Object> settings = config(Map.of("admin.retries", 9, "producer.retries", 8)).adminSettings("a");
		assertThat(settings).containsEntry("retries", 9).containsEntry("client.id", "a");
		assertThatNoException().isThrownBy(() -> new AdminClientConfig(settings));
	}

	@Test
	void settingsMapsAreCopies() {
		StreamsConfig config = config();
		config.consumerSettings("c").clear();
		assertThat(config.consumerSettings("c")).isNotEmpty();
	}

	private static Map<String, Object> withDeserializers(Map<String, Object> settings) {
		Map<String, Object> all = new HashMap<>(settings);
		all.put("key.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
		all.put("value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
		return all;
	}

	private static StreamsConfig config() {
		return config(Map.of());
	}

	private static StreamsConfig config(Map<String, ?> further) {
		return StreamsConfig.builder().applicationId("app").bootstrapServers("localhost:9092").setAll(further).build();
	}

	private static ThrowableAssertAlternative<ConfigException> refused(String name, Object value) {
		return refused(Map.of(name, value));
	}

	private static ThrowableAssertAlternative<ConfigException> refused(Map<String, ?> further) {
		return assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> config(further));
	}

	public static final class ConfiguredSerde extends Serdes.WrapperSerde<String> implements Serde<String> {

		private Map<String, ?> settings = Map.of();

		private boolean isKey;

		public ConfiguredSerde() {
			super(Serdes.String().serializer(), Serdes.String().deserializer());
		}

		@Override
		public void configure(Map<String, ?> configs, boolean isKey) {
			this.settings = configs;
			this.isKey = isKey;
		}

	}

}
