package io.millrace.streams.internal.store;

import java.util.Objects;

import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.utils.Bytes;

/**
 * Says that a window store lives in the task's own engine, and what it is like. Made by
 * {@link io.millrace.streams.state.Stores}, and by the DSL for stores that the user says
 * nothing about.
 *
 * @param name the store's name
 * @param place where the content should be
 * @param retentionPeriod how long windows are kept, in milliseconds
 * @param windowSize the size of the windows in milliseconds
 * @param retainDuplicates whether a second value for a window is kept beside the first
 * @param reach how much longer windows are kept than they are seen, in milliseconds
 */
public record BuiltInWindowStoreSupplier(String name, Place place, long retentionPeriod, long windowSize,
		boolean retainDuplicates, long reach) implements WindowBytesStoreSupplier {

	public BuiltInWindowStoreSupplier {
		Objects.requireNonNull(name, "A store needs a name; it is null");
		if (retentionPeriod < 0) {
			throw new IllegalArgumentException(
					"The retention of store " + name + " can't be " + retentionPeriod + " ms; it mustn't be negative.");
		}
		if (windowSize < 0) {
			throw new IllegalArgumentException("The size of the windows of store " + name + " can't be " + windowSize
					+ " ms; it mustn't be negative.");
		}
		if (windowSize > retentionPeriod) {
			throw new IllegalArgumentException("The retention of store " + name + " can't be " + retentionPeriod
					+ " ms, less than the " + windowSize + " ms of a window; make it that long at least.");
		}
	}

	/**
	 * Leaves the place to the application's setting {@code state.store}.
	 * @param name the store's name
	 * @param retentionPeriod how long windows are kept, in milliseconds
	 * @param windowSize the size of the windows in milliseconds
	 * @return a supplier
	 */
	public static BuiltInWindowStoreSupplier anywhere(String name, long retentionPeriod, long windowSize) {
		return new BuiltInWindowStoreSupplier(name, Place.ANYWHERE, retentionPeriod, windowSize, false, 0);
	}

	/**
	 * The same, but windows are kept longer than they are seen, so that it can be asked
	 * whether they {@linkplain FormerWindows were there}.
	 * @param reach how much longer, in milliseconds
	 * @return another supplier
	 */
	public BuiltInWindowStoreSupplier reaching(long reach) {
		return new BuiltInWindowStoreSupplier(this.name, this.place, this.retentionPeriod, this.windowSize,
				this.retainDuplicates, reach);
	}

	@Override
	public long segmentIntervalMs() {
		return SegmentLayout.defaultInterval(this.retentionPeriod);
	}

	@Override
	public WindowStore<Bytes, byte[]> get() {
		throw new UnsupportedOperationException(
				"The store " + this.name + " lives in the engine of its task and has no store of bytes of its own.");
	}

	@Override
	public String metricsScope() {
		return (this.place == Place.MEMORY) ? "in-memory-window" : "persistent-window";
	}

}
