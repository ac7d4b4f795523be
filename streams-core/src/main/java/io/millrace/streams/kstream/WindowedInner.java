package io.millrace.streams.kstream;

import java.util.Map;
import java.util.Objects;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Finds the serde of the key within a window where it is named in settings: one by a
 * serializer's or deserializer's own setting, or by the one that both had in common
 * before. Used by the serialisers of windowed keys.
 */
final class WindowedInner {

	private static final String COMMON = "windowed.inner.class.serde";

	private WindowedInner() {
	}

	/**
	 * Makes the serde that is named.
	 * @param settings the settings
	 * @param setting the name of the setting
	 * @return the serde, or null if none is named
	 * @throws ConfigException if the class can't be made, or is no serde
	 */
	@SuppressWarnings("unchecked")
	static <T> @Nullable Serde<T> named(Map<String, ?> settings, String setting) {
		Object given = (settings.get(setting) != null) ? settings.get(setting) : settings.get(COMMON);
		if (given == null) {
			return null;
		}
		try {
			return (Serde<T>) Utils.newInstance(given.toString(), Serde.class);
		}
		catch (ClassNotFoundException | KafkaException | ClassCastException ex) {
			throw new ConfigException(setting, given, "Set it to the name of a class of a serde.");
		}
	}

	/**
	 * Checks that a constructor and settings agree.
	 */
	static <T> T agreed(@Nullable T constructed, @Nullable T named, String setting) {
		if (constructed != null && named != null && constructed.getClass() != named.getClass()) {
			throw new IllegalArgumentException(
					"The inner class is " + constructed.getClass().getName() + " by the constructor but "
							+ named.getClass().getName() + " by " + setting + "; set one of them.");
		}
		if (constructed == null && named == null) {
			throw new IllegalArgumentException(
					"The inner class isn't known; give it to the constructor, or set " + setting + ".");
		}
		return (constructed != null) ? constructed : Objects.requireNonNull(named);
	}

	static <T> T ready(@Nullable T inner, String setting) {
		if (inner == null) {
			throw new IllegalArgumentException(
					"The inner class isn't known; give it to the constructor, or set " + setting + ".");
		}
		return inner;
	}

}
