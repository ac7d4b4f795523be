package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import io.millrace.streams.KeyValue;
import io.millrace.streams.internal.operator.FilterOperator;
import io.millrace.streams.internal.operator.FlatMapOperator;
import io.millrace.streams.internal.operator.FlatMapValuesOperator;
import io.millrace.streams.internal.operator.FlatMapValuesWithKeyOperator;
import io.millrace.streams.internal.operator.ForeachOperator;
import io.millrace.streams.internal.operator.MapOperator;
import io.millrace.streams.internal.operator.MapValuesOperator;
import io.millrace.streams.internal.operator.MapValuesWithKeyOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.PrintOperator;
import io.millrace.streams.internal.operator.SelectKeyOperator;
import io.millrace.streams.kstream.ForeachAction;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Predicate;
import io.millrace.streams.kstream.Printed;
import io.millrace.streams.kstream.ValueMapper;
import io.millrace.streams.kstream.ValueMapperWithKey;
import org.jspecify.annotations.Nullable;

/**
 * The part of a stream of a {@link Program} that is declared operator by operator: each
 * of these declarations becomes one step behind the stream's own.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
abstract sealed class StreamTransformations<K extends @Nullable Object, V extends @Nullable Object>
		implements KStream<K, V> permits StreamGlobalJoins {

	private final Program program;

	private final String name;

	private final Step step;

	private final SerdePair<K, V> serdes;

	private final Set<Step> sources;

	private final boolean rekeyed;

	StreamTransformations(Program program, String name, Step step, SerdePair<K, V> serdes, Set<? extends Step> sources,
			boolean rekeyed) {
		this.program = program;
		this.name = name;
		this.step = step;
		this.serdes = serdes;
		this.sources = Set.copyOf(sources);
		this.rekeyed = rekeyed;
	}

	final Program program() {
		return this.program;
	}

	/**
	 * The name of the operator that gives the stream.
	 */
	final String name() {
		return this.name;
	}

	final Step step() {
		return this.step;
	}

	final SerdePair<K, V> serdes() {
		return this.serdes;
	}

	/**
	 * What the stream is read from.
	 */
	final Set<Step> sources() {
		return this.sources;
	}

	/**
	 * Whether the keys may not be those that the stream is partitioned by.
	 */
	final boolean rekeyed() {
		return this.rekeyed;
	}

	private <A extends @Nullable Object, B extends @Nullable Object> DeclaredStream<A, B> then(String prefix,
			@Nullable String given, Supplier<? extends Operator> factory, String kind, SerdePair<A, B> result,
			Step.Effect effect) {
		String operator = this.program.names().operator(prefix, given);
		Step next = this.program.add(new Step.Stateless(operator, List.of(this.step), factory, kind, effect));
		return new DeclaredStream<>(this.program, operator, next, result, this.sources,
				effect == Step.Effect.NEW_KEYS || this.rekeyed);
	}

	@Override
	public KStream<K, V> filter(Predicate<? super K, ? super V> predicate) {
		return filter(predicate, true, null);
	}

	@Override
	public KStream<K, V> filter(Predicate<? super K, ? super V> predicate, Named named) {
		return filter(predicate, true, Declared.name(named));
	}

	@Override
	public KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate) {
		return filter(predicate, false, null);
	}

	@Override
	public KStream<K, V> filterNot(Predicate<? super K, ? super V> predicate, Named named) {
		return filter(predicate, false, Declared.name(named));
	}

	private KStream<K, V> filter(Predicate<? super K, ? super V> predicate, boolean wanted, @Nullable String given) {
		Objects.requireNonNull(predicate, "predicate can't be null");
		return then("KSTREAM-FILTER-", given, () -> new FilterOperator(predicate, wanted), "filter", this.serdes,
				Step.Effect.NONE);
	}

	@Override
	public <KOut extends @Nullable Object> KStream<KOut, V> selectKey(
			KeyValueMapper<? super K, ? super V, ? extends KOut> mapper) {
		return selectKey(mapper, (String) null);
	}

	@Override
	public <KOut extends @Nullable Object> KStream<KOut, V> selectKey(
			KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, Named named) {
		return selectKey(mapper, Declared.name(named));
	}

	final <KOut extends @Nullable Object> DeclaredStream<KOut, V> selectKey(
			KeyValueMapper<? super K, ? super V, ? extends KOut> mapper, @Nullable String given) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return then("KSTREAM-KEY-SELECT-", given, () -> new SelectKeyOperator(mapper), "select-key",
				this.serdes.withKey(null), Step.Effect.NEW_KEYS);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper) {
		return mapValues(mapper, (String) null);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper,
			Named named) {
		return mapValues(mapper, Declared.name(named));
	}

	private <VOut extends @Nullable Object> KStream<K, VOut> mapValues(ValueMapper<? super V, ? extends VOut> mapper,
			@Nullable String given) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return then("KSTREAM-MAPVALUES-", given, () -> new MapValuesOperator(mapper), "map-values",
				this.serdes.withValue(null), Step.Effect.NEW_VALUES);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper) {
		return mapValues(mapper, (String) null);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, Named named) {
		return mapValues(mapper, Declared.name(named));
	}

	private <VOut extends @Nullable Object> KStream<K, VOut> mapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends VOut> mapper, @Nullable String given) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return then("KSTREAM-MAPVALUES-", given, () -> new MapValuesWithKeyOperator(mapper), "map-values",
				this.serdes.withValue(null), Step.Effect.NEW_VALUES);
	}

	@Override
	public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper) {
		return map(mapper, (String) null);
	}

	@Override
	public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper,
			Named named) {
		return map(mapper, Declared.name(named));
	}

	private <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> map(
			KeyValueMapper<? super K, ? super V, ? extends KeyValue<? extends KOut, ? extends VOut>> mapper,
			@Nullable String given) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return then("KSTREAM-MAP-", given, () -> new MapOperator(mapper), "map", SerdePair.defaults(),
				Step.Effect.NEW_KEYS);
	}

	@Override
	public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> flatMap(
			KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>> mapper) {
		return flatMap(mapper, (String) null);
	}

	@Override
	public <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> flatMap(
			KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>> mapper,
			Named named) {
		return flatMap(mapper, Declared.name(named));
	}

	private <KOut extends @Nullable Object, VOut extends @Nullable Object> KStream<KOut, VOut> flatMap(
			KeyValueMapper<? super K, ? super V, ? extends Iterable<? extends KeyValue<? extends KOut, ? extends VOut>>> mapper,
			@Nullable String given) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return then("KSTREAM-FLATMAP-", given, () -> new FlatMapOperator(mapper), "flat-map", SerdePair.defaults(),
				Step.Effect.NEW_KEYS);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper) {
		return flatMapValues(mapper, (String) null);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper, Named named) {
		return flatMapValues(mapper, Declared.name(named));
	}

	private <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapper<? super V, ? extends Iterable<? extends VOut>> mapper, @Nullable String given) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return then("KSTREAM-FLATMAPVALUES-", given, () -> new FlatMapValuesOperator(mapper), "flat-map-values",
				this.serdes.withValue(null), Step.Effect.NEW_VALUES);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper) {
		return flatMapValues(mapper, (String) null);
	}

	@Override
	public <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper, Named named) {
		return flatMapValues(mapper, Declared.name(named));
	}

	private <VOut extends @Nullable Object> KStream<K, VOut> flatMapValues(
			ValueMapperWithKey<? super K, ? super V, ? extends Iterable<? extends VOut>> mapper,
			@Nullable String given) {
		Objects.requireNonNull(mapper, "mapper can't be null");
		return then("KSTREAM-FLATMAPVALUES-", given, () -> new FlatMapValuesWithKeyOperator(mapper), "flat-map-values",
				this.serdes.withValue(null), Step.Effect.NEW_VALUES);
	}

	@Override
	public void print(Printed<K, V> printed) {
		Declared.Printing<K, V> settings = Declared.printing(printed);
		String label = (settings.label() != null) ? settings.label() : this.name;
		then("KSTREAM-PRINTER-", settings.name(), () -> new PrintOperator(settings.output(), settings.mapper(), label),
				"print", this.serdes, Step.Effect.NONE);
	}

	@Override
	public void foreach(ForeachAction<? super K, ? super V> action) {
		foreach("KSTREAM-FOREACH-", action, null);
	}

	@Override
	public void foreach(ForeachAction<? super K, ? super V> action, Named named) {
		foreach("KSTREAM-FOREACH-", action, Declared.name(named));
	}

	@Override
	public KStream<K, V> peek(ForeachAction<? super K, ? super V> action) {
		return foreach("KSTREAM-PEEK-", action, null);
	}

	@Override
	public KStream<K, V> peek(ForeachAction<? super K, ? super V> action, Named named) {
		return foreach("KSTREAM-PEEK-", action, Declared.name(named));
	}

	private KStream<K, V> foreach(String prefix, ForeachAction<? super K, ? super V> action, @Nullable String given) {
		Objects.requireNonNull(action, "action can't be null");
		return then(prefix, given, () -> new ForeachOperator(action), "foreach", this.serdes, Step.Effect.NONE);
	}

}
