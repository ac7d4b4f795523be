package io.millrace.streams.internal.runtime;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.internal.commit.Verdict;
import io.millrace.streams.internal.runtime.StateRecovery.Action;

/**
 * How far the global stores of an instance are, each on its way from closed over restored
 * to up to date, and back when its state is damaged or the disk is full. Pure: what
 * happened and when is handed in. {@link GlobalStores} acts on it. Stores are known by
 * their names.
 */
final class GlobalStoreStates {

	private final Map<String, Phase> phases = new LinkedHashMap<>();

	private final StateRecovery<String> recovery = new StateRecovery<>();

	private boolean restoredOnce;

	GlobalStoreStates(Collection<String> stores) {
		stores.forEach((store) -> this.phases.put(store, Phase.CLOSED));
	}

	/**
	 * The stores for which it's time to be opened.
	 */
	List<String> toOpen(long now) {
		return this.phases.keySet()
			.stream()
			.filter((store) -> phase(store) == Phase.CLOSED && this.recovery.mayOpen(store, now))
			.toList();
	}

	/**
	 * A store was opened, and has to catch up with its topic.
	 */
	void opened(String store) {
		this.recovery.opened(store);
		this.phases.put(store, Phase.RESTORING);
	}

	/**
	 * A store was closed to be opened again, though nothing is wrong with its state.
	 */
	void closed(String store) {
		this.phases.put(store, Phase.CLOSED);
	}

	/**
	 * A store has to catch up again, as records that it was to read are gone.
	 */
	void setBack(String store) {
		this.phases.put(store, Phase.RESTORING);
	}

	/**
	 * A store has caught up.
	 */
	void restored(String store) {
		this.phases.put(store, Phase.RUNNING);
		this.restoredOnce |= allRunning();
	}

	/**
	 * Something was written to a store for good.
	 * @return whether it was the last one that waited for room on the disk
	 */
	boolean written(String store) {
		return this.recovery.written(store);
	}

	/**
	 * The state of a store couldn't be opened, read or written.
	 * @param store the store, to be closed
	 * @param verdict what the failure means
	 * @param now milliseconds
	 * @return what to do
	 */
	Action failed(String store, Verdict verdict, long now) {
		this.phases.put(store, Phase.CLOSED);
		return this.recovery.failed(store, verdict, now);
	}

	/**
	 * The stores that wait for room on the disk.
	 */
	Set<String> awaitingRoom() {
		return this.recovery.awaitingRoom();
	}

	Phase phase(String store) {
		return this.phases.getOrDefault(store, Phase.CLOSED);
	}

	boolean allRunning() {
		return this.phases.values().stream().allMatch((phase) -> phase == Phase.RUNNING);
	}

	/**
	 * What the thread that drives them is at.
	 */
	ThreadState threadState() {
		if (allRunning()) {
			return ThreadState.RUNNING;
		}
		boolean begun = this.restoredOnce || this.phases.values().stream().anyMatch((phase) -> phase != Phase.CLOSED);
		return begun ? ThreadState.RESTORING : ThreadState.STARTING;
	}

	/**
	 * How far a store is.
	 */
	enum Phase {

		/** Its engine isn't open: not yet, or not at the moment. */
		CLOSED,
		/** It catches up with its topic and can't be read. */
		RESTORING,
		/** It is read, and kept up to date. */
		RUNNING

	}

}
