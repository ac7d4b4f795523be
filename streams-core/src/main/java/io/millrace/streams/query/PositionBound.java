package io.millrace.streams.query;

import org.jspecify.annotations.Nullable;

/**
 * How far a store has to reflect its input to answer a query. Each partition of a store
 * is held to what the bound says of the input partitions of its own number, and refuses
 * if it isn't there yet: {@link FailureReason#NOT_UP_TO_BOUND}. It is never there as to a
 * topic that its task doesn't read. A store that reads all partitions of its topic is
 * held to all. Immutable.
 */
public class PositionBound {

	private final Position position;

	private PositionBound(Position position) {
		this.position = position;
	}

	/**
	 * Demands nothing.
	 * @return the bound
	 */
	public static PositionBound unbounded() {
		return new PositionBound(Position.emptyPosition());
	}

	/**
	 * Demands that a position is reached.
	 * @param position the position, which is copied; an empty one demands nothing
	 * @return the bound
	 * @throws NullPointerException if the position is null
	 */
	public static PositionBound at(Position position) {
		return new PositionBound(position.copy());
	}

	/**
	 * Whether it demands nothing.
	 * @return true if so
	 */
	public boolean isUnbounded() {
		return this.position.isEmpty();
	}

	/**
	 * The position to be reached.
	 * @return a copy
	 */
	public Position position() {
		return this.position.copy();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof PositionBound bound && this.position.equals(bound.position);
	}

	@Override
	public int hashCode() {
		return this.position.hashCode();
	}

	@Override
	public String toString() {
		return "PositionBound{" + this.position + "}";
	}

}
