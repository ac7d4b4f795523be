package io.millrace.streams.monitor;

/**
 * Whether a store can be queried on an instance. See
 * {@link ApplicationStatus#storeState(String)}.
 */
public enum StoreState {

	/** A part of it is on its way to this instance and not complete yet. */
	RESTORING,
	/** All parts that are on this instance can be queried. */
	RUNNING,
	/** No part of it is on this instance: others have them, or the instance ends. */
	REVOKED,
	/** The application stopped with an error. */
	FAILED

}
