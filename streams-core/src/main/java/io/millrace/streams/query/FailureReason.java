package io.millrace.streams.query;

/**
 * Why a partition of a store doesn't answer a query.
 */
public enum FailureReason {

	/**
	 * The store doesn't know this kind of query. Asking again won't help.
	 */
	UNKNOWN_QUERY_TYPE,

	/**
	 * The partition is on this instance, but isn't processed by it at the moment: its
	 * state is being restored, or another instance may have taken it over since this one
	 * heard of its group. Try again later, or ask the other instances.
	 */
	NOT_ACTIVE,

	/**
	 * The store doesn't reflect its input as far as the request demands. Try again later.
	 */
	NOT_UP_TO_BOUND,

	/**
	 * The partition isn't on this instance, or has left it while it was asked. Ask the
	 * other instances.
	 */
	NOT_PRESENT,

	/**
	 * There is no such partition on any instance.
	 */
	DOES_NOT_EXIST,

	/**
	 * The store failed to answer, for a reason that the message tells.
	 */
	STORE_EXCEPTION

}
