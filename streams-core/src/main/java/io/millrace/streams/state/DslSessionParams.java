package io.millrace.streams.state;

import java.time.Duration;
import java.util.Objects;

import io.millrace.streams.kstream.EmitStrategy;
import org.jspecify.annotations.Nullable;

/**
 * What the DSL asks of a session store. Immutable.
 */
public class DslSessionParams {

	private final String name;

	private final Duration retentionPeriod;

	private final EmitStrategy emitStrategy;

	/**
	 * Makes it.
	 * @param name the store's name
	 * @param retentionPeriod how long sessions are kept after their end
	 * @param emitStrategy when results are given
	 */
	public DslSessionParams(String name, Duration retentionPeriod, EmitStrategy emitStrategy) {
		this.name = Objects.requireNonNull(name, "name can't be null");
		this.retentionPeriod = Objects.requireNonNull(retentionPeriod, "retentionPeriod can't be null");
		this.emitStrategy = Objects.requireNonNull(emitStrategy, "emitStrategy can't be null");
	}

	/**
	 * The store's name.
	 * @return the name that the supplier has to have
	 */
	public String name() {
		return this.name;
	}

	/**
	 * How long sessions are kept after their end.
	 * @return the time, which the supplier has to keep them at least
	 */
	public Duration retentionPeriod() {
		return this.retentionPeriod;
	}

	/**
	 * When results are given.
	 * @return the strategy
	 */
	public EmitStrategy emitStrategy() {
		return this.emitStrategy;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof DslSessionParams params && this.name.equals(params.name)
				&& this.retentionPeriod.equals(params.retentionPeriod)
				&& this.emitStrategy.type() == params.emitStrategy.type();
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.name, this.retentionPeriod, this.emitStrategy.type());
	}

	@Override
	public String toString() {
		return "DslSessionParams(" + this.name + ")";
	}

}
