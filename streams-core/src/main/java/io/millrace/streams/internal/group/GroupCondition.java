package io.millrace.streams.internal.group;

import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * What the statuses of a group mean for a member: what it waits for, or why it has to
 * stop. A pure interpretation; the thread loop acts on it.
 *
 * @param waiting what keeps the group from processing
 * @param failure one sentence why the member must stop; null if it needn't
 * @param shutdown whether it must stop because another instance asked all to
 */
public record GroupCondition(List<Waiting> waiting, @Nullable String failure, boolean shutdown) {

	public GroupCondition {
		waiting = List.copyOf(waiting);
	}

	/**
	 * Nothing is known of the group.
	 * @return a condition without anything
	 */
	public static GroupCondition none() {
		return new GroupCondition(List.of(), null, false);
	}

	/**
	 * Interprets the statuses of a heartbeat.
	 * @param groupId the group id, which is the application id
	 * @param statuses what the coordinator said
	 * @param failOnMissingTopics whether a missing source topic is a failure
	 * @return the condition
	 */
	public static GroupCondition of(String groupId, List<GroupStatus> statuses, boolean failOnMissingTopics) {
		List<Waiting> waiting = new ArrayList<>();
		String failure = null;
		boolean shutdown = false;
		for (GroupStatus status : statuses) {
			String detail = status.detail().isBlank() ? "" : " " + sentence(status.detail());
			switch (status.code()) {
				case GroupStatus.MISSING_SOURCE_TOPICS -> {
					String text = "Group " + groupId + " can't process because source topics don't exist." + detail
							+ " Create them, and processing starts by itself.";
					waiting.add(new Waiting(Reason.MISSING_SOURCE_TOPICS, text));
					if (failOnMissingTopics) {
						failure = "Group " + groupId + " can't process because source topics don't exist." + detail
								+ " Create them and start the application again.";
					}
				}
				case GroupStatus.INCORRECTLY_PARTITIONED_TOPICS ->
					waiting.add(new Waiting(Reason.INCORRECTLY_PARTITIONED_TOPICS,
							"Group " + groupId + " can't process because topics that are read together differ in"
									+ " their number of partitions, or an internal topic has a wrong number." + detail
									+ " Give them the same number."));
				case GroupStatus.MISSING_INTERNAL_TOPICS -> waiting.add(new Waiting(Reason.MISSING_INTERNAL_TOPICS,
						"The broker is creating the repartition and changelog topics of group " + groupId + "."
								+ detail));
				case GroupStatus.ASSIGNMENT_DELAYED -> waiting.add(new Waiting(Reason.ASSIGNMENT_DELAYED,
						"The broker waits for more members before it hands out the tasks of group " + groupId + "."
								+ detail));
				case GroupStatus.SHUTDOWN_APPLICATION -> {
					shutdown = true;
					failure = "An instance of group " + groupId
							+ " asked all instances to shut down after a failure; its log says which.";
				}
				default -> {
					// STALE_TOPOLOGY and MISSING_CLIENT_TAGS hinder nothing; a code of a
					// later release can't be understood and isn't an error in itself.
				}
			}
		}
		return new GroupCondition(waiting, failure, shutdown);
	}

	private static String sentence(String detail) {
		String text = detail.strip();
		return text.endsWith(".") ? text : text + ".";
	}

}
