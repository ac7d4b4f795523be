package io.millrace.streams.internal.dsl;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import io.millrace.streams.errors.TopologyException;
import org.jspecify.annotations.Nullable;

/**
 * Gives operators, stores and repartition topics their names and sees that none is given
 * twice. Generated names are numbered across the program; a number is used up even where
 * the user gave a name, so that naming one operator doesn't rename those behind it.
 */
final class Names {

	private final Map<String, String> taken = new HashMap<>();

	private int next;

	/**
	 * Goes on with the numbers, for names that none of these may be.
	 * @return other names, none of them taken
	 */
	Names further() {
		Names further = new Names();
		further.next = this.next;
		return further;
	}

	/**
	 * Makes a name and doesn't reserve it.
	 */
	String generate(String prefix) {
		return String.format(Locale.ROOT, "%s%010d", prefix, this.next++);
	}

	String generateStore(String prefix) {
		return generate(prefix + "STATE-STORE-");
	}

	String operator(String prefix, @Nullable String given) {
		String generated = generate(prefix);
		String name = (given != null) ? given : generated;
		reserveOperator(name);
		return name;
	}

	void reserveOperator(String name) {
		if (this.taken.putIfAbsent("operator " + name, name) != null) {
			throw new TopologyException("Two operators have the name " + name
					+ "; an operator's name has to be unique in its topology, so choose another for one of them.");
		}
	}

	void reserveStore(String name, String operator) {
		String owner = this.taken.putIfAbsent("store " + name, operator);
		if (owner != null) {
			throw new TopologyException("Operator " + operator + " declares a store " + name + ", but " + owner
					+ " has declared one of that name before; give each store its own name.");
		}
	}

	void reserveRepartitionTopic(String topic, String operator) {
		String owner = this.taken.putIfAbsent("topic " + topic, operator);
		if (owner != null) {
			throw new TopologyException("Operator " + operator + " needs a repartition topic " + topic + ", but "
					+ owner + " has one of that name before; give each its own name.");
		}
	}

}
