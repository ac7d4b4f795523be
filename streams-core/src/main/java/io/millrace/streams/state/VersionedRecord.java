package io.millrace.streams.state;

import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A value of a versioned store with the time from which it is valid and, if a later
 * version is known, the time up to which. Immutable if the value is.
 *
 * @param <V> the type of the value
 */
public final class VersionedRecord<V> {

	private final V value;

	private final long timestamp;

	private final @Nullable Long validTo;

	/**
	 * Makes a version that is valid until further notice.
	 * @param value the value
	 * @param timestamp the time from which it is valid, in milliseconds since the epoch
	 * @throws NullPointerException if the value is null
	 */
	public VersionedRecord(V value, long timestamp) {
		this.value = Objects.requireNonNull(value, "A version needs a value; it is null");
		this.timestamp = timestamp;
		this.validTo = null;
	}

	/**
	 * Makes a version that another one has followed.
	 * @param value the value
	 * @param timestamp the time from which it is valid, in milliseconds since the epoch
	 * @param validTo the time from which it is no longer valid
	 * @throws NullPointerException if the value is null
	 */
	public VersionedRecord(V value, long timestamp, long validTo) {
		this.value = Objects.requireNonNull(value, "A version needs a value; it is null");
		this.timestamp = timestamp;
		this.validTo = validTo;
	}

	/**
	 * The value.
	 * @return the value, not null
	 */
	public V value() {
		return this.value;
	}

	/**
	 * The time from which the value is valid.
	 * @return milliseconds since the epoch, inclusive
	 */
	public long timestamp() {
		return this.timestamp;
	}

	/**
	 * The time from which the value is no longer valid.
	 * @return milliseconds since the epoch, exclusive; empty if no later version is known
	 */
	public Optional<Long> validTo() {
		return Optional.ofNullable(this.validTo);
	}

	@Override
	public String toString() {
		return "VersionedRecord{value=" + this.value + ", timestamp=" + this.timestamp + ", validTo=" + this.validTo
				+ "}";
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof VersionedRecord<?> that && this.timestamp == that.timestamp
				&& this.value.equals(that.value) && Objects.equals(this.validTo, that.validTo);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.value, this.timestamp, this.validTo);
	}

}
