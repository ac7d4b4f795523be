package io.millrace.streams.internal.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.internal.commit.FailureTable;
import io.millrace.streams.internal.commit.Verdict;
import io.millrace.streams.internal.restore.ChangelogIdentities;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the state of tasks, once it is known which topics their changelogs are, and again
 * after failures that pass. What follows from a failure is decided by
 * {@link StateRecovery}; this is the shell that opens, logs and reports. Used by
 * {@link AssignedTasks}.
 */
final class TaskOpening {

	private static final Logger logger = LoggerFactory.getLogger(TaskOpening.class);

	private final ChangelogIdentities identities;

	private final StateRecovery<TaskId> recovery = new StateRecovery<>();

	private final Map<TaskId, String> lacks = new HashMap<>();

	TaskOpening(ChangelogIdentities identities) {
		this.identities = identities;
	}

	/**
	 * Opens those tasks for which it's time.
	 * @param tasks tasks, whatever their phase
	 * @param now milliseconds
	 * @return the tasks that couldn't be opened, to be closed and made again
	 */
	List<OwnedTask> open(Collection<OwnedTask> tasks, long now) {
		List<OwnedTask> due = new ArrayList<>();
		Set<String> topics = new HashSet<>();
		for (OwnedTask task : tasks) {
			if (task.phase() == OwnedTask.Phase.CREATED && this.recovery.mayOpen(task.id(), now)) {
				due.add(task);
				topics.addAll(task.task().changelogsOfDisk());
			}
		}
		ChangelogIdentities.Answer answer = topics.isEmpty() ? null : this.identities.of(topics, now);
		List<OwnedTask> failed = new ArrayList<>();
		for (OwnedTask task : due) {
			Set<String> needed = task.task().changelogsOfDisk();
			TopicIdentities known = (answer != null) ? answer.identities() : TopicIdentities.UNKNOWN;
			if ((needed.isEmpty() || (answer != null && answer.topics().containsAll(needed)))
					&& !opened(task, known, now)) {
				failed.add(task);
			}
		}
		return failed;
	}

	private boolean opened(OwnedTask task, TopicIdentities known, long now) {
		try {
			task.open(known);
			this.recovery.opened(task.id());
			return true;
		}
		catch (RuntimeException ex) {
			failed(task, ex, now);
			return false;
		}
	}

	/**
	 * A task's state couldn't be opened, restored or written.
	 * @param task the task, to be closed and made again
	 * @param failure what was thrown
	 * @param now milliseconds
	 * @throws RuntimeException the failure, if the thread can't go on
	 */
	void failed(OwnedTask task, RuntimeException failure, long now) {
		Verdict verdict = FailureTable.verdict(failure);
		StateRecovery.Action action = this.recovery.failed(task.id(), verdict, now);
		if (action == StateRecovery.Action.FAIL) {
			throw failure;
		}
		if (verdict == Verdict.AWAIT_ROOM) {
			this.lacks.put(task.id(), String.valueOf(failure.getMessage()));
		}
		if (action == StateRecovery.Action.TELL_AND_OPEN_AGAIN) {
			logger.warn("{} Nothing is lost: what is committed is in the changelogs, and tasks catch up from there as"
					+ " soon as there is room", failure.getMessage());
		}
		logger.debug("The state of task {} can't be used; it's opened again", task.id(), failure);
	}

	/**
	 * A commit has left a task in a state that can't be trusted.
	 * @param task the task, to be closed and made again
	 * @param failure what was thrown, if anything is known
	 * @param now milliseconds
	 */
	void lost(OwnedTask task, @Nullable RuntimeException failure, long now) {
		if (failure != null && FailureTable.verdict(failure) == Verdict.AWAIT_ROOM) {
			failed(task, failure, now);
		}
		else {
			logger.warn("Task {} is opened again and catches up from its changelogs", task.id(), failure);
		}
	}

	/**
	 * Tasks have written their state.
	 * @param tasks the tasks that were committed
	 */
	void committed(Collection<OwnedTask> tasks) {
		if (this.recovery.none()) {
			return;
		}
		for (OwnedTask task : tasks) {
			this.lacks.remove(task.id());
			if (this.recovery.written(task.id())) {
				logger.info("There is room on the disk again; all tasks go on");
			}
		}
	}

	/**
	 * A task was given away.
	 * @param task the task
	 */
	void forget(TaskId task) {
		this.identities.forget();
		this.recovery.forget(task);
		this.lacks.remove(task);
	}

	/**
	 * What tasks wait for.
	 * @param running the tasks that process, and so don't wait
	 */
	List<Waiting> waiting(Collection<OwnedTask> running) {
		if (this.lacks.isEmpty()) {
			return List.of();
		}
		Set<TaskId> waiting = this.recovery.awaitingRoom();
		running.forEach((task) -> waiting.remove(task.id()));
		List<Waiting> all = new ArrayList<>();
		waiting.forEach((id) -> all.add(new Waiting(Reason.DISK_FULL, this.lacks.getOrDefault(id, ""))));
		return all;
	}

}
