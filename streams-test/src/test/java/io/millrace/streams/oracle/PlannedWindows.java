package io.millrace.streams.oracle;

import java.time.Duration;
import java.time.Instant;

import io.millrace.oracle.Functions;
import io.millrace.oracle.Plan;
import io.millrace.oracle.Step;
import io.millrace.streams.kstream.CogroupedKStream;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SessionWindowedKStream;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindowedCogroupedKStream;
import io.millrace.streams.kstream.TimeWindowedKStream;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.UnlimitedWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.BuiltInDslStoreSuppliers;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Declares the windowed aggregations of a plan for {@link PlannedTopology}. Compiled a
 * second time with the import prefix of Kafka Streams, so it may use only what both have.
 */
final class PlannedWindows {

	private static final long[] SIZES = { 5, 10, 30 };

	/**
	 * Kafka Streams shows windows in its caches after they expired, and loses final
	 * results of those that are far behind the record that closes them, unless they are
	 * kept for long.
	 */
	private static final Duration LONG = Duration.ofHours(1);

	/** Each input of Kafka Streams' cogroup has its own idea of what is late. */
	private static final long COGROUP_GRACE = 1000;

	private final boolean cached;

	/**
	 * Kafka Streams passes windows and sessions on when they can still change for a
	 * millisecond, so that what closes them must not come at that very time.
	 */
	private final boolean closedBetween;

	PlannedWindows(Plan plan, boolean cached) {
		this.cached = cached;
		this.closedBetween = plan.isEven();
	}

	private static Duration size(int index) {
		return Duration.ofMillis(SIZES[index % SIZES.length]);
	}

	private static Duration grace(Step step) {
		return Duration.ofMillis(Plan.grace(step));
	}

	private Duration odd(Duration duration) {
		return this.closedBetween ? Duration.ofMillis(duration.toMillis() | 1) : duration;
	}

	KTable<Windowed<String>, String> windows(KStream<String, String> stream, Step step, int index) {
		// Kafka Streams makes no serde of windowed keys of its default.
		KGroupedStream<String, String> grouped = stream.filter((key, value) -> value != null)
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
		Duration size = size(index);
		Duration grace = grace(step);
		TimeWindowedKStream<String, String> windowed = switch (step.kind()) {
			case TUMBLING, FINAL_TUMBLING -> grouped.windowedBy(TimeWindows.ofSizeAndGrace(size, grace));
			case HOPPING, FINAL_HOPPING ->
				grouped.windowedBy(TimeWindows.ofSizeAndGrace(size, grace).advanceBy(Duration.ofMillis(4)));
			case SLIDING, FINAL_SLIDING ->
				grouped.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(odd(size), odd(grace)));
			default -> grouped.windowedBy(UnlimitedWindows.of().startOn(Instant.ofEpochMilli(20)));
		};
		if (step.kind().isFinal()) {
			return kept(windowed.emitStrategy(EmitStrategy.onWindowClose()), step, index);
		}
		if (this.cached && step.kind().expires()) {
			return kept(windowed, step, index);
		}
		return switch (step.variant()) {
			case 0 -> windowed.count().mapValues((count) -> count.toString());
			case 1 ->
				windowed.reduce((one, other) -> Functions.together(1, one, other), Materialized.as("store" + index));
			default -> windowed.aggregate(() -> "", (key, value, aggregate) -> Functions.together(0, aggregate, value));
		};
	}

	private static KTable<Windowed<String>, String> kept(TimeWindowedKStream<String, String> windowed, Step step,
			int index) {
		return switch (step.variant()) {
			case 0 ->
				windowed
					.count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>with(Serdes.String(), Serdes.Long())
						.withRetention(LONG))
					.mapValues((count) -> count.toString());
			case 1 -> windowed.reduce((one, other) -> Functions.together(1, one, other),
					Materialized.<String, String, WindowStore<Bytes, byte[]>>as("store" + index).withRetention(LONG));
			default -> windowed.aggregate(() -> "", (key, value, aggregate) -> Functions.together(0, aggregate, value),
					Materialized.<String, String, WindowStore<Bytes, byte[]>>with(Serdes.String(), Serdes.String())
						.withRetention(LONG));
		};
	}

	KTable<Windowed<String>, String> sessions(KStream<String, String> stream, Step step, int index) {
		Duration gap = odd(size(index));
		Duration grace = grace(step);
		SessionWindowedKStream<String, String> windowed = stream.filter((key, value) -> value != null)
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(gap, grace));
		if (step.kind().isFinal()) {
			windowed = windowed.emitStrategy(EmitStrategy.onWindowClose());
		}
		// Unless told so, Kafka Streams hides a session without a cache a millisecond
		// before it closes.
		Duration kept = (step.kind().isFinal() || this.cached) ? LONG : gap.plus(grace).plusMillis(1);
		Materialized<String, String, SessionStore<Bytes, byte[]>> store = (step.variant() == 1)
				? Materialized.as("store" + index) : Materialized.with(Serdes.String(), Serdes.String());
		Materialized<String, Long, SessionStore<Bytes, byte[]>> counts = Materialized.with(Serdes.String(),
				Serdes.Long());
		store.withRetention(kept);
		counts.withRetention(kept);
		if (step.kind().isFinal()) {
			// In memory, Kafka Streams has sessions with one end in another order.
			store.withStoreType(BuiltInDslStoreSuppliers.ROCKS_DB);
			counts.withStoreType(BuiltInDslStoreSuppliers.ROCKS_DB);
		}
		return switch (step.variant()) {
			case 0 -> windowed.count(counts).mapValues((count) -> count.toString());
			case 1 -> windowed.reduce((one, other) -> Functions.together(0, one, other), store);
			default -> windowed.aggregate(() -> "", (key, value, aggregate) -> Functions.together(0, aggregate, value),
					(key, one, other) -> Functions.together(0, one, other), store);
		};
	}

	KTable<Windowed<String>, String> cogroup(CogroupedKStream<String, String> streams, Step step, int index) {
		Duration size = size(index);
		Duration grace = Duration.ofMillis(COGROUP_GRACE);
		return switch (step.variant()) {
			case 0 -> cogrouped(streams.windowedBy(TimeWindows.ofSizeAndGrace(size, grace)), false, index);
			case 1 ->
				cogrouped(streams.windowedBy(TimeWindows.ofSizeAndGrace(size, grace).advanceBy(Duration.ofMillis(4))),
						true, index);
			case 2 -> cogrouped(streams.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(odd(size), odd(grace))),
					false, index);
			default -> streams.windowedBy(SessionWindows.ofInactivityGapAndGrace(odd(size), grace))
				.aggregate(() -> "", (key, one, other) -> Functions.together(0, one, other),
						Materialized.<String, String, SessionStore<Bytes, byte[]>>as("store" + index)
							.withKeySerde(Serdes.String())
							.withValueSerde(Serdes.String())
							.withRetention(this.cached ? LONG : odd(size).plus(grace).plusMillis(1)));
		};
	}

	private KTable<Windowed<String>, String> cogrouped(TimeWindowedCogroupedKStream<String, String> windowed,
			boolean named, int index) {
		Materialized<String, String, WindowStore<Bytes, byte[]>> store = named ? Materialized.as("store" + index)
				: Materialized.with(Serdes.String(), Serdes.String());
		store.withKeySerde(Serdes.String()).withValueSerde(Serdes.String());
		return windowed.aggregate(() -> "", this.cached ? store.withRetention(LONG) : store);
	}

}
