package io.millrace.streams;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Says where a source starts to read a partition for which the application has not
 * committed an offset yet, or whose committed offset is no longer in the topic.
 * Immutable.
 */
public class AutoOffsetReset {

	private final Strategy strategy;

	private final @Nullable Duration duration;

	private AutoOffsetReset(Strategy strategy, @Nullable Duration duration) {
		this.strategy = strategy;
		this.duration = duration;
	}

	/**
	 * Copies another instance.
	 * @param other what to copy
	 */
	protected AutoOffsetReset(AutoOffsetReset other) {
		this(other.strategy, other.duration);
	}

	/**
	 * Doesn't start anywhere: a missing offset is a failure.
	 * @return the choice
	 */
	public static AutoOffsetReset none() {
		return new AutoOffsetReset(Strategy.NONE, null);
	}

	/**
	 * Starts at the oldest record that the topic still has.
	 * @return the choice
	 */
	public static AutoOffsetReset earliest() {
		return new AutoOffsetReset(Strategy.EARLIEST, null);
	}

	/**
	 * Starts behind the newest record.
	 * @return the choice
	 */
	public static AutoOffsetReset latest() {
		return new AutoOffsetReset(Strategy.LATEST, null);
	}

	/**
	 * Starts at the first record whose timestamp is not older than a while ago.
	 * @param duration how long ago, counted from when the offset is looked up
	 * @return the choice
	 * @throws IllegalArgumentException if the duration is negative
	 */
	public static AutoOffsetReset byDuration(Duration duration) {
		if (duration.isNegative()) {
			throw new IllegalArgumentException("Duration " + duration + " of an offset reset is negative.");
		}
		return new AutoOffsetReset(Strategy.BY_DURATION, duration);
	}

	/**
	 * The kind of choice.
	 * @return the strategy
	 */
	public Strategy strategy() {
		return this.strategy;
	}

	/**
	 * How long ago to start, for {@link Strategy#BY_DURATION}.
	 * @return the duration, empty for other strategies
	 */
	public Optional<Duration> duration() {
		return Optional.ofNullable(this.duration);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof AutoOffsetReset reset && this.strategy == reset.strategy
				&& Objects.equals(this.duration, reset.duration);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.strategy, this.duration);
	}

	/**
	 * The choice as the consumer's setting {@code auto.offset.reset} spells it.
	 * @return for instance {@code earliest} or {@code by_duration:PT1H}
	 */
	@Override
	public String toString() {
		return switch (this.strategy) {
			case NONE -> "none";
			case EARLIEST -> "earliest";
			case LATEST -> "latest";
			case BY_DURATION -> "by_duration:" + this.duration;
		};
	}

	/**
	 * Kinds of choices.
	 */
	public enum Strategy {

		/** Fail. */
		NONE,
		/** The oldest record. */
		EARLIEST,
		/** Behind the newest record. */
		LATEST,
		/** The first record not older than a duration. */
		BY_DURATION

	}

}
