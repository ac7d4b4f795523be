package io.millrace.streams.store.rocksdb;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.DropCounter;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.TaskStore;
import io.millrace.streams.internal.store.TaskStores;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Window, session and versioned stores on disk: what they hold, and the time by which it
 * expires, outlive the process.
 */
class WindowsOnDiskTests {

	private static final Duration RETENTION = Duration.ofMinutes(10);

	@TempDir
	Path directory;

	@Test
	void windowsAndTheirTimeOutliveARestart() {
		StoreBuilder<WindowStore<String, String>> builder = Stores.windowStoreBuilder(
				Stores.persistentWindowStore("store", RETENTION, Duration.ofMinutes(1), false), Serdes.String(),
				Serdes.String());
		try (Opened opened = new Opened(this.directory, builder)) {
			WindowStore<String, String> store = opened.facade();
			for (int minute = 0; minute < 30; minute++) {
				store.put("a", "minute " + minute, minute * 60_000L);
				opened.commit();
			}
			store.put("b", "uncommitted", 40 * 60_000L);
			assertThat(minutes(store.fetch("a", "a", 0, Long.MAX_VALUE))).isEmpty();
		}
		try (Opened opened = new Opened(this.directory, builder)) {
			WindowStore<String, String> store = opened.facade();
			assertThat(minutes(store.fetchAll(0, Long.MAX_VALUE))).containsExactly(20L, 21L, 22L, 23L, 24L, 25L, 26L,
					27L, 28L, 29L);
			assertThat(store.fetch("a", 29 * 60_000L)).isEqualTo("minute 29");
			assertThat(store.fetch("a", 19 * 60_000L)).isNull();
			store.put("a", "too late", 19 * 60_000L);
			opened.commit();
			assertThat(store.fetch("a", 19 * 60_000L)).isNull();
			assertThat(opened.drops).containsExactly(DropReason.EXPIRED_WINDOW);
			// Those of the oldest segment that is kept, and what the store remembers.
			assertThat(opened.entries()).isBetween(11, 16);
		}
	}

	@Test
	void sessionsOutliveARestart() {
		StoreBuilder<SessionStore<String, String>> builder = Stores
			.sessionStoreBuilder(Stores.persistentSessionStore("store", RETENTION), Serdes.String(), Serdes.String());
		try (Opened opened = new Opened(this.directory, builder)) {
			SessionStore<String, String> store = opened.facade();
			store.put(new Windowed<>("a", new SessionWindow(0, 5)), "first");
			store.put(new Windowed<>("a", new SessionWindow(500_000, 700_000)), "second");
			opened.commit();
		}
		try (Opened opened = new Opened(this.directory, builder)) {
			SessionStore<String, String> store = opened.facade();
			assertThat(store.fetchSession("a", 500_000, 700_000)).isEqualTo("second");
			assertThat(store.fetchSession("a", 0, 5)).isNull();
		}
	}

	@Test
	void versionsOutliveARestart() {
		StoreBuilder<VersionedKeyValueStore<String, String>> builder = Stores.versionedKeyValueStoreBuilder(
				Stores.persistentVersionedKeyValueStore("store", RETENTION), Serdes.String(), Serdes.String());
		try (Opened opened = new Opened(this.directory, builder)) {
			VersionedKeyValueStore<String, String> store = opened.facade();
			for (int minute = 0; minute < 30; minute++) {
				store.put("a", "minute " + minute, minute * 60_000L);
				opened.commit();
			}
			store.put("gone", "value", 29 * 60_000L);
			store.delete("gone", 29 * 60_000L + 1);
			opened.commit();
		}
		try (Opened opened = new Opened(this.directory, builder)) {
			VersionedKeyValueStore<String, String> store = opened.facade();
			assertThat(store.get("a")).isEqualTo(new VersionedRecord<>("minute 29", 29 * 60_000L));
			assertThat(store.get("a", 25 * 60_000L + 1))
				.isEqualTo(new VersionedRecord<>("minute 25", 25 * 60_000L, 26 * 60_000L));
			assertThat(store.get("a", 10 * 60_000L)).isNull();
			assertThat(store.put("a", "too late", 10 * 60_000L))
				.isEqualTo(VersionedKeyValueStore.PUT_RETURN_CODE_NOT_PUT);
			assertThat(store.get("gone")).isNull();
			assertThat(opened.entries()).isLessThan(17);
			store.put("other", "value", 60 * 60_000L);
			opened.commit();
			store.put("a", "last", 60 * 60_000L);
			opened.commit();
			// Two values, the version before that one's history, and the store's time.
			assertThat(opened.entries()).isEqualTo(4);
		}
	}

	private static List<Long> minutes(KeyValueIterator<Windowed<String>, String> windows) {
		List<Long> minutes = new ArrayList<>();
		try (windows) {
			windows.forEachRemaining((window) -> minutes.add(window.key.window().start() / 60_000));
		}
		return minutes;
	}

	private static final class Opened implements AutoCloseable {

		private final List<DropReason> drops = new ArrayList<>();

		private final RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(
				RocksDbSettings.defaults().withMemory(8 << 20, 1 << 20).withStoreWriteBufferBytes(64 << 10));

		private final StateEngine engine;

		private final TaskStore store;

		private Opened(Path directory, StoreBuilder<?> builder) {
			this.engine = this.factory.open(new TaskId(0, 0), directory, Set.of("store"));
			StateStoreContext context = (StateStoreContext) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { StateStoreContext.class, DropCounter.class }, (proxy, method, arguments) -> {
						if (method.getName().equals("dropped")) {
							this.drops.add((DropReason) arguments[1]);
						}
						return null;
					});
			this.store = TaskStores.create(builder, "changelog", this.engine, context, () -> 0, new CacheBudget(1_500));
		}

		@SuppressWarnings("unchecked")
		private <S> S facade() {
			return (S) this.store.facade();
		}

		private void commit() {
			EngineBatch batch = this.engine.batch();
			this.store.publish(batch);
			this.engine.write(batch);
			this.store.mark();
		}

		private int entries() {
			int entries = 0;
			try (EngineCursor cursor = this.engine.scan("store", null, null, false)) {
				while (cursor.next()) {
					entries++;
				}
			}
			return entries;
		}

		@Override
		public void close() {
			this.store.close();
			this.engine.close();
			this.factory.close();
		}

	}

}
