package io.millrace.streams.internal.topology;

import java.util.Objects;

import io.millrace.streams.errors.TopologyException;
import org.jspecify.annotations.Nullable;

/**
 * The rule for names of operators, stores and topics: what Kafka allows in the name of a
 * topic, since most of them become part of one. Asked wherever a program declares a name.
 */
public final class LegalName {

	private static final int MAX_LENGTH = 249;

	private LegalName() {
	}

	/**
	 * Checks a name.
	 * @param what what it names, for the error
	 * @param name the name
	 * @return the name
	 * @throws NullPointerException if it is null
	 * @throws TopologyException if it is empty, too long or has a character that isn't
	 * allowed
	 */
	public static String check(String what, String name) {
		Objects.requireNonNull(name, () -> what + " can't be null");
		if (name.isEmpty()) {
			throw new TopologyException("A " + what + " can't be empty; give at least one character.");
		}
		if (name.equals(".") || name.equals("..")) {
			throw new TopologyException("A " + what + " can't be \"" + name + "\"; choose another.");
		}
		if (name.length() > MAX_LENGTH) {
			throw new TopologyException("A " + what + " can't be longer than " + MAX_LENGTH + " characters; \"" + name
					+ "\" has " + name.length() + ".");
		}
		for (int index = 0; index < name.length(); index++) {
			if (!allowed(name.charAt(index))) {
				throw new TopologyException("A " + what + " can't contain '" + name.charAt(index) + "' as \"" + name
						+ "\" does; use letters of ASCII, digits, '.', '_' and '-'.");
			}
		}
		return name;
	}

	/**
	 * Checks a name that may be left out.
	 * @param what what it names, for the error
	 * @param name the name, or null
	 * @return the name
	 */
	public static @Nullable String checkIfGiven(String what, @Nullable String name) {
		return (name != null) ? check(what, name) : null;
	}

	private static boolean allowed(char character) {
		return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
				|| (character >= '0' && character <= '9') || character == '.' || character == '_' || character == '-';
	}

}
