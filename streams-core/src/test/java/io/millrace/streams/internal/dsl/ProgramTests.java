package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Map;
import java.util.Properties;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.BranchedKStream;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Predicate;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.Repartitioned;
import io.millrace.streams.processor.FailOnInvalidTimestamp;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * What a program refuses, and what it writes to the graph besides names.
 */
class ProgramTests {

	private final StreamsBuilder builder = new StreamsBuilder();

	private static TopologyException refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable declaration) {
		return org.assertj.core.api.Assertions.catchThrowableOfType(TopologyException.class, declaration);
	}

	private static TopologyGraph graph(Program program) {
		TopologyGraph graph = new TopologyGraph();
		program.write(graph, false, Optimizations.NONE);
		return graph;
	}

	@Test
	void refusesNullArguments() {
		KStream<String, String> stream = this.builder.stream("in");
		KTable<String, String> table = this.builder.table("t");
		assertThatNullPointerException().isThrownBy(() -> stream.filter(null)).withMessage("predicate can't be null");
		assertThatNullPointerException().isThrownBy(() -> stream.filter((key, value) -> true, null))
			.withMessage("named can't be null");
		assertThatNullPointerException().isThrownBy(() -> stream.to((String) null));
		assertThatNullPointerException().isThrownBy(() -> stream.to("out", null)).withMessage("produced can't be null");
		assertThatNullPointerException().isThrownBy(() -> stream.merge(null)).withMessage("stream can't be null");
		assertThatNullPointerException().isThrownBy(() -> stream.groupByKey(null)).withMessage("grouped can't be null");
		assertThatNullPointerException()
			.isThrownBy(() -> stream.join((KTable<String, String>) null, (value, other) -> value))
			.withMessage("table can't be null");
		assertThatNullPointerException()
			.isThrownBy(() -> stream.join(table, (value, other) -> value, (Joined<String, String, String>) null))
			.withMessage("joined can't be null");
		assertThatNullPointerException().isThrownBy(() -> stream.process(Ignoring::new, (String) null));
		assertThatNullPointerException().isThrownBy(() -> table.filter((key, value) -> true, (Named) null));
		assertThatNullPointerException().isThrownBy(() -> this.builder.stream((String) null));
		assertThatNullPointerException().isThrownBy(() -> this.builder.table(null));
		assertThatNullPointerException().isThrownBy(() -> this.builder.addStateStore(null));
		assertThatNullPointerException().isThrownBy(() -> Named.as(null));
		assertThatNullPointerException().isThrownBy(() -> Materialized.as((String) null));
	}

	@Test
	void refusesNamesThatKafkaDoesNotTake() {
		KStream<String, String> stream = this.builder.stream("in");
		assertThat(refused(() -> Named.as("two words"))).hasMessageContaining("' '").hasMessageContaining("two words");
		assertThat(refused(() -> Named.as(""))).hasMessageContaining("empty");
		assertThat(refused(() -> Named.as(".."))).hasMessageContaining("..");
		assertThat(refused(() -> Named.as("x".repeat(250)))).hasMessageContaining("249");
		assertThat(refused(() -> Materialized.as("a/b"))).hasMessageContaining("name of a store");
		assertThat(refused(() -> this.builder.stream("a b"))).hasMessageContaining("name of a topic");
		assertThat(refused(() -> stream.to("a b"))).hasMessageContaining("name of a topic");
		assertThat(refused(() -> Grouped.as("a b"))).isNotNull();
		assertThat(refused(() -> Joined.as("a b"))).isNotNull();
		assertThat(refused(() -> Repartitioned.as("a b"))).isNotNull();
		assertThat(refused(() -> Branched.as("a b"))).isNotNull();
		assertThat(refused(() -> Produced.as("a b"))).isNotNull();
		assertThat(refused(() -> Consumed.as("a b"))).isNotNull();
	}

	@Test
	void refusesTwoOperatorsWithOneName() {
		KStream<String, String> stream = this.builder.<String, String>stream("in")
			.filter((key, value) -> true, Named.as("same"));
		assertThat(refused(() -> stream.mapValues((value) -> value, Named.as("same"))))
			.hasMessageContaining("Two operators have the name same");
	}

	@Test
	void refusesTwoStoresWithOneName() {
		this.builder.table("t", Materialized.as("same"));
		assertThat(refused(() -> this.builder.table("u", Materialized.as("same"))))
			.hasMessageContaining("Operator KTABLE-SOURCE-0000000003 declares a store same")
			.hasMessageContaining("KTABLE-SOURCE-0000000001");
		assertThat(refused(() -> this.builder.addStateStore(store("same")))).hasMessageContaining("addStateStore");
	}

	@Test
	void takesTheSameStoreTwice() {
		StoreBuilder<?> store = store("kv");
		this.builder.addStateStore(store).addStateStore(store);
		assertThat(refused(() -> this.builder.addStateStore(store("kv")))).isNotNull();
	}

	@Test
	void refusesTwoRepartitionTopicsWithOneName() {
		KStream<String, String> stream = this.builder.<String, String>stream("in").selectKey((key, value) -> value);
		stream.groupByKey(Grouped.as("same")).count();
		assertThat(refused(() -> stream.groupByKey(Grouped.as("same")).count()))
			.hasMessageContaining("repartition topic same-repartition");
	}

	@Test
	void refusesAStreamOfNoTopics() {
		assertThat(refused(() -> this.builder.stream(List.of()))).hasMessageContaining("at least one topic");
	}

	@Test
	void refusesATopicThatIsReadTwiceInDifferentWays() {
		this.builder.stream("a");
		this.builder.stream("s", Consumed.with(Serdes.String(), Serdes.String()));
		assertThat(refused(() -> this.builder.table("a"))).hasMessageContaining("Topic a is read twice")
			.hasMessageContaining("KSTREAM-SOURCE-0000000000");
		assertThat(refused(() -> this.builder.stream(List.of("a", "b")))).hasMessageContaining("Topic a is read twice");
		assertThat(refused(() -> this.builder.stream("s", Consumed.with(Serdes.String(), Serdes.Long()))))
			.hasMessageContaining("value serdes");
		assertThat(refused(() -> this.builder.stream("a", Consumed.with(AutoOffsetReset.latest()))))
			.hasMessageContaining("offset reset");
		this.builder.stream("s", Consumed.with(Serdes.String(), Serdes.String()));
	}

	@Test
	void refusesStreamsAndTablesOfAnotherBuilder() {
		StreamsBuilder other = new StreamsBuilder();
		KStream<String, String> stream = this.builder.stream("in");
		assertThat(refused(() -> stream.merge(other.stream("x")))).hasMessageContaining("another StreamsBuilder");
		assertThat(refused(() -> stream.join(other.<String, String>table("t"), (value, found) -> value)))
			.hasMessageContaining("another StreamsBuilder");
	}

	@Test
	void refusesAGracePeriodForATableThatIsNotVersioned() {
		KTable<String, String> table = this.builder.table("t");
		KStream<String, String> stream = this.builder.stream("in");
		assertThat(refused(() -> stream.join(table, (value, found) -> value,
				Joined.<String, String, String>as("j").withGracePeriod(java.time.Duration.ofSeconds(1)))))
			.hasMessageContaining("grace period");
	}

	@Test
	void refusesAPartitionCountBelowOne() {
		KStream<String, String> stream = this.builder.stream("in");
		assertThat(refused(() -> stream.repartition(Repartitioned.numberOfPartitions(0))))
			.hasMessageContaining("at least one");
	}

	@Test
	void saysWhichStoreAProcessorMisses() {
		this.builder.addStateStore(store("known"));
		this.builder.<String, String>stream("in").process(Ignoring::new, "unknown");
		assertThat(refused(this.builder::build))
			.hasMessageContaining("Processor KSTREAM-PROCESSOR-0000000001 names store unknown")
			.hasMessageContaining("[known]");
	}

	@Test
	void aStoreMayBeAddedAfterTheProcessorThatNamesIt() {
		this.builder.<String, String>stream("in").process(Ignoring::new, "late");
		this.builder.addStateStore(store("late"));
		assertThat(this.builder.build().describe().toString()).contains("(stores: [late])");
	}

	@Test
	void refusesBranchesBehindTheEnd() {
		BranchedKStream<String, String> split = this.builder.<String, String>stream("in").split();
		Predicate<String, String> all = (key, value) -> true;
		Map<String, KStream<String, String>> branches = split.branch(all).defaultBranch();
		assertThat(branches).containsOnlyKeys("KSTREAM-BRANCH-00000000011", "KSTREAM-BRANCH-00000000010");
		assertThat(refused(() -> split.branch(all))).hasMessageContaining("KSTREAM-BRANCH-0000000001");
	}

	@Test
	void case9AFilterGivesItsSourceAStore() {
		// Kafka Streams leaves the source without one, and sends deletes of rows that
		// never passed.
		this.builder.<String, String>table("t").filter((key, value) -> true).toStream().to("out");
		assertThat(this.builder.build().describe().toString())
			.contains("KTABLE-SOURCE-0000000002 (stores: [t-STATE-STORE-0000000000])")
			.contains("KTABLE-FILTER-0000000003 (stores: [])");
	}

	@Test
	void aFilterWithAStoreGivesItsSourceNone() {
		this.builder.<String, String>table("t")
			.mapValues((value) -> value)
			.filter((key, value) -> true, Materialized.as("filtered"))
			.toStream()
			.to("out");
		assertThat(this.builder.build().describe().toString()).contains("KTABLE-SOURCE-0000000002 (stores: [])")
			.contains("(stores: [filtered])");
	}

	@Test
	void onlyNamedStoresCanBeQueried() {
		assertThat(this.builder.table("t").queryableStoreName()).isNull();
		assertThat(this.builder.table("u", Materialized.as("store")).queryableStoreName()).isEqualTo("store");
		KStream<String, String> stream = this.builder.stream("in");
		assertThat(stream.groupByKey().count().queryableStoreName()).isNull();
		assertThat(stream.groupByKey().count(Materialized.as("counts")).queryableStoreName()).isEqualTo("counts");
	}

	@Test
	void aTopologyDoesNotChangeWithItsBuilder() {
		KTable<String, String> table = this.builder.table("t");
		table.toStream().to("out");
		io.millrace.streams.Topology before = this.builder.build();
		String described = before.describe().toString();
		table.filter((key, value) -> true).toStream().to("other");
		assertThat(this.builder.build().describe().toString()).isNotEqualTo(described)
			.contains("t-STATE-STORE-0000000000");
		assertThat(before.describe().toString()).isEqualTo(described);
	}

	@Test
	void repartitionTopicsAreReadFromTheStartWithTheirOwnTimestamps() {
		Program program = new Program();
		KStream<String, String> stream = program.stream(List.of("in"), Consumed.with(Serdes.String(), Serdes.String()));
		stream.repartition(Repartitioned.<String, String>as("through").withNumberOfPartitions(3));
		TopologyGraph graph = graph(program);
		assertThat(graph.repartitionTopics().get("through-repartition").partitions()).hasValue(3);
		NodeSpec.Source source = (NodeSpec.Source) graph.node("through-repartition-source");
		assertThat(source.topics()).containsExactly("through-repartition");
		assertThat(source.timestampExtractor()).isInstanceOf(FailOnInvalidTimestamp.class);
		assertThat(source.autoOffsetReset()).isEqualTo(AutoOffsetReset.earliest());
		assertThat(source.keyDeserializer()).isInstanceOf(StringDeserializer.class);
	}

	@Test
	void joinedSourcesAreCopartitioned() {
		Program program = new Program();
		KTable<String, String> table = program.table("t", Consumed.as("table"), null);
		KStream<String, String> stream = program.stream(List.of("in"), Consumed.as("stream"));
		stream.merge(program.stream(List.of("other"), Consumed.as("other")))
			.join(table, (value, found) -> value)
			.to("out");
		stream.selectKey((key, value) -> value).join(table, (value, found) -> value, Joined.as("keyed"));
		assertThat(graph(program).copartitionGroups()).hasSize(2)
			.anySatisfy((group) -> assertThat(group).containsExactlyInAnyOrder("stream", "other", "table-source"))
			.anySatisfy(
					(group) -> assertThat(group).containsExactlyInAnyOrder("keyed-repartition-source", "table-source"));
	}

	@Test
	void settingsOfAStoreReachIt() {
		Program program = new Program();
		program.table("t", Consumed.with(Serdes.String(), Serdes.Long()),
				Materialized.<String, Long, KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>as("store")
					.withLoggingEnabled(Map.of("segment.bytes", "1000")));
		KStream<String, String> stream = program.stream(List.of("in"), Consumed.as(null));
		stream.groupByKey()
			.count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("memory")).withLoggingDisabled());
		Map<String, StoreBuilder<?>> stores = new java.util.HashMap<>();
		graph(program).stores().forEach((store) -> stores.put(store.name(), store.builder()));
		assertThat(stores.get("store").logConfig()).containsEntry("segment.bytes", "1000");
		assertThat(stores.get("store").loggingEnabled()).isTrue();
		assertThat(stores.get("memory").loggingEnabled()).isFalse();
	}

	@Test
	void generatedNamesAreRefusedIfTheSettingsSaySo() {
		KStream<String, String> stream = this.builder.<String, String>stream("in").selectKey((key, value) -> value);
		stream.groupByKey().count();
		stream.join(this.builder.<String, String>table("t"), (value, found) -> value);
		Properties properties = new Properties();
		properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
		assertThat(refused(() -> this.builder.build(properties)))
			.hasMessageContaining("ensure.explicit.internal.resource.naming")
			.hasMessageContaining(
					"repartition topic <application-id>-KSTREAM-AGGREGATE-STATE-STORE-0000000002-repartition"
							+ " of operator KSTREAM-AGGREGATE-0000000003: name it with Grouped.as")
			.hasMessageContaining(
					"repartition topic <application-id>-KSTREAM-KEY-SELECT-0000000001-repartition of operator")
			.hasMessageContaining("store KSTREAM-AGGREGATE-STATE-STORE-0000000002 with changelog topic")
			.hasMessageContaining("store t-STATE-STORE-0000000007 with changelog topic")
			.hasMessageContaining("name it with Materialized.as");
		assertThat(this.builder.build()).isNotNull();
	}

	@Test
	void generatedNamesAreRefusedIfTheApplicationSaysSo() {
		StreamsConfig config = new StreamsConfig(
				Map.of(StreamsConfig.APPLICATION_ID_CONFIG, "app", StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
						"localhost:1", StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true));
		StreamsBuilder strict = new StreamsBuilder(config);
		strict.stream("in").groupByKey().count();
		assertThatExceptionOfType(TopologyException.class).isThrownBy(strict::build);
		Properties lenient = new Properties();
		lenient.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, false);
		assertThat(strict.build(lenient)).isNotNull();
	}

	@Test
	void explicitNamesAreEnough() {
		Properties properties = new Properties();
		properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
		KStream<String, String> stream = this.builder.<String, String>stream("in").selectKey((key, value) -> value);
		stream.groupByKey().count(Materialized.as("counts")).toStream().to("out");
		stream.repartition(Repartitioned.as("through")).to("out");
		stream.join(this.builder.<String, String>table("t", Materialized.as("table")), (value, found) -> value,
				Joined.as("join"));
		this.builder.table("u").toStream().to("out");
		assertThat(this.builder.build(properties)).isNotNull();
	}

	private static StoreBuilder<?> store(String name) {
		return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.String());
	}

	private static final class Ignoring implements Processor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
		}

	}

}
