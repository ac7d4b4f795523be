package io.millrace.streams.internal.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a program knows of the serdes that its nodes and stores lack: with what a user
 * names them, and what they are for. Part of a {@link TopologyGraph}, filled by the DSL;
 * {@link SerdeCheck} tells users of it.
 */
public final class SerdeHints {

	private final Map<String, Hint> nodes = new HashMap<>();

	private final Map<String, Hint> stores = new HashMap<>();

	private final List<Need> needs = new ArrayList<>();

	/**
	 * Adds what is known of a source or sink.
	 * @param node its name
	 * @param hint what is known
	 */
	public void ofNode(String node, Hint hint) {
		this.nodes.put(node, hint);
	}

	/**
	 * Adds what is known of a store.
	 * @param store its name
	 * @param hint what is known
	 */
	public void ofStore(String store, Hint hint) {
		this.stores.put(store, hint);
	}

	/**
	 * Adds that an operator uses a default serde itself, apart from its stores and
	 * topics.
	 * @param operator its name
	 * @param use what it does with it
	 * @param key true for the serde of keys, false for that of values
	 * @param hint what is known
	 */
	public void need(String operator, String use, boolean key, Hint hint) {
		this.needs.add(new Need(operator, use, key, hint));
	}

	Hint node(String name, String otherwise) {
		return this.nodes.getOrDefault(name, new Hint(otherwise, null));
	}

	Hint store(String name, String otherwise) {
		return this.stores.getOrDefault(name, new Hint(otherwise, null));
	}

	List<Need> needs() {
		return List.copyOf(this.needs);
	}

	/**
	 * What is known of the serdes of a node or store.
	 *
	 * @param namedWith what a user names them with
	 * @param keyType what the keys are known to be; null if that isn't known
	 */
	public record Hint(String namedWith, @Nullable Class<?> keyType) {
	}

	/**
	 * A default serde that an operator uses itself.
	 *
	 * @param operator the operator
	 * @param use what it does with it
	 * @param key whether it is that of keys
	 * @param hint what is known
	 */
	record Need(String operator, String use, boolean key, Hint hint) {
	}

}
