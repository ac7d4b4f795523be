package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts between keys and values of stores and what JSON is made of. Loaded only where
 * Jackson is.
 */
class JsonConversion {

	private final JsonMapper mapper;

	JsonConversion(JsonMapper mapper) {
		this.mapper = mapper;
	}

	/**
	 * Read JSON.
	 * @param text the JSON
	 * @param type the type to read it as
	 * @return the object
	 */
	Object read(String text, Class<?> type) {
		Object read = this.mapper.readValue(text, type);
		if (read == null) {
			throw new IllegalArgumentException("null is no key");
		}
		return read;
	}

	/**
	 * Turn a value into maps, lists, text and numbers, which any JSON library writes in
	 * the same way.
	 * @param value the value
	 * @return the converted value; its {@code toString()} if it can't be written as JSON
	 */
	Object simplify(Object value) {
		try {
			Object simple = this.mapper.convertValue(value, Object.class);
			return (simple != null) ? simple : String.valueOf(value);
		}
		catch (JacksonException | IllegalArgumentException ex) {
			return String.valueOf(value);
		}
	}

}
