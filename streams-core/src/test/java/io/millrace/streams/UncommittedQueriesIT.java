package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.StreamsStoppedException;
import io.millrace.streams.internal.runtime.RuntimeProbe;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.StateStoreProvider;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Commits come only when the test asks for them; meanwhile queries see what they ask for.
 */
class UncommittedQueriesIT {

	private static final Duration CLOSE = Duration.ofSeconds(20);

	// A member that hears nothing for five heartbeats answers no queries.
	@AutoClose
	private static final Cluster cluster = Cluster.start(1000, 20_000);

	@AutoClose("shutdownNow")
	private static final ExecutorService callers = Executors.newCachedThreadPool();

	private static KafkaStreams start(EveryStore everyStore, Run run, RuntimeProbe probe, Object... more) {
		return Run.running(everyStore.topology(run.input()), run.onRequest(more), probe);
	}

	/**
	 * What every kind of store has for the one key, by whatever read; it's the same in
	 * all.
	 */
	private static String reads(KafkaStreams streams, IsolationLevel level) {
		List<Object> reads = new ArrayList<>();
		ReadOnlyKeyValueStore<String, Long> values = store(streams, EveryStore.PLAIN,
				QueryableStoreTypes.<String, Long>keyValueStore())
			.readOnly(level);
		reads.add(values.get("k"));
		try (var all = values.all()) {
			reads.add(all.hasNext() ? all.next().value : null);
		}
		reads.add(store(streams, EveryStore.TIMESTAMPED, QueryableStoreTypes.<String, Long>keyValueStore())
			.readOnly(level)
			.get("k"));
		ValueAndTimestamp<Long> timestamped = store(streams, EveryStore.TIMESTAMPED,
				QueryableStoreTypes.<String, Long>timestampedKeyValueStore())
			.readOnly(level)
			.get("k");
		reads.add(ValueAndTimestamp.getValueOrNull(timestamped));
		ReadOnlyWindowStore<String, ValueAndTimestamp<Long>> windows = store(streams, EveryStore.WINDOWS,
				QueryableStoreTypes.<String, Long>timestampedWindowStore())
			.readOnly(level);
		reads.add(ValueAndTimestamp.getValueOrNull(windows.fetch("k", EveryStore.START)));
		ReadOnlyWindowStore<String, Long> plainWindows = store(streams, EveryStore.WINDOWS,
				QueryableStoreTypes.<String, Long>windowStore())
			.readOnly(level);
		try (var all = plainWindows.all()) {
			reads.add(all.hasNext() ? all.next().value : null);
		}
		ReadOnlySessionStore<String, Long> sessions = store(streams, EveryStore.SESSIONS,
				QueryableStoreTypes.<String, Long>sessionStore())
			.readOnly(level);
		reads.add(sessions.fetchSession("k", EveryStore.START, EveryStore.START + 5));
		try (var all = sessions.fetch("k")) {
			reads.add(all.hasNext() ? all.next().value : null);
		}
		reads.add(store(streams, EveryStore.VERSIONS, new VersionedType()).stream().map((versions) -> {
			var version = versions.readOnly(level).get("k");
			return (version != null) ? version.value() : null;
		}).filter((value) -> value != null).findFirst().orElse(null));
		assertThat(reads).as("reads %s", level).containsOnly(reads.get(0));
		return String.valueOf(reads.get(0));
	}

	private static <T> T store(KafkaStreams streams, String name, QueryableStoreType<T> type) {
		return streams.store(StoreQueryParameters.fromNameAndType(name, type));
	}

	private static String committed(KafkaStreams streams) {
		return reads(streams, IsolationLevel.READ_COMMITTED);
	}

	private static String uncommitted(KafkaStreams streams) {
		return reads(streams, IsolationLevel.READ_UNCOMMITTED);
	}

	@Test
	void uncommittedDataIsSeenByWhoeverAsksForIt() throws Exception {
		Run run = cluster.run("uncommitted", 1);
		EveryStore everyStore = new EveryStore();
		CommitProbe probe = new CommitProbe();
		try (KafkaStreams streams = start(everyStore, run, probe)) {
			assertThat(uncommitted(streams)).isEqualTo("null");
			run.sendOne(0, "1");
			await().until(() -> everyStore.seen("1"));
			assertThat(uncommitted(streams)).isEqualTo("1");
			assertThat(committed(streams)).isEqualTo("null");
			run.sendOne(0, "commit");
			await().until(() -> probe.published.get() == 1);
			assertThat(committed(streams)).isEqualTo("1");
			assertThat(uncommitted(streams)).isEqualTo("1");
			run.sendOne(0, "2");
			await().until(() -> everyStore.seen("2"));
			assertThat(uncommitted(streams)).isEqualTo("2");
			assertThat(committed(streams)).isEqualTo("1");
			// What comes again after the abort does nothing.
			everyStore.idle = true;
			probe.failing = true;
			run.sendOne(0, "commit");
			await().until(() -> probe.failed);
			await().until(() -> uncommitted(streams).equals("1"));
			assertThat(committed(streams)).isEqualTo("1");
			assertThat(streams.close(CLOSE)).isTrue();
			assertThatExceptionOfType(StreamsStoppedException.class).isThrownBy(() -> uncommitted(streams));
		}
	}

	@Test
	void settingMakesUncommittedDataTheDefault() throws Exception {
		Run run = cluster.run("bydefault", 1);
		EveryStore everyStore = new EveryStore();
		try (KafkaStreams streams = start(everyStore, run, RuntimeProbe.NONE,
				"default.interactive.query.isolation.level", "read_uncommitted")) {
			run.sendOne(0, "1");
			await().until(() -> everyStore.seen("1"));
			ReadOnlyKeyValueStore<String, Long> values = store(streams, EveryStore.PLAIN,
					QueryableStoreTypes.keyValueStore());
			assertThat(values.get("k")).isEqualTo(1);
			assertThat(values.readOnly(IsolationLevel.READ_COMMITTED).get("k")).isNull();
			assertThat(committed(streams)).isEqualTo("null");
		}
	}

	@Test
	void processorMayAskItsOwnInstance() throws Exception {
		Run run = cluster.run("ownquery", 1);
		EveryStore everyStore = new EveryStore();
		try (KafkaStreams streams = start(everyStore, run, RuntimeProbe.NONE)) {
			AtomicReference<String> answer = new AtomicReference<>();
			everyStore.hook = (value) -> {
				if (value.equals("2")) {
					answer.set(uncommitted(streams) + " " + committed(streams));
				}
			};
			run.sendOne(0, "1");
			run.sendOne(0, "2");
			await().until(() -> everyStore.seen("2"));
			assertThat(answer.get()).isEqualTo("1 null");
			assertThat(uncommitted(streams)).isEqualTo("2");
		}
	}

	@Test
	void busyThreadIsNotWaitedForForever() throws Exception {
		Run run = cluster.run("busy", 1);
		EveryStore everyStore = new EveryStore();
		try (KafkaStreams streams = start(everyStore, run, RuntimeProbe.NONE); Gate busy = new Gate()) {
			everyStore.hook = (value) -> {
				if (value.equals("2")) {
					busy.pass();
				}
			};
			run.sendOne(0, "1");
			await().until(() -> everyStore.seen("1"));
			run.sendOne(0, "2");
			busy.awaitReached();
			assertThatExceptionOfType(InvalidStateStoreException.class).isThrownBy(() -> uncommitted(streams))
				.withMessageContaining(EveryStore.PLAIN)
				.withMessageContaining("StreamThread-1")
				.withMessageContaining("5000 ms");
			assertThat(committed(streams)).isEqualTo("null");
			Future<String> waiting = waiting(() -> uncommitted(streams));
			busy.open();
			assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo("2");
		}
	}

	@Test
	void whoeverWaitsIsToldThatTheTaskWasRevoked() throws Exception {
		Run run = cluster.run("revoked", 2);
		EveryStore everyStore = new EveryStore();
		CommitProbe probe = new CommitProbe();
		try (KafkaStreams first = start(everyStore, run, probe); Gate committing = new Gate()) {
			run.sendOne(0, "1");
			run.sendOne(1, "2");
			await().until(() -> everyStore.seen("1") && everyStore.seen("2"));
			probe.gate = committing;
			try (KafkaStreams second = new KafkaStreams(new EveryStore().topology(run.input()), run.onRequest())) {
				second.start();
				// The first one commits, since it's about to lose one of its tasks.
				committing.awaitReached();
				List<Future<Long>> queries = List.of(waiting(() -> ofPartition(first, 0)),
						waiting(() -> ofPartition(first, 1)));
				assertThat(queries).noneMatch(Future::isDone);
				committing.open();
				List<Object> outcomes = new ArrayList<>();
				for (Future<Long> query : queries) {
					try {
						outcomes.add(query.get(20, TimeUnit.SECONDS));
					}
					catch (ExecutionException ex) {
						outcomes.add(ex.getCause());
					}
				}
				assertThat(outcomes).hasAtLeastOneElementOfType(StateStoreMigratedException.class)
					.hasAtLeastOneElementOfType(Long.class);
			}
		}
	}

	@Test
	void whoeverWaitsIsToldThatTheApplicationStopped() throws Exception {
		Run run = cluster.run("stopping", 1);
		EveryStore everyStore = new EveryStore();
		try (KafkaStreams streams = start(everyStore, run, RuntimeProbe.NONE); Gate busy = new Gate()) {
			everyStore.hook = (value) -> busy.pass();
			run.sendOne(0, "1");
			busy.awaitReached();
			Future<String> query = waiting(() -> uncommitted(streams));
			streams.close(Duration.ZERO);
			busy.open();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> query.get(20, TimeUnit.SECONDS))
				.withCauseInstanceOf(StreamsStoppedException.class);
		}
	}

	@Test
	void whoeverWaitsIsToldThatTheThreadFailed() throws Exception {
		Run run = cluster.run("failing", 1);
		EveryStore everyStore = new EveryStore();
		try (KafkaStreams streams = start(everyStore, run, RuntimeProbe.NONE); Gate busy = new Gate()) {
			everyStore.hook = (value) -> {
				busy.pass();
				throw new IllegalStateException("poisoned");
			};
			run.sendOne(0, "1");
			busy.awaitReached();
			Future<String> query = waiting(() -> uncommitted(streams));
			busy.open();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> query.get(20, TimeUnit.SECONDS))
				.satisfies((ex) -> assertThat(ex.getCause()).isInstanceOfAny(StateStoreMigratedException.class,
						StreamsStoppedException.class));
		}
	}

	private static Long ofPartition(KafkaStreams streams, int partition) {
		return streams
			.store(StoreQueryParameters
				.fromNameAndType(EveryStore.PLAIN, QueryableStoreTypes.<String, Long>keyValueStore())
				.withPartition(partition))
			.readOnly(IsolationLevel.READ_UNCOMMITTED)
			.get("k");
	}

	/**
	 * Has another thread query, and waits until it waits.
	 */
	private static <T> Future<T> waiting(Supplier<T> query) {
		AtomicReference<Thread> caller = new AtomicReference<>();
		Future<T> future = callers.submit(() -> {
			caller.set(Thread.currentThread());
			return query.get();
		});
		await().until(() -> caller.get() != null && caller.get().getState() == Thread.State.TIMED_WAITING);
		return future;
	}

	/**
	 * The partitions of a versioned store that are here.
	 */
	private static final class VersionedType implements QueryableStoreType<List<VersionedKeyValueStore<String, Long>>> {

		@Override
		public boolean accepts(StateStore store) {
			return store instanceof VersionedKeyValueStore;
		}

		@Override
		@SuppressWarnings({ "unchecked", "rawtypes" })
		public List<VersionedKeyValueStore<String, Long>> create(StateStoreProvider provider, String name) {
			return (List) provider.stores(name, this);
		}

	}

}
