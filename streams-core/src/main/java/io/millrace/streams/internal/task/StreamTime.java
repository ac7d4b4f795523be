package io.millrace.streams.internal.task;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import io.millrace.streams.internal.operator.WindowClock;
import org.jspecify.annotations.Nullable;

/**
 * The one home of stream time within a task: how far it has got, by which window
 * operators decide what is closed and late, and how it's kept with the committed offsets,
 * in the layout that Kafka Streams uses, so that it survives restarts and moves with the
 * partition.
 */
final class StreamTime {

	/**
	 * No record has been seen yet.
	 */
	static final long UNKNOWN = -1;

	private static final byte LAYOUT = 1;

	private static final int LENGTH = Byte.BYTES + Long.BYTES;

	private final List<Clock> clocks = new ArrayList<>();

	private long now = UNKNOWN;

	long now() {
		return this.now;
	}

	/**
	 * Sees a record about to be processed.
	 */
	void observe(long timestamp) {
		if (timestamp > this.now) {
			this.now = timestamp;
		}
	}

	/**
	 * Goes back, after an abort.
	 */
	void reset(long now) {
		this.now = now;
		for (Clock clock : this.clocks) {
			clock.now = clock.committed;
			clock.marked = clock.committed;
		}
	}

	/**
	 * The clock of a window operator, the same one at each call.
	 */
	WindowClock clock(String operator, long graceMillis) {
		for (Clock clock : this.clocks) {
			if (clock.operator.equals(operator)) {
				return clock;
			}
		}
		Clock clock = new Clock(operator, graceMillis);
		this.clocks.add(clock);
		return clock;
	}

	/**
	 * The record is through: what window operators have seen stays.
	 */
	void mark() {
		for (int i = 0; i < this.clocks.size(); i++) {
			Clock clock = this.clocks.get(i);
			clock.marked = clock.now;
		}
	}

	/**
	 * The record failed: window operators haven't seen it.
	 */
	void rollback() {
		for (int i = 0; i < this.clocks.size(); i++) {
			Clock clock = this.clocks.get(i);
			clock.now = clock.marked;
		}
	}

	/**
	 * What window operators have seen is committed.
	 */
	void committed() {
		for (Clock clock : this.clocks) {
			clock.committed = clock.now;
		}
	}

	static String encode(long partitionTime) {
		byte[] bytes = ByteBuffer.allocate(LENGTH).put(LAYOUT).putLong(partitionTime).array();
		return Base64.getEncoder().encodeToString(bytes);
	}

	/**
	 * Reads the metadata of a committed offset.
	 * @param metadata the metadata, possibly of another origin
	 * @return the partition time, or {@link #UNKNOWN} if the metadata doesn't hold one
	 */
	static long decode(@Nullable String metadata) {
		if (metadata == null || metadata.isEmpty()) {
			return UNKNOWN;
		}
		byte[] bytes;
		try {
			bytes = Base64.getDecoder().decode(metadata);
		}
		catch (IllegalArgumentException ex) {
			return UNKNOWN;
		}
		// Layout 2 of Kafka Streams appends more behind the same two fields.
		if (bytes.length < LENGTH || bytes[0] < 1 || bytes[0] > 2) {
			return UNKNOWN;
		}
		return ByteBuffer.wrap(bytes, Byte.BYTES, Long.BYTES).getLong();
	}

	private static final class Clock implements WindowClock {

		private final String operator;

		private final long grace;

		private long now = UNKNOWN;

		private long marked = UNKNOWN;

		private long committed = UNKNOWN;

		private Clock(String operator, long grace) {
			this.operator = operator;
			this.grace = grace;
		}

		@Override
		public void observe(long timestamp) {
			if (timestamp > this.now) {
				this.now = timestamp;
			}
		}

		@Override
		public long now() {
			return this.now;
		}

		@Override
		public boolean closed(long end) {
			// Not end + grace, which may be beyond all time.
			return end <= this.now - this.grace;
		}

	}

}
