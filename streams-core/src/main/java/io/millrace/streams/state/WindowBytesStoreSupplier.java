package io.millrace.streams.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Says what a window store is like. {@link Stores} makes those of Millrace.
 */
public interface WindowBytesStoreSupplier extends StoreSupplier<WindowStore<Bytes, byte[]>> {

	/**
	 * How long the stretches of time are in which windows are stored and expire.
	 * @return milliseconds
	 */
	long segmentIntervalMs();

	/**
	 * The size of the windows, with which their end is computed.
	 * @return milliseconds
	 */
	long windowSize();

	/**
	 * Whether a second value for a key and window is kept beside the first.
	 * @return true if so
	 */
	boolean retainDuplicates();

	/**
	 * How long windows are kept after their start.
	 * @return milliseconds of the store's stream time
	 */
	long retentionPeriod();

}
