package io.millrace.streams.processor;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Where a record is forwarded to, and with which timestamp. Mutable.
 */
public class To {

	/** The name of the child, null for all. */
	protected @Nullable String childName;

	/** The timestamp in milliseconds, -1 for that of the record being processed. */
	protected long timestamp;

	private To(@Nullable String childName, long timestamp) {
		this.childName = childName;
		this.timestamp = timestamp;
	}

	/**
	 * Copies another.
	 * @param to what to copy
	 */
	protected To(To to) {
		this(to.childName, to.timestamp);
	}

	/**
	 * Takes over the settings of another.
	 * @param to the other
	 */
	protected void update(To to) {
		this.childName = to.childName;
		this.timestamp = to.timestamp;
	}

	/**
	 * Forwards to one child.
	 * @param childName the child's name
	 * @return the direction
	 */
	public static To child(String childName) {
		return new To(childName, -1);
	}

	/**
	 * Forwards to all children.
	 * @return the direction
	 */
	public static To all() {
		return new To((String) null, -1);
	}

	/**
	 * Sets the timestamp.
	 * @param timestamp the timestamp in milliseconds
	 * @return this object
	 */
	public To withTimestamp(long timestamp) {
		this.timestamp = timestamp;
		return this;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof To to && this.timestamp == to.timestamp && Objects.equals(this.childName, to.childName);
	}

	/**
	 * Not supported, since the object changes.
	 * @throws UnsupportedOperationException always
	 */
	@Override
	public int hashCode() {
		throw new UnsupportedOperationException("A To can't be a key: it changes.");
	}

	@Override
	public String toString() {
		return "To: {childName: " + this.childName + ", timestamp: " + this.timestamp + "}";
	}

}
