package io.millrace.streams.state;

import java.time.Duration;
import java.util.Objects;

import io.millrace.streams.kstream.EmitStrategy;
import org.jspecify.annotations.Nullable;

/**
 * What the DSL asks of a window store. Immutable.
 */
public class DslWindowParams {

	private final String name;

	private final Duration retentionPeriod;

	private final Duration windowSize;

	private final boolean retainDuplicates;

	private final EmitStrategy emitStrategy;

	private final boolean slidingWindow;

	private final boolean timestamped;

	/**
	 * Makes it.
	 * @param name the store's name
	 * @param retentionPeriod how long windows are kept after their start
	 * @param windowSize the size of the windows
	 * @param retainDuplicates whether a second value for a key and window is kept beside
	 * the first
	 * @param emitStrategy when results are given
	 * @param isSlidingWindow whether the windows are sliding ones
	 * @param isTimestamped whether a timestamp is kept with each value
	 */
	public DslWindowParams(String name, Duration retentionPeriod, Duration windowSize, boolean retainDuplicates,
			EmitStrategy emitStrategy, boolean isSlidingWindow, boolean isTimestamped) {
		this.name = Objects.requireNonNull(name, "name can't be null");
		this.retentionPeriod = Objects.requireNonNull(retentionPeriod, "retentionPeriod can't be null");
		this.windowSize = Objects.requireNonNull(windowSize, "windowSize can't be null");
		this.retainDuplicates = retainDuplicates;
		this.emitStrategy = Objects.requireNonNull(emitStrategy, "emitStrategy can't be null");
		this.slidingWindow = isSlidingWindow;
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
	 * How long windows are kept after their start.
	 * @return the time, which the supplier has to keep them at least
	 */
	public Duration retentionPeriod() {
		return this.retentionPeriod;
	}

	/**
	 * The size of the windows.
	 * @return the size
	 */
	public Duration windowSize() {
		return this.windowSize;
	}

	/**
	 * Whether a second value for a key and window is kept beside the first.
	 * @return true for the stores of joins
	 */
	public boolean retainDuplicates() {
		return this.retainDuplicates;
	}

	/**
	 * When results are given.
	 * @return the strategy
	 */
	public EmitStrategy emitStrategy() {
		return this.emitStrategy;
	}

	/**
	 * Whether the windows are sliding ones.
	 * @return true if so
	 */
	public boolean isSlidingWindow() {
		return this.slidingWindow;
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
		return other instanceof DslWindowParams params && this.name.equals(params.name)
				&& this.retentionPeriod.equals(params.retentionPeriod) && this.windowSize.equals(params.windowSize)
				&& this.retainDuplicates == params.retainDuplicates
				&& this.emitStrategy.type() == params.emitStrategy.type() && this.slidingWindow == params.slidingWindow
				&& this.timestamped == params.timestamped;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.name, this.retentionPeriod, this.windowSize, this.retainDuplicates,
				this.emitStrategy.type(), this.slidingWindow, this.timestamped);
	}

	@Override
	public String toString() {
		return "DslWindowParams(" + this.name + ")";
	}

}
