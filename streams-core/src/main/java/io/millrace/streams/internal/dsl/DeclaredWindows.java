package io.millrace.streams.internal.dsl;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import io.millrace.streams.internal.operator.Aggregation;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.WindowOptions;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Reducer;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * What records of a {@link Program} grouped by key and any kind of windows have in
 * common. The subclasses say which operator and which store.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <S> the kind of store
 */
abstract class DeclaredWindows<K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> {

	private final DeclaredGroups<K, V> groups;

	private final StoreForm form;

	private final String kind;

	private final WindowOptions options;

	DeclaredWindows(DeclaredGroups<K, V> groups, StoreForm form, String kind, WindowOptions options) {
		this.options = options;
		this.groups = groups;
		this.form = form;
		this.kind = kind;
	}

	abstract Operator operator(String store, Aggregation aggregation);

	abstract Serde<Windowed<K>> rowSerde(Serde<K> key);

	/**
	 * How long after its end a window takes records.
	 */
	abstract long grace();

	/**
	 * How far behind what a window gives as its end no record can be added any more.
	 */
	abstract long beyondEnd();

	final DeclaredGroups<K, V> groups() {
		return this.groups;
	}

	final StoreForm form() {
		return this.form;
	}

	final WindowOptions options() {
		return this.options;
	}

	static WindowOptions emitting(WindowOptions options, EmitStrategy strategy) {
		Objects.requireNonNull(strategy, "emitStrategy can't be null");
		return options.withFinalsOnly(strategy.type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE);
	}

	static EmitStrategy strategy(WindowOptions options) {
		return options.finalsOnly() ? EmitStrategy.onWindowClose() : EmitStrategy.onWindowUpdate();
	}

	static WindowOptions idle(WindowOptions options, Duration silence) {
		Objects.requireNonNull(silence, "silence can't be null");
		if (silence.compareTo(Duration.ofMillis(1)) < 0 || silence.compareTo(Duration.ofMillis(Long.MAX_VALUE)) > 0) {
			throw new IllegalArgumentException("Windows can't be closed after a silence of " + silence
					+ "; it has to be 1 ms at least, and not too long for milliseconds.");
		}
		return options.withIdleMillis(silence.toMillis());
	}

	static WindowOptions telling(WindowOptions options, LateRecordHandler<?, ?> handler) {
		return options.withLate(Objects.requireNonNull(handler, "handler can't be null"));
	}

	@SuppressWarnings("unchecked")
	final RowWindows rowWindows() {
		return new RowWindows(List.of(), grace(), beyondEnd(), this.options.idleMillis(),
				(key) -> rowSerde((Serde<K>) key));
	}

	/**
	 * The store of a count.
	 */
	Declared.Storage<K, Long> counted(Declared.Storage<K, Long> declared) {
		return this.groups.counted(declared);
	}

	public KTable<Windowed<K>, Long> count() {
		return count((String) null, Declared.Storage.defaults());
	}

	public KTable<Windowed<K>, Long> count(Named named) {
		return count(Declared.name(named), Declared.Storage.defaults());
	}

	public KTable<Windowed<K>, Long> count(Materialized<K, Long, S> materialized) {
		return count(null, counted(Declared.storage(materialized)));
	}

	public KTable<Windowed<K>, Long> count(Named named, Materialized<K, Long, S> materialized) {
		return count(Declared.name(named), counted(Declared.storage(materialized)));
	}

	private KTable<Windowed<K>, Long> count(@Nullable String given, Declared.Storage<K, Long> declared) {
		return aggregation(DeclaredGroups.AGGREGATE, given,
				declared.orElse(this.groups.serdes().withValue(Serdes.Long())), Aggregation.count(),
				this.kind + "-count");
	}

	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer) {
		return reduce(reducer, (String) null, Declared.Storage.defaults());
	}

	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named) {
		return reduce(reducer, Declared.name(named), Declared.Storage.defaults());
	}

	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Materialized<K, V, S> materialized) {
		return reduce(reducer, (String) null, Declared.storage(materialized));
	}

	public KTable<Windowed<K>, V> reduce(Reducer<V> reducer, Named named, Materialized<K, V, S> materialized) {
		return reduce(reducer, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<Windowed<K>, V> reduce(Reducer<V> reducer, @Nullable String given, Declared.Storage<K, V> declared) {
		Objects.requireNonNull(reducer, "reducer can't be null");
		return aggregation(DeclaredGroups.REDUCE, given, declared.orElse(this.groups.serdes()),
				Aggregation.reduce(reducer), this.kind + "-reduce");
	}

	<VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregate(Aggregation aggregation, @Nullable String given,
			Declared.Storage<K, VOut> declared) {
		return aggregation(DeclaredGroups.AGGREGATE, given, declared.orElse(this.groups.serdes().withValue(null)),
				aggregation, this.kind + "-aggregate");
	}

	private <VOut extends @Nullable Object> KTable<Windowed<K>, VOut> aggregation(String prefix, @Nullable String given,
			Declared.Storage<K, VOut> settings, Aggregation aggregation, String description) {
		Serde<K> key = settings.serdes().key();
		SerdePair<Windowed<K>, VOut> rows = new SerdePair<>((key != null) ? rowSerde(key) : null,
				settings.serdes().value(), Windowed.class);
		return this.groups.aggregation(prefix, given, settings, this.form, rows, (store) -> {
			Supplier<? extends Operator> made = () -> operator(store, aggregation);
			return made;
		}, description, rowWindows());
	}

}
