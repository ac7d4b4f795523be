package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the engine that an application's settings ask for: the one in memory, which is
 * always there, or one whose module registers a {@link StateEngineProvider}. Called by
 * the runtime when an application starts.
 */
public final class StateEngines {

	/**
	 * The name of the engine in memory.
	 */
	public static final String IN_MEMORY = "in-memory";

	private StateEngines() {
	}

	/**
	 * Makes the factory of the engine that was chosen.
	 * @param chosen the engine's name; null for the one on the class path, or the one in
	 * memory if there is none
	 * @param settings the application's settings
	 * @return the factory, to be closed if it is {@link AutoCloseable}
	 * @throws ConfigException if there is no engine of that name
	 */
	public static StateEngineFactory create(@Nullable String chosen, Map<String, ?> settings) {
		List<StateEngineProvider> providers = providers();
		if (chosen == null && !providers.isEmpty()) {
			return providers.get(0).create(settings);
		}
		if (chosen == null || chosen.equals(IN_MEMORY)) {
			return new InMemoryStateEngineFactory();
		}
		for (StateEngineProvider provider : providers) {
			if (provider.name().equals(chosen)) {
				return provider.create(settings);
			}
		}
		throw unknown(chosen);
	}

	/**
	 * Checks a choice before anything is made.
	 * @param chosen the engine's name; null for the default
	 * @throws ConfigException if there is no engine of that name
	 */
	public static void check(@Nullable Object chosen) {
		if (chosen != null && !names().contains(chosen.toString())) {
			throw unknown(chosen);
		}
	}

	private static ConfigException unknown(Object chosen) {
		return new ConfigException("state.store", chosen, "No such engine is on the class path. Set it to one of "
				+ names() + ", or add the module of the engine, such as streams-store-rocksdb.");
	}

	/**
	 * The engines that there are.
	 * @return their names, the one in memory first
	 */
	public static List<String> names() {
		List<String> names = new ArrayList<>(List.of(IN_MEMORY));
		providers().forEach((provider) -> names.add(provider.name()));
		return names;
	}

	private static List<StateEngineProvider> providers() {
		return ServiceLoader.load(StateEngineProvider.class, StateEngineProvider.class.getClassLoader())
			.stream()
			.map(ServiceLoader.Provider::get)
			.toList();
	}

}
