package io.millrace.streams.kstream;

import java.util.Objects;

import io.millrace.streams.internal.topology.LegalName;
import org.jspecify.annotations.Nullable;

/**
 * Names an operator in the topology. A name shows in {@code Topology.describe()}, in
 * metrics and in errors; without one, an operator gets a generated name with a number
 * that changes when operators are added before it.
 */
public class Named implements NamedOperation<Named> {

	/** The name. */
	protected String name;

	/**
	 * Copies a name.
	 * @param named what to copy
	 */
	protected Named(Named named) {
		this.name = Objects.requireNonNull(named, "named can't be null").name;
	}

	/**
	 * Takes a name.
	 * @param name the name; checked by {@link #validate}
	 */
	protected Named(String name) {
		validate(name);
		this.name = name;
	}

	/**
	 * Names an operator.
	 * @param name letters, digits, {@code .}, {@code _} and {@code -}, 249 at most
	 * @return the name
	 * @throws NullPointerException if the name is null
	 * @throws io.millrace.streams.errors.TopologyException if it has other characters, or
	 * too many
	 */
	public static Named as(String name) {
		return new Named(name);
	}

	/**
	 * Changes the name.
	 * @param name as for {@link #as}; null is refused
	 * @return this object
	 */
	@Override
	public Named withName(@Nullable String name) {
		String given = Objects.requireNonNull(name, "name can't be null");
		validate(given);
		this.name = given;
		return this;
	}

	/**
	 * Checks a name.
	 * @param name the name
	 * @throws NullPointerException if it is null
	 * @throws io.millrace.streams.errors.TopologyException if it isn't a legal name
	 */
	protected static void validate(String name) {
		LegalName.check("name", name);
	}

}
