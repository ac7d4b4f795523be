package io.millrace.streams.internal.dsl;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.GlobalTableSourceOperator;
import io.millrace.streams.internal.operator.ProcessorOperator;
import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Program} that every instance has in full: global tables and
 * stores, each with the topic that fills it.
 */
public final class GlobalStores {

	private final Program program;

	private final Map<String, Step.Source> sources = new HashMap<>();

	GlobalStores(Program program) {
		this.program = program;
	}

	/**
	 * The source that reads a topic for a global store, or null if none does.
	 */
	Step.@Nullable Source sourceOf(String topic) {
		return this.sources.get(topic);
	}

	/**
	 * Declares a global table of a topic.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @param consumed how it is read
	 * @param materialized how it is stored; null for the default
	 * @return the table
	 * @throws TopologyException if the topic isn't legal or is read already, or the name
	 * of the store is taken
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> table(String topic,
			Consumed<K, V> consumed, @Nullable Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		LegalName.check("name of a topic", topic);
		Declared.Input<K, V> read = Declared.input(consumed);
		Declared.Storage<K, V> stored = (materialized != null) ? Declared.storage(materialized)
				: Declared.Storage.defaults();
		Declared.Storage<K, V> settings = stored.orElse(read.serdes()).unlogged();
		String storeName = (settings.name() != null) ? settings.name()
				: this.program.names().generateStore(topic + "-");
		Step.Source source = source(topic, read.orElse(stored.serdes()));
		String name = this.program.names().operator("KTABLE-SOURCE-", read.name());
		TableStorage storage = this.program.storage(storeName, name, settings, true);
		if (storage.versioned()) {
			throw new TopologyException("Store " + storeName + " of global table " + name
					+ " is versioned, which a global table can't be; give it a plain key-value store.");
		}
		this.program.add(new Step.GlobalStore(name, source, () -> new GlobalTableSourceOperator(storeName),
				"global-table-source", storage::builder, storage.hint()));
		return new DeclaredGlobalTable<>(this.program, storeName);
	}

	/**
	 * Declares a global store that a processor fills.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param builder makes the store, which has no changelog but its topic
	 * @param topic the topic
	 * @param consumed how it is read
	 * @param supplier makes the processor
	 * @throws TopologyException if a name isn't legal, the topic is read already, or the
	 * name of the store is taken
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> void store(StoreBuilder<?> builder, String topic,
			Consumed<K, V> consumed, ProcessorSupplier<K, V, Void, Void> supplier) {
		Objects.requireNonNull(builder, "storeBuilder can't be null");
		Objects.requireNonNull(supplier, "stateUpdateSupplier can't be null");
		LegalName.check("name of a store", builder.name());
		LegalName.check("name of a topic", topic);
		Declared.Input<K, V> input = Declared.input(consumed);
		Step.Source source = source(topic, input);
		String name = this.program.names().operator("KTABLE-SOURCE-", input.name());
		Collection<StoreBuilder<?>> stores = supplier.stores();
		if (stores != null && !stores.isEmpty()) {
			throw new TopologyException("Processor " + name + " of global store " + builder.name()
					+ " brings stores of its own; it can have none but the global one.");
		}
		this.program.names().reserveStore(builder.name(), name);
		builder.withLoggingDisabled();
		this.program.add(new Step.GlobalStore(name, source, ProcessorOperator.globalFactory(name, supplier),
				"global-store", () -> builder, null));
	}

	private Step.Source source(String topic, Declared.Input<?, ?> input) {
		String name = this.program.names()
			.operator("KSTREAM-SOURCE-", (input.name() != null) ? input.name() + "-source" : null);
		this.program.checkUnread(name, Set.of(topic));
		Step.Source source = new Step.Source(name, List.of(topic), input);
		this.sources.put(topic, source);
		return source;
	}

}
