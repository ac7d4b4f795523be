package io.millrace.streams.internal.group;

import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.StreamsInvalidTopologyException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * Words what the group's coordinator means with an error that ends a membership. It
 * decides nothing: which errors are fatal is known by the commit room's table.
 */
public final class JoinFailures {

	private JoinFailures() {
	}

	/**
	 * Explains a failure of {@link Membership#poll}.
	 * @param groupId the group id
	 * @param failure what was thrown
	 * @return one sentence or two that say what is wrong and what to do, or null if the
	 * failure isn't one of joining
	 */
	public static @Nullable String explain(String groupId, Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		if (failure instanceof InvalidRequestException && message.contains("Topology updates are not supported")) {
			return "The topology of " + groupId + " differs from the one its streams group was created with, and the"
					+ " broker can't change the topology of a group. Stop all members, delete the streams group while"
					+ " keeping its offsets, and start again; or use another application id.";
		}
		if (failure instanceof GroupIdNotFoundException && message.contains("not a streams group")) {
			return notAStreamsGroup(groupId);
		}
		if (failure instanceof StreamsInvalidTopologyException) {
			return "The broker refuses the topology of " + groupId + ": " + message;
		}
		if (failure instanceof UnsupportedVersionException) {
			return "The broker doesn't support streams groups: use a broker of Kafka 4.2 or later with its feature"
					+ " streams.version at 1. (" + message + ")";
		}
		if (failure instanceof UnreleasedInstanceIdException) {
			return "Another running member of group " + groupId
					+ " has the same group.instance.id; give each member one of its own. (" + message + ")";
		}
		if (failure instanceof GroupMaxSizeReachedException) {
			return "Group " + groupId + " has as many members as the broker allows (group.streams.max.size): start"
					+ " fewer threads or instances.";
		}
		return null;
	}

	static String notAStreamsGroup(String groupId) {
		return "The id " + groupId + " belongs to an active group that isn't a streams group: a consumer group, or an"
				+ " application on the classic protocol. Stop all its members first (the offsets are kept then), or"
				+ " use another application id.";
	}

}
