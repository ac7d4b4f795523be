package io.millrace.streams.internal.topology;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.DefaultSerdes;
import io.millrace.streams.internal.store.BuiltInStoreBuilder;
import io.millrace.streams.internal.store.SuppressionStoreBuilder;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sources, sinks, stores and operators that have no serde: their topology names
 * none, and the application has no default. A task would fail at them when it begins.
 * Asked when a client or a test driver is made.
 */
public final class SerdeCheck {

	private static final String PLAIN_SERDES = Serdes.class.getPackageName();

	private final TopologyGraph graph;

	private final Default keys;

	private final Default values;

	private final Set<String> findings = new LinkedHashSet<>();

	private SerdeCheck(TopologyGraph graph, Default keys, Default values) {
		this.graph = graph;
		this.keys = keys;
		this.values = values;
	}

	/**
	 * Checks a graph.
	 * @param graph what was declared
	 * @param config has the default serdes
	 * @throws TopologyException if a serde is missing
	 * @throws io.millrace.streams.errors.StreamsException if a default serde is needed
	 * and is none
	 */
	public static void check(TopologyGraph graph, StreamsConfig config) {
		SerdeCheck check = new SerdeCheck(graph, new Default(config, true), new Default(config, false));
		graph.nodes().forEach(check::node);
		graph.stores().forEach(check::store);
		graph.globalStores().forEach((store) -> check.store(store.builder(), Set.of(store.processor().name())));
		graph.serdeHints().needs().forEach(check::operator);
		if (check.findings.size() == 1) {
			throw new TopologyException(check.findings.iterator().next());
		}
		if (!check.findings.isEmpty()) {
			throw new TopologyException("The topology lacks serdes:\n - " + String.join("\n - ", check.findings));
		}
	}

	private void node(NodeSpec node) {
		if (node instanceof NodeSpec.Source source
				&& !this.graph.repartitionTopics().containsKey(source.topics().get(0))) {
			SerdeHints.Hint hint = this.graph.serdeHints().node(node.name(), "the deserializers of addSource");
			String what = "Source " + node.name() + ", which reads " + String.join(", ", source.topics()) + ",";
			check(true, missing(source.keyDeserializer(), source.valueDeserializer(), true), what, hint);
			check(false, missing(source.valueDeserializer(), source.valueDeserializer(), false), what, hint);
		}
		else if (node instanceof NodeSpec.Sink sink) {
			// What reads a repartition topic has the serdes of what writes it.
			SerdeHints.Hint hint = this.graph.serdeHints().node(node.name(), "the serializers of addSink");
			String what = "Sink " + node.name() + ", which writes "
					+ ((sink.topic() != null) ? sink.topic() : "topics that are chosen by record") + ",";
			check(true, missing(sink.keySerializer(), sink.valueSerializer(), true), what, hint);
			check(false, missing(sink.valueSerializer(), sink.valueSerializer(), false), what, hint);
		}
	}

	private static boolean missing(@Nullable Object named, @Nullable Object ofValues, boolean key) {
		// What the engine makes for values may write keys too.
		return named == null || DefaultSerdes.neededBy(ofValues, key);
	}

	private void store(StoreSpec store) {
		store(store.builder(), store.operators());
	}

	private void store(StoreBuilder<?> builder, Set<String> operators) {
		if (builder instanceof BuiltInStoreBuilder<?> known) {
			SerdeHints.Hint hint = this.graph.serdeHints()
				.store(builder.name(), "the serdes that Stores takes for its builder");
			// What suppresses makes a serde of windowed keys from that of keys.
			SerdeHints.Hint keyHint = (builder instanceof SuppressionStoreBuilder)
					? new SerdeHints.Hint(hint.namedWith(), null) : hint;
			String what = "Store " + builder.name() + " of " + String.join(", ", new TreeSet<>(operators));
			check(true, known.keySerde() == null, what, keyHint);
			check(false, known.valueSerde() == null, what, hint);
		}
	}

	private void operator(SerdeHints.Need need) {
		check(need.key(), true, "Operator " + need.operator() + ", which " + need.use() + ",", need.hint());
	}

	private void check(boolean key, boolean missing, String what, SerdeHints.Hint hint) {
		if (!missing) {
			return;
		}
		Default otherwise = key ? this.keys : this.values;
		Class<?> type = key ? hint.keyType() : null;
		String unfit = otherwise.unfitFor(type);
		if (unfit != null) {
			this.findings.add(what + " has no " + (key ? "key" : "value") + " serde"
					+ ((type != null) ? " for keys of the type " + type.getName() : "") + ": none is named, and "
					+ unfit + "; name one with " + hint.namedWith() + ((type == Windowed.class)
							? ", such as one of WindowedSerdes." : ", or set " + otherwise.setting + "."));
		}
	}

	/**
	 * A default serde, made once it is asked for.
	 */
	private static final class Default {

		private final StreamsConfig config;

		private final boolean key;

		private final String setting;

		private @Nullable Class<?> checked;

		private Default(StreamsConfig config, boolean key) {
			this.config = config;
			this.key = key;
			this.setting = key ? StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG
					: StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG;
		}

		/**
		 * Why it can't be used; null if it can.
		 */
		private @Nullable String unfitFor(@Nullable Class<?> type) {
			if (this.config.getClass(this.setting) == null) {
				return this.setting + " isn't set";
			}
			Class<?> serde = type();
			if (type == Windowed.class && serde.getPackageName().equals(PLAIN_SERDES)) {
				return this.setting + " is " + serde.getName() + ", which knows no windows";
			}
			return null;
		}

		private Class<?> type() {
			if (this.checked == null) {
				try (Serde<?> serde = this.key ? this.config.defaultKeySerde() : this.config.defaultValueSerde()) {
					this.checked = serde.getClass();
				}
			}
			return this.checked;
		}

	}

}
