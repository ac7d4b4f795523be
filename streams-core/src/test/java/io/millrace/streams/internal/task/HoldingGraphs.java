package io.millrace.streams.internal.task;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.OperatorContext;
import io.millrace.streams.internal.operator.ReduceOperator;
import io.millrace.streams.internal.operator.TableFilterOperator;
import io.millrace.streams.internal.operator.TableSourceOperator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The topologies that {@link HoldingTests} runs: a table, and operators before and behind
 * it that fail on demand. Those that only look note what they see.
 */
final class HoldingGraphs {

	private final List<String> changes = new ArrayList<>();

	/**
	 * The changes that recorders have seen so far, live.
	 */
	List<String> changes() {
		return this.changes;
	}

	Operator recorder() {
		return new Recorder(this.changes);
	}

	TopologyGraph reducing(boolean cached, Serde<?> serde) {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		graph.add(new NodeSpec.Processing("before", List.of("in"),
				() -> (Operator) new Spreading(serde.serializer().getClass() != StringSerializer.class), "test"));
		graph.add(new NodeSpec.Processing("table", List.of("before"),
				() -> (Operator) new ReduceOperator("rows",
						(one, other) -> (one instanceof Opaque)
								? new Opaque(shortened(one.toString(), other.toString()))
								: shortened((String) one, (String) other)),
				"reduce"));
		graph.addStore(rows(cached, serde), "table");
		behind(graph, serde);
		return graph;
	}

	TopologyGraph table() {
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("in", List.of("in"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		graph.add(new NodeSpec.Processing("table", List.of("in"),
				() -> (Operator) new TableSourceOperator("rows", null), "table"));
		graph.addStore(rows(true, string()), "table");
		graph.add(new NodeSpec.Processing("changes", List.of("table"), this::recorder, "test"));
		return graph;
	}

	private static StoreBuilder<?> rows(boolean cached, Serde<?> serde) {
		StoreBuilder<?> rows = Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), serde,
				serde);
		return cached ? rows.withCachingEnabled() : rows;
	}

	private void behind(TopologyGraph graph, Serde<?> serde) {
		graph.add(new NodeSpec.Processing("changes", List.of("table"), this::recorder, "test"));
		graph.add(new NodeSpec.Processing("filter", List.of("table"),
				() -> (Operator) new TableFilterOperator((key, value) -> value.toString().length() % 2 == 0, true, null,
						false),
				"table-filter"));
		graph.add(new NodeSpec.Processing("filtered", List.of("filter"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		graph.add(new NodeSpec.Sink("filtered-out", List.of("filtered"), "filtered", null, serde.serializer(),
				serde.serializer(), null));
		graph.add(new NodeSpec.Processing("stream", List.of("table"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		graph.add(new NodeSpec.Processing("after", List.of("stream"), () -> (Operator) new Refusing(), "test"));
		graph
			.add(new NodeSpec.Sink("out", List.of("after"), "out", null, serde.serializer(), serde.serializer(), null));
	}

	static Serde<?> string() {
		return Serdes.String();
	}

	/**
	 * Keys and values that the store keeps as bytes.
	 */
	static Serde<?> opaque() {
		Serializer<Opaque> serializer = (topic, data) -> (data != null) ? data.text.getBytes(StandardCharsets.UTF_8)
				: null;
		Deserializer<Opaque> deserializer = (topic, data) -> new Opaque(new String(data, StandardCharsets.UTF_8));
		return Serdes.serdeFrom(serializer, deserializer);
	}

	private static final class Opaque {

		private final String text;

		private Opaque(String text) {
			this.text = text;
		}

		@Override
		public String toString() {
			return this.text;
		}

	}

	/**
	 * Gives a record to several rows, and then fails if it's to.
	 */
	private static final class Spreading extends Operator {

		private final boolean opaque;

		private Spreading(boolean opaque) {
			this.opaque = opaque;
		}

		@Override
		public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
			for (String single : ((String) key).split(",")) {
				forward(this.opaque ? new Opaque(single) : single, this.opaque ? new Opaque((String) value) : value,
						timestamp, headers);
			}
			if (value.equals("!")) {
				throw new IllegalStateException("refused before");
			}
		}

	}

	private static final class Refusing extends Operator {

		@Override
		public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
			if (value.toString().contains("?")) {
				throw new IllegalStateException("refused behind");
			}
			forward(key, value, timestamp, headers);
		}

	}

	private static final class Recorder extends Operator {

		private final List<String> changes;

		private OperatorContext context;

		private Recorder(List<String> changes) {
			this.changes = changes;
		}

		@Override
		public void init(OperatorContext context) {
			this.context = context;
		}

		@Override
		public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
				Headers headers) {
			this.changes.add(key + ":" + oldValue + "->" + newValue + "@" + timestamp + " of " + this.context.topic()
					+ "-" + this.context.partition() + "@" + this.context.offset() + " "
					+ new String(headers.lastHeader("n").value(), StandardCharsets.UTF_8));
		}

	}

	/**
	 * Adds up texts, the end of which is enough.
	 */
	static String shortened(String one, String other) {
		String sum = one + other;
		return sum.substring(Math.max(0, sum.length() - 40));
	}

}
