package io.millrace.streams.internal.group;

import java.util.Set;
import java.util.TreeSet;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;

import io.millrace.streams.processor.TaskId;

/**
 * The difference between the tasks a member runs and those the group gives it. A pure
 * decision; the thread loop carries it out.
 *
 * @param open tasks to open
 * @param close tasks to close: the group took them away without revoking them first
 * @param keep tasks that go on
 */
public record TaskChanges(SortedSet<TaskId> open, SortedSet<TaskId> close, SortedSet<TaskId> keep) {

	/**
	 * Compares.
	 * @param owned the tasks that are open
	 * @param assigned the tasks assigned, all of them
	 * @return what to do
	 */
	public static TaskChanges between(Collection<TaskId> owned, Set<TaskId> assigned) {
		SortedSet<TaskId> open = sorted(assigned);
		open.removeAll(Set.copyOf(owned));
		SortedSet<TaskId> close = sorted(owned);
		close.removeAll(assigned);
		SortedSet<TaskId> keep = sorted(owned);
		keep.retainAll(assigned);
		return new TaskChanges(Collections.unmodifiableSortedSet(open), Collections.unmodifiableSortedSet(close),
				Collections.unmodifiableSortedSet(keep));
	}

	private static SortedSet<TaskId> sorted(Collection<TaskId> tasks) {
		return new TreeSet<>(tasks);
	}

}
