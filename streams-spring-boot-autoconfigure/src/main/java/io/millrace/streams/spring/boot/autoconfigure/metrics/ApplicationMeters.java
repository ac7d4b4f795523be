package io.millrace.streams.spring.boot.autoconfigure.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.metrics.ApplicationSnapshot.StoreNumbers;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one application, from a start to the next stop. All read one snapshot,
 * which is taken at most once a second; topics and stores get their meters when a
 * snapshot shows them, and lose them when the instance has no part of them any more.
 * Remembers what it registered, and removes just that.
 */
class ApplicationMeters implements AutoCloseable {

	private static final long SNAPSHOT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final List<String> TASK_STATES = List.of("CREATED", "RESTORING", "RUNNING");

	private final MeterRegistry registry;

	private final StreamsApplication application;

	private final Tags tags;

	private final List<Meter> meters = new ArrayList<>();

	private final Map<String, List<Meter>> topicMeters = new HashMap<>();

	private final Map<String, List<Meter>> storeMeters = new HashMap<>();

	private final Map<String, List<Meter>> reasonMeters = new HashMap<>();

	private @Nullable ApplicationSnapshot snapshot;

	private long takenAt;

	private boolean closed;

	ApplicationMeters(MeterRegistry registry, StreamsApplication application) {
		this.registry = registry;
		this.application = application;
		this.tags = Tags.of("application", application.applicationId());
		registerCounters();
		for (String state : TASK_STATES) {
			this.meters.add(gauge("streams.tasks", "Tasks of this instance by state", this.tags.and("state", state),
					(current) -> current.tasks(state)));
		}
		snapshot();
	}

	private void registerCounters() {
		counter("streams.records.processed", "Records taken from input topics and through", Counters::processed);
		counter("streams.records.skipped", "Bad records left out", Counters::skipped);
		counter("streams.records.dead.lettered", "Bad records sent to the dead-letter topic", Counters::deadLettered);
		counter("streams.records.sent", "Records sent to output topics", Counters::sent);
		counter("streams.changelog.records", "Records sent to changelogs", Counters::changelogged);
		counter("streams.restored.records", "Records restored from changelogs", Counters::restored);
		counter("streams.commits", "Commits that succeeded", Counters::commits);
		counter("streams.aborts", "Transactions that were aborted", Counters::aborts);
		this.meters.add(FunctionTimer
			.builder("streams.commit.time", this, (self) -> self.snapshot().sum(Counters::commits),
					(self) -> self.snapshot().sum(Counters::commitNanos), TimeUnit.NANOSECONDS)
			.description("Time that commits took")
			.tags(this.tags)
			.register(this.registry));
	}

	private void counter(String name, String description, ToLongFunction<Counters> counter) {
		this.meters.add(counter(name, description, this.tags, counter));
	}

	private Meter counter(String name, String description, Tags tags, ToLongFunction<Counters> counter) {
		return FunctionCounter.builder(name, this, (self) -> self.snapshot().sum(counter))
			.description(description)
			.tags(tags)
			.register(this.registry);
	}

	private Meter gauge(String name, String description, Tags tags, ToDoubleFunction<ApplicationSnapshot> value) {
		return gauge(name, description, tags, null, value);
	}

	private Meter gauge(String name, String description, Tags tags, @Nullable String unit,
			ToDoubleFunction<ApplicationSnapshot> value) {
		return Gauge.builder(name, this, (self) -> value.applyAsDouble(self.snapshot()))
			.description(description)
			.tags(tags)
			.baseUnit(unit)
			.register(this.registry);
	}

	private synchronized ApplicationSnapshot snapshot() {
		long now = System.nanoTime();
		ApplicationSnapshot current = this.snapshot;
		if (current == null || now - this.takenAt >= SNAPSHOT_NANOS) {
			current = new ApplicationSnapshot(this.application.status());
			this.snapshot = current;
			this.takenAt = now;
			if (!this.closed) {
				follow(current.lagByTopic().keySet(), this.topicMeters, this::registerTopic);
				follow(current.stores().keySet(), this.storeMeters, this::registerStore);
				current.reasons().forEach((reason) -> this.reasonMeters.computeIfAbsent(reason, this::registerReason));
			}
		}
		return current;
	}

	private void follow(Set<String> names, Map<String, List<Meter>> registered,
			Function<String, List<Meter>> register) {
		Set<String> gone = new HashSet<>(registered.keySet());
		gone.removeAll(names);
		gone.forEach((name) -> remove(registered.remove(name)));
		names.forEach((name) -> registered.computeIfAbsent(name, register));
	}

	private List<Meter> registerTopic(String topic) {
		return List.of(gauge("streams.lag", "Records between this instance's position and the end of the topic",
				this.tags.and("topic", topic), (current) -> current.lagByTopic().getOrDefault(topic, Double.NaN)));
	}

	private List<Meter> registerReason(String reason) {
		return List.of(counter("streams.records.dropped", "Records without a key, too late, and so on",
				this.tags.and("reason", reason), (counters) -> counters.droppedByReason().getOrDefault(reason, 0L)));
	}

	private List<Meter> registerStore(String store) {
		Tags storeTags = this.tags.and("store", store);
		return List.of(
				gauge("streams.store.entries", "About how many keys the store's parts on this instance hold", storeTags,
						store(store, StoreNumbers::entries)),
				gauge("streams.store.uncommitted", "Memory taken by writes since the last commit", storeTags, "bytes",
						store(store, StoreNumbers::uncommittedBytes)),
				gauge("streams.restore.remaining", "Records still to be restored from the changelog", storeTags,
						store(store, StoreNumbers::remaining)));
	}

	private static ToDoubleFunction<ApplicationSnapshot> store(String name, ToDoubleFunction<StoreNumbers> number) {
		return (current) -> {
			StoreNumbers numbers = current.stores().get(name);
			return (numbers != null) ? number.applyAsDouble(numbers) : Double.NaN;
		};
	}

	private void remove(@Nullable List<Meter> meters) {
		if (meters != null) {
			meters.forEach(this.registry::remove);
		}
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		remove(this.meters);
		this.topicMeters.values().forEach(this::remove);
		this.storeMeters.values().forEach(this::remove);
		this.reasonMeters.values().forEach(this::remove);
	}

}
