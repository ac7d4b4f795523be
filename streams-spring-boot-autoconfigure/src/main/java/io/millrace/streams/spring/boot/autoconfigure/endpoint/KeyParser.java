package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys as they are given in a URL, into what a store's serde writes.
 */
class KeyParser {

	private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.of(String.class, (text) -> text,
			Integer.class, Integer::valueOf, Long.class, Long::valueOf, Short.class, Short::valueOf, Double.class,
			Double::valueOf, Float.class, Float::valueOf, Boolean.class, KeyParser::parseBoolean, UUID.class,
			UUID::fromString);

	private final @Nullable JsonConversion json;

	/**
	 * Make a parser.
	 * @param json reads keys of other types than numbers and text, or {@code null}
	 */
	KeyParser(@Nullable JsonConversion json) {
		this.json = json;
	}

	/**
	 * Read a key.
	 * @param store the name of the store
	 * @param serde the serde of its keys
	 * @param text the key as it was given
	 * @return the key
	 * @throws BadQueryException if it can't be read as the type of the keys, or keys of
	 * that type can't be given as text
	 */
	Object parse(String store, Serde<?> serde, String text) {
		Class<?> type = SerdeTypes.typeOf(serde);
		Function<String, Object> parser = (type != null) ? PARSERS.get(type) : null;
		if (type == null || (parser == null && !isJson(type))) {
			throw new BadQueryException("Keys of store '" + store + "' can't be given as text: its serde is "
					+ serde.getClass().getTypeName() + "; leave out 'key', 'from' and 'to' to list entries");
		}
		try {
			return (parser != null) ? parser.apply(text) : readJson(type, text);
		}
		catch (RuntimeException ex) {
			throw new BadQueryException("'" + text + "' can't be read as a key of store '" + store + "', which is "
					+ ((parser != null) ? "of type " : "to be given as JSON of type ") + type.getTypeName());
		}
	}

	private boolean isJson(Class<?> type) {
		return this.json != null && !type.isArray() && !type.getName().startsWith("org.apache.kafka.")
				&& !type.getName().startsWith("java.nio.");
	}

	private Object readJson(Class<?> type, String text) {
		if (this.json == null) {
			throw new IllegalStateException("No JSON library");
		}
		return this.json.read(text, type);
	}

	private static Boolean parseBoolean(String text) {
		return switch (text) {
			case "true" -> true;
			case "false" -> false;
			default -> throw new IllegalArgumentException("Neither true nor false");
		};
	}

}
