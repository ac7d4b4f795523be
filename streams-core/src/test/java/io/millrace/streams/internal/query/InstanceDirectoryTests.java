package io.millrace.streams.internal.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.KeyQueryMetadata;
import io.millrace.streams.StreamsMetadata;
import io.millrace.streams.errors.StreamsNotStartedException;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.internal.operator.GlobalTableSourceOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.StoreSpec;
import io.millrace.streams.state.HostInfo;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class InstanceDirectoryTests {

	private static final HostInfo ONE = new HostInfo("one", 1);

	private static final HostInfo TWO = new HostInfo("two", 2);

	private final Map<HostInfo, Set<TopicPartition>> hosts = new LinkedHashMap<>(
			Map.of(ONE, Set.of(new TopicPartition("rows", 0)), TWO, Set.of(new TopicPartition("rows", 1))));

	private @Nullable HostInfo own = TWO;

	private State state = State.RUNNING;

	private final InstanceDirectory directory = new InstanceDirectory(topology(), () -> this.state, () -> this.hosts,
			(topic) -> 3, () -> Optional.ofNullable(this.own));

	private static CompiledTopology topology() {
		StoreSpec table = new StoreSpec(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("table"), Serdes.String(), Serdes.Long()),
				Set.of(), null);
		GlobalStoreSpec global = new GlobalStoreSpec(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("global"), Serdes.String(), Serdes.String()),
				new NodeSpec.Source("source", List.of("everywhere"), new StringDeserializer(), new StringDeserializer(),
						null, null),
				new NodeSpec.Processing("fill", List.of("source"),
						() -> (Operator) new GlobalTableSourceOperator("global"), "fill"));
		return new CompiledTopology("app",
				List.of(new CompiledTopology.Subtopology(0, List.of(),
						List.of(new CompiledTopology.Store(table, null, Map.of())), Set.of("rows"), Map.of(), Set.of(),
						List.of())),
				List.of(global));
	}

	@Test
	void aKeyIsWhereItsPartitionIs() {
		assertThat(this.directory.ofKey("table", (topic, partitions) -> 1))
			.isEqualTo(new KeyQueryMetadata(TWO, Set.of(), 1));
		assertThat(this.directory.ofKey("table", (topic, partitions) -> partitions - 1))
			.isEqualTo(KeyQueryMetadata.NOT_AVAILABLE);
		assertThat(this.directory.withStore("table")).extracting(StreamsMetadata::hostInfo)
			.containsExactlyInAnyOrder(ONE, TWO);
	}

	@Test
	void aGlobalStoreIsEverywhere() {
		InstanceDirectory.Partitioner never = (topic, partitions) -> {
			throw new IllegalStateException("It has no partitions.");
		};
		assertThat(this.directory.withStore("global")).extracting(StreamsMetadata::hostInfo)
			.containsExactlyInAnyOrder(ONE, TWO);
		assertThat(this.directory.ofKey("global", never)).isEqualTo(new KeyQueryMetadata(TWO, Set.of(), -1));
		this.own = null;
		this.hosts.remove(TWO);
		assertThat(this.directory.ofKey("global", never)).isEqualTo(new KeyQueryMetadata(ONE, Set.of(), -1));
		this.hosts.clear();
		assertThat(this.directory.ofKey("global", never)).isEqualTo(KeyQueryMetadata.NOT_AVAILABLE);
	}

	@Test
	void whatIsAskedForHasToBeThere() {
		assertThatExceptionOfType(UnknownStateStoreException.class)
			.isThrownBy(() -> this.directory.withStore("nothing"));
		this.state = State.CREATED;
		assertThatExceptionOfType(StreamsNotStartedException.class)
			.isThrownBy(() -> this.directory.withStore("global"));
	}

}
