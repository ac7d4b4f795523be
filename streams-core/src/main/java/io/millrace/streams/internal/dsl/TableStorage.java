package io.millrace.streams.internal.dsl;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
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

	private boolean required;

	/**
	 * Makes a description.
	 * @param name the store's name
	 * @param operator the operator that writes it
	 * @param settings what the user declared
	 * @param required whether it exists in any case
	 */
	TableStorage(String name, String operator, Declared.Storage<?, ?> settings, boolean required) {
		this.name = name;
		this.named = settings.name() != null;
		this.operator = operator;
		this.settings = settings;
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

	StoreBuilder<?> builder() {
		StoreBuilder<?> builder = builder(this.settings.serdes());
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

	private <K extends @Nullable Object, V extends @Nullable Object> StoreBuilder<TimestampedKeyValueStore<K, V>> builder(
			SerdePair<K, V> serdes) {
		return Stores.timestampedKeyValueStoreBuilder(supplier(), serdes.key(), serdes.value());
	}

	private KeyValueBytesStoreSupplier supplier() {
		if (this.settings.supplier() == null) {
			return BuiltInKeyValueStoreSupplier.anywhere(this.name);
		}
		if (this.settings.supplier() instanceof KeyValueBytesStoreSupplier supplier) {
			return supplier;
		}
		throw new TopologyException("Store " + this.name + " of operator " + this.operator
				+ " has a supplier that makes no key-value stores, a " + this.settings.supplier().getClass().getName()
				+ "; take one from Stores.");
	}

}
