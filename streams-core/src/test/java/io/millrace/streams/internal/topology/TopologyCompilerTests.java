package io.millrace.streams.internal.topology;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TopologyCompilerTests {

	private final TopologyGraph graph = new TopologyGraph();

	@Test
	void splitsAtARepartitionTopicAndPrefixesIt() {
		this.graph.addRepartitionTopic(new RepartitionSpec("by-user-repartition", OptionalInt.of(7)));
		source("in", "events");
		processor("select", "in");
		sink("out", "by-user-repartition", "select");
		source("again", "by-user-repartition");
		processor("count", "again");
		this.graph.addStore(store("counts"), "count");

		CompiledTopology compiled = TopologyCompiler.compile(this.graph, "app");

		assertThat(compiled.subtopologies()).hasSize(2);
		CompiledTopology.Subtopology first = compiled.subtopologies().get(0);
		assertThat(first.sourceTopics()).containsExactly("events");
		assertThat(first.repartitionSinkTopics()).containsExactly("app-by-user-repartition");
		assertThat(first.stores()).isEmpty();
		CompiledTopology.Subtopology second = compiled.subtopologies().get(1);
		assertThat(second.sourceTopics()).isEmpty();
		assertThat(second.repartitionSourceTopics()).containsEntry("app-by-user-repartition", OptionalInt.of(7));
		assertThat(second.stores()).singleElement()
			.satisfies((store) -> assertThat(store.changelogTopic()).isEqualTo("app-counts-changelog"))
			.satisfies((store) -> assertThat(store.changelogConfig()).containsEntry("cleanup.policy", "compact"));
		assertThat(second.nodes().get(0)).isInstanceOfSatisfying(NodeSpec.Source.class,
				(source) -> assertThat(source.topics()).containsExactly("app-by-user-repartition"));
	}

	@Test
	void globalStoresAreCountedWithSubtopologiesAndAreNone() {
		source("a", "ta");
		processor("pa", "a");
		global("global", "tg");
		source("b", "tb");
		processor("pb", "b");

		CompiledTopology compiled = TopologyCompiler.compile(this.graph, "app");

		assertThat(compiled.subtopologies()).extracting(CompiledTopology.Subtopology::id).containsExactly(0, 2);
		assertThat(compiled.subtopology(2).sourceTopics()).containsExactly("tb");
		assertThat(compiled.globalStores()).extracting(GlobalStoreSpec::name).containsExactly("global");
		assertThat(compiled.globalTopics()).containsExactly("tg");
	}

	@Test
	void aGlobalStoreStandsForItself() {
		global("global", "tg");
		assertThat(TopologyCompiler.compile(this.graph, "app").subtopologies()).isEmpty();
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> source("again", "tg"));
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> processor("child", "fill-global"))
			.withMessageContaining("fills a global store");
		source("a", "ta");
		processor("pa", "a");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.graph.connect("pa", "global"))
			.withMessageContaining("every processor can reach");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.graph.addStore(store("global"), "pa"));
		this.graph.addStore(store("local"), "pa");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> global("local", "tl"));
	}

	private void global(String store, String topic) {
		NodeSpec.Source source = new NodeSpec.Source("read-" + store, List.of(topic), null, null, null, null);
		this.graph.addGlobalStore(new GlobalStoreSpec(store(store), source,
				new NodeSpec.Processing("fill-" + store, List.of(source.name()), Nothing::new, "fill")));
	}

	@Test
	void keepsOperatorsThatShareAStoreTogether() {
		source("a", "ta");
		source("b", "tb");
		processor("pa", "a");
		processor("pb", "b");
		this.graph.addStore(store("shared"), "pa", "pb");

		CompiledTopology compiled = TopologyCompiler.compile(this.graph, "app");

		assertThat(compiled.subtopologies()).singleElement()
			.satisfies((subtopology) -> assertThat(subtopology.sourceTopics()).containsExactlyInAnyOrder("ta", "tb"));
	}

	@Test
	void aStoreWithoutLoggingHasNoChangelog() {
		source("in", "events");
		processor("p", "in");
		this.graph.addStore(store("local").withLoggingDisabled(), "p");

		assertThat(TopologyCompiler.compile(this.graph, "app").subtopologies().get(0).stores()).singleElement()
			.satisfies((store) -> assertThat(store.changelogTopic()).isNull());
	}

	@Test
	void namesCopartitionedTopicsInFull() {
		this.graph.addRepartitionTopic(new RepartitionSpec("r-repartition", OptionalInt.empty()));
		source("a", "ta");
		source("x", "tx");
		sink("out", "r-repartition", "x");
		source("b", "r-repartition");
		processor("join", "a", "b");
		this.graph.copartition(List.of("a", "b"));

		assertThat(TopologyCompiler.compile(this.graph, "app").subtopologies())
			.filteredOn((subtopology) -> subtopology.sourceTopics().contains("ta"))
			.singleElement()
			.satisfies((subtopology) -> assertThat(subtopology.copartitionGroups())
				.containsExactly(Set.of("ta", "app-r-repartition")));
	}

	@Test
	void refusesATopologyThatReadsNothing() {
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> TopologyCompiler.compile(this.graph, "app"))
			.withMessageContaining("reads no topic");
	}

	@Test
	void refusesAStoreThatNothingUses() {
		source("in", "events");
		this.graph.addStore(store("lonely"));
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> TopologyCompiler.compile(this.graph, "app"))
			.withMessageContaining("lonely");
	}

	@Test
	void refusesAStoreThatCantBeRun() {
		source("in", "events");
		processor("p", "in");
		KeyValueBytesStoreSupplier supplier = new KeyValueBytesStoreSupplier() {

			@Override
			public String name() {
				return "foreign";
			}

			@Override
			public KeyValueStore<Bytes, byte[]> get() {
				throw new UnsupportedOperationException();
			}

			@Override
			public String metricsScope() {
				return "foreign";
			}

		};
		this.graph.addStore(Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.Long()), "p");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> TopologyCompiler.compile(this.graph, "app"))
			.withMessageContaining("foreign");
	}

	@Test
	void refusesWhatCantBeAddedNamingIt() {
		source("in", "events");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> source("in", "others"))
			.withMessageContaining("in is already added");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> source("more", "events"))
			.withMessageContaining("Topic events is already read by source in");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> processor("p", "nowhere"))
			.withMessageContaining("nowhere");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.graph.connect("in", "s"))
			.withMessageContaining("StateStore s is not added yet");
		this.graph.addStore(store("s"));
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.graph.connect("in", "s"))
			.withMessageContaining("in");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.graph.addStore(store("s")))
			.withMessageContaining("A different StateStore");
		sink("out", "results", "in");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> processor("p", "out"))
			.withMessageContaining("sink out");
	}

	private void source(String name, String... topics) {
		this.graph.add(new NodeSpec.Source(name, List.of(topics), null, null, null, null));
	}

	private void processor(String name, String... parents) {
		this.graph.add(new NodeSpec.Processing(name, List.of(parents), Nothing::new, "nothing"));
	}

	private void sink(String name, String topic, String... parents) {
		this.graph.add(new NodeSpec.Sink(name, List.of(parents), topic, null, null, null, null));
	}

	private static StoreBuilder<?> store(String name) {
		return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.Long());
	}

	private static final class Nothing extends Operator {

	}

}
