package io.millrace.streams.spring.boot.autoconfigure.health;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;

import org.springframework.boot.health.contributor.Status;

/**
 * Judges one application by a snapshot of what it does. Both indicators ask it; no other
 * code decides what is healthy.
 *
 * @param started whether the application was started and not stopped since
 * @param snapshot what it does
 */
record ApplicationHealth(boolean started, ApplicationStatus snapshot) {

	private static final Set<State> ENDED = Set.of(State.PENDING_ERROR, State.ERROR, State.PENDING_SHUTDOWN,
			State.NOT_RUNNING);

	/** What doesn't pass by itself: somebody has to act. */
	private static final Set<Reason> OUTAGES = Set.of(Reason.MISSING_SOURCE_TOPICS,
			Reason.INCORRECTLY_PARTITIONED_TOPICS, Reason.BROKER_UNAVAILABLE, Reason.DISK_FULL);

	static ApplicationHealth of(StreamsApplication application) {
		return new ApplicationHealth(application.isRunning(), application.status());
	}

	/**
	 * Tell whether the application ended although nobody stopped it: only a restart of
	 * the process brings it back.
	 * @return whether it is dead
	 */
	boolean isDead() {
		return this.started && ENDED.contains(this.snapshot.state());
	}

	/**
	 * Tell how fit the application is for work.
	 * @return UP if it processes, OUT_OF_SERVICE while it starts or restores, DOWN if
	 * something is amiss, UNKNOWN if it isn't meant to run
	 */
	Status readiness() {
		if (!this.started) {
			return Status.UNKNOWN;
		}
		if (isDead() || isWaitingFor(OUTAGES)) {
			return Status.DOWN;
		}
		return isStarting() || isRestoring() ? Status.OUT_OF_SERVICE : Status.UP;
	}

	/**
	 * Describe the application, in types that every JSON library writes.
	 * @return the details
	 */
	Map<String, Object> details() {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("status", readiness().getCode());
		details.put("applicationId", this.snapshot.applicationId());
		details.put("state", this.snapshot.state().name());
		List<String> waitingFor = this.snapshot.waitingFor().stream().map(Waiting::detail).toList();
		if (!waitingFor.isEmpty()) {
			details.put("waitingFor", waitingFor);
		}
		this.snapshot.failure().ifPresent((failure) -> details.put("failure", failure));
		details.put("tasks", tasks().size());
		if (isRestoring()) {
			details.put("restoring", tasks().stream().filter(ApplicationHealth::isRestoring).count());
			long remaining = remaining();
			if (remaining >= 0) {
				details.put("remainingRecords", remaining);
			}
		}
		return details;
	}

	private boolean isWaitingFor(Set<Reason> reasons) {
		return this.snapshot.waitingFor().stream().map(Waiting::reason).anyMatch(reasons::contains);
	}

	/**
	 * An instance that has work keeps it through a rebalance, so that it stays ready.
	 */
	private boolean isStarting() {
		return switch (this.snapshot.state()) {
			case CREATED -> true;
			case REBALANCING -> hasNoWork() || isWaitingFor(Set.of(Reason.MISSING_INTERNAL_TOPICS));
			default -> hasNoWork() && isWaitingFor(Set.of(Reason.MISSING_INTERNAL_TOPICS, Reason.ASSIGNMENT_DELAYED));
		};
	}

	private boolean hasNoWork() {
		return tasks().stream().allMatch(TaskStatus::global);
	}

	private boolean isRestoring() {
		return isWaitingFor(Set.of(Reason.RESTORING)) || tasks().stream().anyMatch(ApplicationHealth::isRestoring);
	}

	private static boolean isRestoring(TaskStatus task) {
		return task.state().equals("CREATED") || task.state().equals("RESTORING");
	}

	private List<TaskStatus> tasks() {
		List<TaskStatus> tasks = new ArrayList<>();
		this.snapshot.threads().forEach((thread) -> tasks.addAll(thread.tasks()));
		return tasks;
	}

	private long remaining() {
		return tasks().stream()
			.flatMap((task) -> task.stores().stream())
			.mapToLong(StoreStatus::remaining)
			.filter((remaining) -> remaining > 0)
			.reduce(Long::sum)
			.orElse(-1);
	}

}
