package io.millrace.streams.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.Topology;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.QueryableStoreTypes;

/**
 * Runs a topology in the process under test: tells the tester of its states, shows its
 * stores when asked, closes in good order when asked to end, and ends with its tester.
 * Called by the main method of an application that {@link FaultRun} starts.
 */
public final class FaultSubject {

	private final KafkaStreams streams;

	private FaultSubject(KafkaStreams streams) {
		this.streams = streams;
	}

	/**
	 * Runs the topology until the process ends.
	 * @param topology the topology
	 * @param settings its settings
	 */
	public static void run(Topology topology, Properties settings) {
		KafkaStreams streams = new KafkaStreams(topology, settings);
		streams.setStateListener((now, before) -> ControlLine.say(ControlLine.STATE + now));
		Runtime.getRuntime().addShutdownHook(new Thread(() -> streams.close(Duration.ofSeconds(30)), "close"));
		streams.start();
		new FaultSubject(streams).listen();
	}

	private void listen() {
		try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			String command = commands.readLine();
			while (command != null) {
				obey(command);
				command = commands.readLine();
			}
		}
		catch (IOException ex) {
			// As if it had ended.
		}
		// The tester is gone.
		Runtime.getRuntime().halt(1);
	}

	private void obey(String command) {
		if (command.startsWith(ControlLine.ARM)) {
			ProcessProbe.arm(command.substring(ControlLine.ARM.length()));
		}
		else if (command.startsWith(ControlLine.ENTRIES)) {
			String store = command.substring(ControlLine.ENTRIES.length());
			try {
				show(store);
				ControlLine.say(ControlLine.END + store);
			}
			catch (RuntimeException ex) {
				ControlLine.say(ControlLine.END + ex);
			}
		}
	}

	private void show(String name) {
		try (KeyValueIterator<?, ?> entries = entries(name, kind(name))) {
			entries.forEachRemaining((entry) -> ControlLine.say(ControlLine.ENTRY + entry.key + "\t" + entry.value));
		}
	}

	private String kind(String name) {
		return this.streams.storeDescriptions()
			.stream()
			.filter((store) -> store.name().equals(name))
			.map(StoreDescription::kind)
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("The topology has no store " + name + "."));
	}

	private KeyValueIterator<?, ?> entries(String name, String kind) {
		return switch (kind) {
			case "key-value", "timestamped-key-value" -> store(name, QueryableStoreTypes.keyValueStore()).all();
			case "window", "timestamped-window" -> store(name, QueryableStoreTypes.windowStore()).all();
			case "session" -> store(name, QueryableStoreTypes.sessionStore()).fetch(null, null);
			default -> throw new IllegalArgumentException(
					"Store " + name + " is of kind " + kind + ", of which a query can't read all entries.");
		};
	}

	private <T> T store(String name, QueryableStoreType<T> type) {
		return this.streams.store(StoreQueryParameters.fromNameAndType(name, type));
	}

}
