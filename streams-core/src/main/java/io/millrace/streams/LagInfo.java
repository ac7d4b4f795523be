package io.millrace.streams;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * How far the local copy of a store's partition is behind its changelog. Immutable.
 */
public class LagInfo {

	private final long currentOffsetPosition;

	private final long endOffsetPosition;

	LagInfo(long currentOffsetPosition, long endOffsetPosition) {
		this.currentOffsetPosition = currentOffsetPosition;
		this.endOffsetPosition = endOffsetPosition;
	}

	/**
	 * The changelog offset that the local copy has reached.
	 * @return the offset of the next record to apply
	 */
	public long currentOffsetPosition() {
		return this.currentOffsetPosition;
	}

	/**
	 * The end of the changelog.
	 * @return the offset that the next record will get
	 */
	public long endOffsetPosition() {
		return this.endOffsetPosition;
	}

	/**
	 * How many offsets the local copy is behind.
	 * @return the difference, never negative
	 */
	public long offsetLag() {
		return Math.max(0, this.endOffsetPosition - this.currentOffsetPosition);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LagInfo info && this.currentOffsetPosition == info.currentOffsetPosition
				&& this.endOffsetPosition == info.endOffsetPosition;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.currentOffsetPosition, this.endOffsetPosition);
	}

	@Override
	public String toString() {
		return "LagInfo(at " + this.currentOffsetPosition + " of " + this.endOffsetPosition + ")";
	}

}
