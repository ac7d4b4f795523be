package io.millrace.streams.internal.store;

import java.util.Map;

/**
 * Offers an engine on disk by name. Found by {@link java.util.ServiceLoader}, so that an
 * engine is used as soon as its module is on the class path, and the core names none.
 */
public interface StateEngineProvider {

	/**
	 * The name by which the engine is asked for.
	 * @return the name, in lower case, such as {@code rocksdb}
	 */
	String name();

	/**
	 * Makes a factory. Whoever asks closes it after the last engine if it is
	 * {@link AutoCloseable}.
	 * @param settings the application's settings; the provider takes its own out of them
	 * @return a factory for all tasks of an application
	 * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong
	 */
	StateEngineFactory create(Map<String, ?> settings);

}
