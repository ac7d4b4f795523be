package io.millrace.streams.state;

import java.util.Map;

import org.apache.kafka.common.Configurable;

/**
 * Chooses the stores that the DSL makes without being told by which supplier: for one
 * table or join, or, as
 * {@link io.millrace.streams.StreamsConfig#DSL_STORE_SUPPLIERS_CLASS_CONFIG}, for all of
 * a topology. The suppliers have to be those that {@link Stores} makes.
 */
public interface DslStoreSuppliers extends Configurable {

	@Override
	default void configure(Map<String, ?> configs) {
	}

	/**
	 * Chooses a key-value store.
	 * @param params what is asked of it
	 * @return a supplier of that name
	 */
	KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params);

	/**
	 * Chooses a window store.
	 * @param params what is asked of it
	 * @return a supplier of that name
	 */
	WindowBytesStoreSupplier windowStore(DslWindowParams params);

	/**
	 * Chooses a session store.
	 * @param params what is asked of it
	 * @return a supplier of that name
	 */
	SessionBytesStoreSupplier sessionStore(DslSessionParams params);

}
