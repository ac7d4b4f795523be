package io.millrace.streams.internal.store;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The committed content of a window or session store, which its layout finds windows in.
 * Made by {@link SegmentTaskStore#committedView}.
 */
final class CommittedSegments extends CommittedContent implements SegmentSource {

	private final SegmentLayout layout;

	CommittedSegments(String name, StateEngine engine, SegmentLayout layout, StoreSerdes serdes, BooleanSupplier open) {
		super(name, engine, serdes, open);
		this.layout = layout;
	}

	@Override
	public SegmentLayout layout() {
		return this.layout;
	}

	@Override
	public long streamTime() {
		checkOpen();
		return StoreMemory.kept(this.engine, name()).streamTime();
	}

	/**
	 * Looks up what the engine has for a key and window that hasn't expired.
	 */
	byte @Nullable [] find(Object key, long start, long end) {
		if (this.layout.time(start, end) < this.layout.earliest(streamTime())) {
			return null;
		}
		int sequence = this.layout.duplicates() ? StoreMemory.kept(this.engine, name()).sequence() : 0;
		return this.engine.get(name(), this.layout.engineKey(keyBytes(key), start, end, sequence));
	}

}
