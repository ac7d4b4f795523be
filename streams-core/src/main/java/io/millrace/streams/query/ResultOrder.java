package io.millrace.streams.query;

/**
 * In which order a query wants its results.
 */
public enum ResultOrder {

	/** As suits the store. */
	ANY,
	/** Lowest key, or earliest time, first. */
	ASCENDING,
	/** Highest key, or latest time, first. */
	DESCENDING

}
