package io.millrace.streams;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How an instance closes: how long to wait, and whether its members leave the group.
 * Immutable once given to {@link KafkaStreams#close(CloseOptions)}; not thread-safe
 * before.
 */
public class CloseOptions {

	/** Whether members leave the group. */
	protected GroupMembershipOperation operation = GroupMembershipOperation.DEFAULT;

	/** How long to wait; empty to wait until everything has ended. */
	protected Optional<Duration> timeout = Optional.empty();

	private CloseOptions() {
	}

	/**
	 * Copies options.
	 * @param closeOptions the options to copy
	 */
	protected CloseOptions(CloseOptions closeOptions) {
		this.operation = closeOptions.operation;
		this.timeout = closeOptions.timeout;
	}

	/**
	 * Options with a timeout; members leave the group.
	 * @param timeout how long to wait; zero not to wait
	 * @return the options
	 */
	public static CloseOptions timeout(Duration timeout) {
		return new CloseOptions().withTimeout(timeout);
	}

	/**
	 * Options that say whether members leave the group; there is no timeout.
	 * @param operation what members do
	 * @return the options
	 */
	public static CloseOptions groupMembershipOperation(GroupMembershipOperation operation) {
		return new CloseOptions().withGroupMembershipOperation(operation);
	}

	/**
	 * Sets the timeout.
	 * @param timeout how long to wait; zero not to wait
	 * @return these options
	 */
	public CloseOptions withTimeout(Duration timeout) {
		this.timeout = Optional.of(timeout);
		return this;
	}

	/**
	 * Says whether members leave the group.
	 * @param operation what members do
	 * @return these options
	 */
	public CloseOptions withGroupMembershipOperation(GroupMembershipOperation operation) {
		this.operation = Objects.requireNonNull(operation, "The group membership operation is null.");
		return this;
	}

	/**
	 * What members do about the group when they close.
	 */
	public enum GroupMembershipOperation {

		/** They leave; others get their tasks at once. */
		LEAVE_GROUP,
		/**
		 * They don't leave: others get their tasks once the group misses their
		 * heartbeats, which spares them from moving tasks during a short restart.
		 */
		REMAIN_IN_GROUP,
		/** The same as {@link #LEAVE_GROUP}. */
		DEFAULT

	}

}
