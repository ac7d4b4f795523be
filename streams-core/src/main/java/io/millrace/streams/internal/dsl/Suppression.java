package io.millrace.streams.internal.dsl;

import java.time.Duration;

import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.kstream.Suppressed;
import org.jspecify.annotations.Nullable;

/**
 * Which changes of a table are kept from what comes after it. Made by {@link Suppressed},
 * read when the suppression is declared. Immutable.
 *
 * @param <K> the type of the table's keys
 * @param name the name of the operator; null for a generated one
 * @param untilWindowCloses whether changes are kept until their window closes
 * @param limit how long they are kept otherwise
 * @param buffer how much is buffered
 */
public record Suppression<K extends @Nullable Object>(@Nullable String name, boolean untilWindowCloses, Duration limit,
		Suppressed.BufferConfig<?> buffer) implements Suppressed<K> {

	/**
	 * Checks the name.
	 */
	public Suppression {
		LegalName.checkIfGiven("name of a suppression", name);
	}

	@Override
	public Suppressed<K> withName(@Nullable String other) {
		return new Suppression<>(other, this.untilWindowCloses, this.limit, this.buffer);
	}

}
