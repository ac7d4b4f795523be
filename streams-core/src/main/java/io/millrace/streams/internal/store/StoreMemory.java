package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;

/**
 * What a store whose content expires knows of its past: its stream time, and the last
 * number given to a duplicate. The engine keeps both with the content they belong to, so
 * they outlive restarts and come back from a changelog. Each such store of a task has
 * one, and walks it through records and commits as it does its {@link Overlay}.
 */
final class StoreMemory {

	private final StateEngine engine;

	private final String store;

	/** Whether what is here is what the engine keeps, or later. */
	private boolean recalled;

	private long streamTime = -1;

	private int sequence;

	private long markedStreamTime = -1;

	private int markedSequence;

	private long committedStreamTime = -1;

	StoreMemory(StateEngine engine, String store) {
		this.engine = engine;
		this.store = store;
	}

	/**
	 * The latest time written, in milliseconds since the epoch, -1 if there is none.
	 */
	long streamTime() {
		if (!this.recalled) {
			recall();
		}
		return this.streamTime;
	}

	/**
	 * What {@link #streamTime} was at the last commit.
	 */
	long committedStreamTime() {
		return this.committedStreamTime;
	}

	/**
	 * The last number given to a duplicate.
	 */
	int sequence() {
		return this.sequence;
	}

	/**
	 * Goes back to what the engine keeps.
	 */
	private void recall() {
		Kept kept = kept(this.engine, this.store);
		this.streamTime = kept.streamTime();
		this.sequence = kept.sequence();
		this.committedStreamTime = this.streamTime;
		this.recalled = true;
		mark();
	}

	void advanceStreamTime(long time) {
		this.streamTime = Math.max(streamTime(), time);
	}

	void advanceSequence(int number) {
		this.sequence = Math.max(this.sequence, number);
	}

	void nextSequence() {
		streamTime();
		this.sequence = (this.sequence + 1) & Integer.MAX_VALUE;
	}

	void mark() {
		this.markedStreamTime = this.streamTime;
		this.markedSequence = this.sequence;
	}

	void rollback() {
		this.streamTime = this.markedStreamTime;
		this.sequence = this.markedSequence;
	}

	/**
	 * Has the engine keep it.
	 * @param numbered whether duplicates were numbered, with stream time the same perhaps
	 */
	void publish(EngineBatch batch, boolean numbered) {
		if (this.streamTime > this.committedStreamTime || numbered) {
			batch.put(this.store, SegmentLayout.MEMORY_KEY, new Kept(this.streamTime, this.sequence).bytes());
		}
		this.committedStreamTime = this.streamTime;
		mark();
	}

	/**
	 * Has it recalled when it is needed next, since what the engine keeps may change.
	 */
	void forget() {
		this.recalled = false;
	}

	/**
	 * What the engine keeps for a store.
	 */
	static Kept kept(StateEngine engine, String store) {
		byte[] bytes = engine.get(store, SegmentLayout.MEMORY_KEY);
		if (bytes == null) {
			return new Kept(-1, 0);
		}
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		return new Kept(buffer.getLong(), buffer.getInt());
	}

	/**
	 * What the engine keeps beside the content.
	 *
	 * @param streamTime the latest time written, -1 if there is none
	 * @param sequence the last number given to a duplicate
	 */
	record Kept(long streamTime, int sequence) {

		private byte[] bytes() {
			return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
				.putLong(this.streamTime)
				.putInt(this.sequence)
				.array();
		}

	}

}
