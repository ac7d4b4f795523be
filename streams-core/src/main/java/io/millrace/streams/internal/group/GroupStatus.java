package io.millrace.streams.internal.group;

/**
 * A condition of the group, as the coordinator reports it with a heartbeat.
 *
 * @param code the protocol's number for it
 * @param detail the coordinator's words, which name topics; may be empty
 */
public record GroupStatus(int code, String detail) {

	static final int STALE_TOPOLOGY = 0;

	static final int MISSING_SOURCE_TOPICS = 1;

	static final int INCORRECTLY_PARTITIONED_TOPICS = 2;

	static final int MISSING_INTERNAL_TOPICS = 3;

	static final int SHUTDOWN_APPLICATION = 4;

	static final int ASSIGNMENT_DELAYED = 5;

	static final int MISSING_CLIENT_TAGS = 6;

}
