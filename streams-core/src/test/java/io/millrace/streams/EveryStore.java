package io.millrace.streams;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Keeps the number that a record has as its value in a store of each kind, and commits
 * when a record says so. The stores are on disk where an engine is there.
 */
final class EveryStore {

	static final String PLAIN = "plain";

	static final String TIMESTAMPED = "timestamped";

	static final String WINDOWS = "windows";

	static final String SESSIONS = "sessions";

	static final String VERSIONS = "versions";

	static final long START = 1_000_000;

	private static final Duration RETENTION = Duration.ofHours(1);

	private static final Duration SIZE = Duration.ofSeconds(10);

	private final Set<String> seen = ConcurrentHashMap.newKeySet();

	/** Called with each value before anything is done with it. */
	volatile Consumer<String> hook = (value) -> {
	};

	/** Whether records do nothing any more. */
	volatile boolean idle;

	Topology topology(String input) {
		boolean disk = CountingTopology.PERSISTENT;
		return new Topology().addSource("in", new StringDeserializer(), new StringDeserializer(), input)
			.addProcessor("keep", Keeping::new, "in")
			.addStateStore(Stores.keyValueStoreBuilder(
					disk ? Stores.persistentKeyValueStore(PLAIN) : Stores.inMemoryKeyValueStore(PLAIN), Serdes.String(),
					Serdes.Long()), "keep")
			.addStateStore(Stores.timestampedKeyValueStoreBuilder(
					disk ? Stores.persistentKeyValueStore(TIMESTAMPED) : Stores.inMemoryKeyValueStore(TIMESTAMPED),
					Serdes.String(), Serdes.Long()), "keep")
			.addStateStore(Stores.timestampedWindowStoreBuilder(
					disk ? Stores.persistentTimestampedWindowStore(WINDOWS, RETENTION, SIZE, false)
							: Stores.inMemoryWindowStore(WINDOWS, RETENTION, SIZE, false),
					Serdes.String(), Serdes.Long()), "keep")
			.addStateStore(Stores.sessionStoreBuilder(disk ? Stores.persistentSessionStore(SESSIONS, RETENTION)
					: Stores.inMemorySessionStore(SESSIONS, RETENTION), Serdes.String(), Serdes.Long()), "keep")
			.addStateStore(
					Stores.versionedKeyValueStoreBuilder(Stores.persistentVersionedKeyValueStore(VERSIONS, RETENTION),
							Serdes.String(), Serdes.Long()),
					"keep");
	}

	/**
	 * Whether a record with a value is through.
	 */
	boolean seen(String value) {
		return this.seen.contains(value);
	}

	private final class Keeping implements Processor<String, String, Void, Void> {

		private ProcessorContext<Void, Void> context;

		@Override
		public void init(ProcessorContext<Void, Void> context) {
			this.context = context;
		}

		@Override
		public void process(Record<String, String> record) {
			EveryStore.this.hook.accept(record.value());
			if (EveryStore.this.idle && !record.value().equals("commit")) {
				return;
			}
			if (record.value().equals("commit")) {
				this.context.commit();
				return;
			}
			keep(record.key(), Long.valueOf(record.value()));
			EveryStore.this.seen.add(record.value());
		}

		private void keep(String key, Long value) {
			KeyValueStore<String, Long> plain = this.context.getStateStore(PLAIN);
			plain.put(key, value);
			TimestampedKeyValueStore<String, Long> timestamped = this.context.getStateStore(TIMESTAMPED);
			timestamped.put(key, ValueAndTimestamp.make(value, START));
			TimestampedWindowStore<String, Long> windows = this.context.getStateStore(WINDOWS);
			windows.put(key, ValueAndTimestamp.make(value, START), START);
			SessionStore<String, Long> sessions = this.context.getStateStore(SESSIONS);
			sessions.put(new Windowed<>(key, new SessionWindow(START, START + 5)), value);
			VersionedKeyValueStore<String, Long> versions = this.context.getStateStore(VERSIONS);
			versions.put(key, value, START + value);
		}

	}

}
