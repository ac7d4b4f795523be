package io.millrace.streams.internal.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.AggregateOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.PassThroughOperator;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.CogroupedKStream;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindowedCogroupedKStream;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindowedCogroupedKStream;
import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.Windows;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Several grouped streams of a {@link Program} that are aggregated to one table: an
 * operator for each, which share a store, and one to which they lead.
 *
 * @param <K> the type of the keys
 * @param <VOut> the type of the aggregates
 */
final class DeclaredCogroup<K extends @Nullable Object, VOut extends @Nullable Object>
		implements CogroupedKStream<K, VOut> {

	private static final String AGGREGATE = "COGROUPKSTREAM-AGGREGATE-";

	private final Program program;

	private final Map<DeclaredGroups<K, ?>, Aggregator<?, ?, ?>> groups = new LinkedHashMap<>();

	private final Map<DeclaredGroups<K, ?>, RepartitionStep> repartitions = new LinkedHashMap<>();

	DeclaredCogroup(Program program) {
		this.program = program;
	}

	@Override
	public <V extends @Nullable Object> CogroupedKStream<K, VOut> cogroup(KGroupedStream<K, V> groupedStream,
			Aggregator<? super K, ? super V, VOut> aggregator) {
		Objects.requireNonNull(groupedStream, "groupedStream can't be null");
		Objects.requireNonNull(aggregator, "aggregator can't be null");
		if (!(groupedStream instanceof DeclaredGroups<K, V> other) || other.program() != this.program) {
			throw new TopologyException(
					"Streams of several StreamsBuilders are cogrouped; declare all with the same one.");
		}
		this.groups.put(other, aggregator);
		return this;
	}

	@Override
	public KTable<K, VOut> aggregate(Initializer<VOut> initializer) {
		return aggregate(initializer, (String) null, Declared.Storage.defaults());
	}

	@Override
	public KTable<K, VOut> aggregate(Initializer<VOut> initializer, Named named) {
		return aggregate(initializer, Declared.name(named), Declared.Storage.defaults());
	}

	@Override
	public KTable<K, VOut> aggregate(Initializer<VOut> initializer,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, (String) null, Declared.storage(materialized));
	}

	@Override
	public KTable<K, VOut> aggregate(Initializer<VOut> initializer, Named named,
			Materialized<K, VOut, KeyValueStore<Bytes, byte[]>> materialized) {
		return aggregate(initializer, Declared.name(named), Declared.storage(materialized));
	}

	private KTable<K, VOut> aggregate(Initializer<VOut> initializer, @Nullable String given,
			Declared.Storage<K, VOut> declared) {
		Objects.requireNonNull(initializer, "initializer can't be null");
		Declared.Storage<K, VOut> settings = withKeySerde(declared);
		return aggregation(given, settings, StoreForm.KEY_VALUE, settings.serdes(),
				(store, clock, aggregator) -> new AggregateOperator(store, initializer, aggregator), "cogroup", null);
	}

	@Override
	public <W extends Window> TimeWindowedCogroupedKStream<K, VOut> windowedBy(Windows<W> windows) {
		Objects.requireNonNull(windows, "windows can't be null");
		return new DeclaredTimeCogroup<>(this, DeclaredTimeWindows.of(first(), windows));
	}

	@Override
	public TimeWindowedCogroupedKStream<K, VOut> windowedBy(SlidingWindows windows) {
		Objects.requireNonNull(windows, "windows can't be null");
		return new DeclaredTimeCogroup<>(this, DeclaredTimeWindows.of(first(), windows));
	}

	@Override
	public SessionWindowedCogroupedKStream<K, VOut> windowedBy(SessionWindows windows) {
		Objects.requireNonNull(windows, "windows can't be null");
		return new DeclaredSessionCogroup<>(this, windows);
	}

	DeclaredGroups<K, ?> first() {
		return this.groups.keySet().iterator().next();
	}

	/**
	 * What the user declared of the store, the key serde taken from the first stream that
	 * has one if there is none.
	 */
	Declared.Storage<K, VOut> withKeySerde(Declared.Storage<K, VOut> declared) {
		Declared.Storage<K, VOut> settings = declared;
		for (DeclaredGroups<K, ?> group : this.groups.keySet()) {
			settings = settings.orElse(group.serdes().withValue(null));
		}
		return settings;
	}

	/**
	 * Declares the steps.
	 * @param form the kind of store
	 * @param rows the serdes of the table's rows
	 * @param factory makes the operator of one stream
	 * @param windows the windows of the rows, null if they have none
	 */
	<R extends @Nullable Object> KTable<R, VOut> aggregation(@Nullable String given, Declared.Storage<K, VOut> settings,
			StoreForm form, SerdePair<R, VOut> rows, Factory factory, String kind, @Nullable RowWindows windows) {
		Names names = this.program.names();
		String storeName = (settings.name() != null) ? settings.name() : names.generateStore(AGGREGATE);
		List<Step> parents = new ArrayList<>();
		Set<Step> sources = new LinkedHashSet<>();
		for (DeclaredGroups<K, ?> group : this.groups.keySet()) {
			Step parent = group.rekeyed() ? repartitioned(group, storeName) : group.step();
			parents.add(parent);
			sources.addAll(group.rekeyed() ? Set.of(parent) : group.sources());
		}
		List<String> operators = new ArrayList<>();
		for (int i = 0; i < parents.size(); i++) {
			operators.add(names.operator(AGGREGATE, (given != null) ? given + "-cogroup-agg-" + i : null));
		}
		String merge = names.operator("COGROUPKSTREAM-MERGE-", (given != null) ? given + "-cogroup-merge" : null);
		TableStorage storage = this.program.storage(storeName, operators.get(0), settings, form, true);
		List<Step> aggregations = new ArrayList<>();
		for (Aggregator<?, ?, ?> aggregator : this.groups.values()) {
			int index = aggregations.size();
			Supplier<? extends Operator> made = () -> factory.make(storeName, merge, aggregator);
			aggregations.add(this.program.add(new Step.Stored(operators.get(index), List.of(parents.get(index)), made,
					kind, (index == 0) ? List.of(storage) : List.of(), (index == 0) ? List.of() : List.of(storage),
					sources)));
		}
		Step table = this.program
			.add(new Step.Table(merge, aggregations, () -> PassThroughOperator::new, "merge", null, windows));
		return new DeclaredTable<>(this.program, table, rows, sources, new TableView.Stored(storage), settings.name());
	}

	/**
	 * Further aggregations go through the same topic, and use up numbers as if they
	 * didn't.
	 */
	private RepartitionStep repartitioned(DeclaredGroups<K, ?> group, String storeName) {
		RepartitionStep known = this.repartitions.get(group);
		if (known != null) {
			RepartitionNames.of(this.program.names(), storeName);
			return known;
		}
		RepartitionStep made = group.repartitioned(storeName, storeName);
		this.repartitions.put(group, made);
		return made;
	}

	/**
	 * Makes the operator of one stream.
	 */
	interface Factory {

		Operator make(String store, String clock, Aggregator<?, ?, ?> aggregator);

	}

}
