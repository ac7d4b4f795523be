package io.millrace.streams.internal.dsl;

import io.millrace.streams.internal.topology.SerdeHints;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.VersionedBytesStoreSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The store that a table has or may come to have: one that the user didn't ask for is
 * made only if an operator needs it.
 */
final class TableStorage {

	private final String name;

	private final boolean named;

	private final String operator;

	private final Declared.Storage<?, ?> settings;

	private final StoreForm form;

	private boolean required;

	/**
	 * Makes a description.
	 * @param name the store's name
	 * @param operator the operator that writes it
	 * @param settings what the user declared
	 * @param form the kind of store
	 * @param required whether it exists in any case
	 */
	TableStorage(String name, String operator, Declared.Storage<?, ?> settings, StoreForm form, boolean required) {
		this.name = name;
		this.named = settings.name() != null;
		this.operator = operator;
		this.settings = settings;
		this.form = form;
		this.required = required;
	}

	String name() {
		return this.name;
	}

	String operator() {
		return this.operator;
	}

	/**
	 * Whether the user gave the name.
	 */
	boolean named() {
		return this.named;
	}

	/**
	 * What a user names the store with.
	 */
	String namedWith() {
		return this.form.namedWith();
	}

	/**
	 * Whether it keeps earlier values too.
	 */
	boolean versioned() {
		return this.settings.supplier() instanceof VersionedBytesStoreSupplier;
	}

	/**
	 * How far back earlier values are kept, in milliseconds; 0 if none are.
	 */
	long historyRetention() {
		return (this.settings.supplier() instanceof VersionedBytesStoreSupplier versions)
				? versions.historyRetentionMs() : 0;
	}

	boolean logged() {
		return this.settings.logged();
	}

	void require() {
		this.required = true;
	}

	boolean required() {
		return this.required;
	}

	@Nullable String nameIfRequired() {
		return this.required ? this.name : null;
	}

	/**
	 * Adds the store to a graph.
	 * @param operator what is connected with it
	 * @param plan knows whether it has a changelog of its own
	 */
	void addTo(TopologyGraph graph, String operator, ProgramPlan plan) {
		String topic = plan.filledFrom(this);
		StoreBuilder<?> builder = builder();
		graph.addStore((topic != null) ? builder.withLoggingDisabled() : builder, operator);
		if (topic != null) {
			graph.logStoreWith(this.name, topic);
		}
		graph.serdeHints().ofStore(this.name, hint());
	}

	SerdeHints.Hint hint() {
		return this.settings.serdes().hint(this.form.serdesNamedWith());
	}

	StoreBuilder<?> builder() {
		StoreBuilder<?> builder = this.form.builder(this.name, this.operator, this.settings);
		if (this.settings.logged()) {
			builder.withLoggingEnabled(this.settings.topicSettings());
		}
		else {
			builder.withLoggingDisabled();
		}
		if (this.settings.cached()) {
			builder.withCachingEnabled();
		}
		else {
			builder.withCachingDisabled();
		}
		return builder;
	}

}
