package io.millrace.streams.state;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What the DSL asks of a key-value store. Immutable.
 */
public class DslKeyValueParams {

	private final String name;

	private final boolean timestamped;

	/**
	 * Makes it.
	 * @param name the store's name
	 * @param isTimestamped whether a timestamp is kept with each value
	 */
	public DslKeyValueParams(String name, boolean isTimestamped) {
		this.name = Objects.requireNonNull(name, "name can't be null");
		this.timestamped = isTimestamped;
	}

	/**
	 * The store's name.
	 * @return the name that the supplier has to have
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Whether a timestamp is kept with each value.
	 * @return true if so
	 */
	public boolean isTimestamped() {
		return this.timestamped;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof DslKeyValueParams params && this.name.equals(params.name)
				&& this.timestamped == params.timestamped;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.name, this.timestamped);
	}

	@Override
	public String toString() {
		return "DslKeyValueParams(" + this.name + ")";
	}

}
