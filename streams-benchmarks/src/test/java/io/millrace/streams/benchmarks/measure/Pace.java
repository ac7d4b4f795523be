package io.millrace.streams.benchmarks.measure;

import java.util.function.LongSupplier;

/**
 * Decides when records are due; {@link PacedInput} asks it, over and over.
 */
public interface Pace {

	/**
	 * Tells how many records are due by now.
	 * @param now the time, in milliseconds since 1970
	 * @param sent how many have been sent so far
	 * @return how many are to have been sent in all
	 */
	long due(long now, long sent);

	/**
	 * Tells when a record was due.
	 * @param number its number, from 0
	 * @param now the time when it is sent
	 * @return its timestamp
	 */
	long timestamp(long number, long now);

	/**
	 * So many a second, whatever becomes of them.
	 * @param perSecond the rate
	 * @param startEpochMillis when the first record is due
	 * @param endEpochMillis when no more records are due
	 */
	static Pace fixed(int perSecond, long startEpochMillis, long endEpochMillis) {
		return new Pace() {
			@Override
			public long due(long now, long sent) {
				return (Math.min(now, endEpochMillis) - startEpochMillis) * perSecond / 1000;
			}

			@Override
			public long timestamp(long number, long now) {
				return startEpochMillis + number * 1000 / perSecond;
			}
		};
	}

	/**
	 * As fast as it goes, but no further ahead of the results than so. For one sender.
	 * @param seen the timestamp of the last input that there is a result of
	 * @param most how many records with later timestamps there may be, before it waits
	 */
	static Pace bounded(LongSupplier seen, long most) {
		return new BoundedPace(seen, most);
	}

}
