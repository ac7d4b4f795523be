package io.millrace.streams.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Says what a session store is like. {@link Stores} makes those of Millrace.
 */
public interface SessionBytesStoreSupplier extends StoreSupplier<SessionStore<Bytes, byte[]>> {

	/**
	 * How long the stretches of time are in which sessions are stored and expire.
	 * @return milliseconds
	 */
	long segmentIntervalMs();

	/**
	 * How long sessions are kept after their end.
	 * @return milliseconds of the store's stream time
	 */
	long retentionPeriod();

}
