package io.millrace.streams.kstream;

import java.time.Duration;

import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Records grouped by key and by windows of a fixed size, to be counted, reduced or
 * aggregated.
 * <p>
 * The table that an operation gives has a row for each key and window, and a
 * {@link Windowed} key; its changes are passed on as they come. Its store keeps windows
 * for their size and grace period unless {@link Materialized#withRetention} says
 * otherwise. Null arguments are refused with a {@link NullPointerException}. Not
 * thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface TimeWindowedKStream<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * As {@link #count(Named, Materialized)}, with a generated name and a generated store
	 * name.
	 * @return the table of results
	 */
	KTable<Windowed<K>, Long> count();

	/**
	 * As {@link #count(Named, Materialized)}, with a generated store name.
	 * @param named the name of the operator
	 * @return the table of results
	 */
	KTable<Windowed<K>, Long> count(Named named);

	/**
	 * As {@link #count(Named, Materialized)}, with a generated name.
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<Windowed<K>, Long> count(Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * Counts the records of each key and window.
	 * <p>
	 * Records without a key, and those that come after their window is closed, are
	 * dropped and counted.
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<Windowed<K>, Long> count(Named named, Materialized<K, Long, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #reduce(Reducer, Named, Materialized)}, with a generated name and a
	 * generated store name.
	 * @param reducer puts two values together
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> reduce(Reducer<V> reducer);

	/**
	 * As {@link #reduce(Reducer, Named, Materialized)}, with a generated store name.
	 * @param reducer puts two values together
	 * @param named the name of the operator
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named);

	/**
	 * As {@link #reduce(Reducer, Named, Materialized)}, with a generated name.
	 * @param reducer puts two values together
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * Puts the values of each key and window together to one of the same type.
	 * <p>
	 * Records without a key, and those that come after their window is closed, are
	 * dropped and counted.
	 * @param reducer puts two values together
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named,
			Materialized<K, V, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Named, Materialized)}, with a
	 * generated name and a generated store name.
	 * @param <VOut> the type of the new values
	 * @param initializer makes the start value of a window
	 * @param aggregator adds a value to the aggregate
	 * @return the table of results
	 */
	<VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Named, Materialized)}, with a
	 * generated store name.
	 * @param <VOut> the type of the new values
	 * @param initializer makes the start value of a window
	 * @param aggregator adds a value to the aggregate
	 * @param named the name of the operator
	 * @return the table of results
	 */
	<VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Named named);

	/**
	 * As {@link #aggregate(Initializer, Aggregator, Named, Materialized)}, with a
	 * generated name.
	 * @param <VOut> the type of the new values
	 * @param initializer makes the start value of a window
	 * @param aggregator adds a value to the aggregate
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator,
			Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * Aggregates the values of each key and window to one of another type.
	 * <p>
	 * Records without a key, and those that come after their window is closed, are
	 * dropped and counted.
	 * @param <VOut> the type of the new values
	 * @param initializer makes the start value of a window
	 * @param aggregator adds a value to the aggregate
	 * @param named the name of the operator
	 * @param materialized how the table is stored
	 * @return the table of results
	 */
	<VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Initializer<VOut> initializer,
			Aggregator<? super K, ? super V, VOut> aggregator, Named named,
			Materialized<K, VOut, WindowStore<Bytes, byte[]>> materialized);

	/**
	 * Says when results are given; by default, at every change of a window.
	 * @param emitStrategy when
	 * @return the same windows with that strategy
	 * @throws IllegalArgumentException if results are to be given when windows close, but
	 * these never do
	 */
	TimeWindowedKStream<K, V> emitStrategy(EmitStrategy emitStrategy);

	/**
	 * Closes windows also if nothing comes any more: once no record has come to the
	 * operator's task for some time by the wall clock, its time is moved on so far that
	 * all its windows are closed. What {@link EmitStrategy#onWindowClose} or
	 * {@link Suppressed#untilWindowCloses} holds back is given then. A record that comes
	 * later and belongs to one of these windows is late. Kafka Streams has nothing like
	 * it.
	 * @param silence for how long no record has come, at least one millisecond; it's
	 * noticed a quarter of that later at most
	 * @return the same windows that close after that
	 * @throws IllegalArgumentException if the time is less than a millisecond
	 */
	TimeWindowedKStream<K, V> closeAfterSilence(Duration silence);

	/**
	 * Has somebody told of records that come after their window is closed, and so are
	 * dropped and counted. Kafka Streams has nothing like it.
	 * @param handler told of them
	 * @return the same windows with that handler
	 */
	TimeWindowedKStream<K, V> onLate(LateRecordHandler<? super K, ? super V> handler);

}
