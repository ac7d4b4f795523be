package io.millrace.streams.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The processes of the application that run, each in a slot with a state directory of its
 * own, which the next process in the slot takes over. Used by {@link FaultRun}'s thread.
 */
final class Members implements AutoCloseable {

	private final Class<?> main;

	private final List<String> leadingArguments;

	private final List<String> arguments;

	private final Path directory;

	private final List<@Nullable ApplicationProcess> slots = new ArrayList<>();

	/**
	 * No process runs yet.
	 * @param main the class to start
	 * @param leadingArguments its first arguments; the state directory follows
	 * @param arguments its further arguments
	 * @param directory where logs and state go
	 * @param most how many may run at once
	 */
	Members(Class<?> main, List<String> leadingArguments, List<String> arguments, Path directory, int most) {
		this.main = main;
		this.leadingArguments = List.copyOf(leadingArguments);
		this.arguments = List.copyOf(arguments);
		this.directory = directory;
		for (int slot = 0; slot < most; slot++) {
			this.slots.add(null);
		}
	}

	/**
	 * Starts a process in the first slot that is free.
	 */
	void add() {
		start(this.slots.indexOf(null), null);
	}

	/**
	 * Starts a process in the slot of one that is gone.
	 * @param gone the one that is gone
	 * @param armed where it is to be killed, if at all
	 * @return the new one
	 */
	ApplicationProcess replace(ApplicationProcess gone, @Nullable FaultPoint armed) {
		return start(this.slots.indexOf(gone), armed);
	}

	private ApplicationProcess start(int slot, @Nullable FaultPoint armed) {
		List<String> all = new ArrayList<>(this.leadingArguments);
		all.add(this.directory.resolve("state-" + slot).toString());
		all.addAll(this.arguments);
		ApplicationProcess process = ApplicationProcess.start(this.main, all,
				this.directory.resolve("process-" + slot + ".log"), armed);
		this.slots.set(slot, process);
		return process;
	}

	/**
	 * Asks a process to end and frees its slot.
	 */
	void remove(ApplicationProcess process) {
		process.stop();
		this.slots.set(this.slots.indexOf(process), null);
	}

	/**
	 * The processes that run.
	 */
	List<ApplicationProcess> running() {
		List<ApplicationProcess> running = new ArrayList<>();
		for (ApplicationProcess process : this.slots) {
			if (process != null) {
				running.add(process);
			}
		}
		return running;
	}

	/**
	 * All entries of a store, wherever they are. An entry that is in two processes shows
	 * as two.
	 */
	Map<String, String> entries(String store) {
		Map<String, String> all = new TreeMap<>();
		for (ApplicationProcess process : running()) {
			process.entries(store)
				.forEach((key, value) -> all.merge(key, value,
						(one, other) -> one + " and in another process " + other));
		}
		return all;
	}

	@Override
	public void close() {
		running().forEach(ApplicationProcess::close);
	}

}
