package io.millrace.streams.internal.dsl;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.TableJoin;
import io.millrace.streams.internal.operator.TableJoinOperator;
import io.millrace.streams.internal.operator.TableMergeOperator;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A table of a {@link Program}: where it is joined with another table.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class DeclaredTable<K extends @Nullable Object, V extends @Nullable Object> extends TableTransformations<K, V> {

	private static final String MERGE = "KTABLE-MERGE-";

	/**
	 * Makes a table.
	 * @param program the program
	 * @param step the step that gives it
	 * @param serdes its serdes
	 * @param sources what it is read from
	 * @param view how its rows are looked up
	 * @param queryableName the name of its store, if the user gave one
	 */
	DeclaredTable(Program program, Step step, SerdePair<K, V> serdes, Set<? extends Step> sources, TableView view,
			@Nullable String queryableName) {
		super(program, step, serdes, sources, view, queryableName);
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
		return join(other, TableJoin.of(joiner(joiner), true, true), null, null);
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named) {
		return join(other, TableJoin.of(joiner(joiner), true, true), Declared.name(named), null);
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return join(other, TableJoin.of(joiner(joiner), true, true), null, Declared.storage(materialized));
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return join(other, TableJoin.of(joiner(joiner), true, true), Declared.name(named),
				Declared.storage(materialized));
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
		return join(other, TableJoin.of(joiner(joiner), true, false), null, null);
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named) {
		return join(other, TableJoin.of(joiner(joiner), true, false), Declared.name(named), null);
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return join(other, TableJoin.of(joiner(joiner), true, false), null, Declared.storage(materialized));
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> leftJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return join(other, TableJoin.of(joiner(joiner), true, false), Declared.name(named),
				Declared.storage(materialized));
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
		return join(other, TableJoin.of(joiner(joiner), false, false), null, null);
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named) {
		return join(other, TableJoin.of(joiner(joiner), false, false), Declared.name(named), null);
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return join(other, TableJoin.of(joiner(joiner), false, false), null, Declared.storage(materialized));
	}

	@Override
	public <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> outerJoin(KTable<K, VO> other,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, Named named,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return join(other, TableJoin.of(joiner(joiner), false, false), Declared.name(named),
				Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> join(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), false)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), null);
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.TableJoining.defaults(), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, Function<? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), Declared.storage(materialized));
	}

	@Override
	public <VR extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> KTable<K, VR> leftJoin(
			KTable<KO, VO> other, BiFunction<? super K, ? super V, ? extends KO> foreignKeyExtractor,
			ValueJoiner<? super V, ? super VO, ? extends VR> joiner, TableJoined<K, KO> tableJoined,
			Materialized<K, VR, KeyValueStore<Bytes, byte[]>> materialized) {
		return ForeignKeys.<K, V, KO, VO>of(this, ofSameProgram(other), extractor(foreignKeyExtractor), true)
			.<VR>join(joiner(joiner), Declared.tableJoining(tableJoined), Declared.storage(materialized));
	}

	private static <V extends @Nullable Object> BiFunction<Object, V, ?> extractor(Function<? super V, ?> extractor) {
		Objects.requireNonNull(extractor, "foreignKeyExtractor can't be null");
		return (key, value) -> extractor.apply(value);
	}

	private static BiFunction<?, ?, ?> extractor(BiFunction<?, ?, ?> extractor) {
		return Objects.requireNonNull(extractor, "foreignKeyExtractor can't be null");
	}

	@Override
	public KTable<K, V> suppress(Suppressed<? super K> suppressed) {
		if (!(Objects.requireNonNull(suppressed, "suppressed can't be null") instanceof Suppression<?> settings)) {
			throw new TopologyException("The settings of a suppression are a " + suppressed.getClass().getName()
					+ "; make them with Suppressed.untilWindowCloses or Suppressed.untilTimeLimit.");
		}
		SuppressionPlan plan = SuppressionPlan.declare(program(), step(), view(), serdes(), settings);
		return new DeclaredTable<>(program(), plan.step(), serdes(), sources(), plan.view(), null);
	}

	private static <J> J joiner(J joiner) {
		return Objects.requireNonNull(joiner, "joiner can't be null");
	}

	private <A extends @Nullable Object, B extends @Nullable Object> DeclaredTable<A, B> ofSameProgram(
			KTable<A, B> table) {
		Objects.requireNonNull(table, "other can't be null");
		if (!(table instanceof DeclaredTable<A, B> other) || other.program() != program()) {
			throw new TopologyException("Table " + step().output()
					+ " is joined with a table of another StreamsBuilder; declare both with the same one.");
		}
		return other;
	}

	private <VO extends @Nullable Object, VR extends @Nullable Object> KTable<K, VR> join(KTable<K, VO> table,
			TableJoin join, @Nullable String given, Declared.@Nullable Storage<K, VR> declared) {
		DeclaredTable<K, VO> other = ofSameProgram(table);
		Declared.Storage<K, VR> settings = settings(declared).orElse(serdes().withValue(null));
		// The result of a join has a store as soon as one is described.
		String storeName = (declared != null && declared.name() == null) ? program().names().generateStore(MERGE)
				: settings.name();
		String name = program().names().operator(MERGE, given);
		String ownSide = sideName("KTABLE-JOINTHIS-", given, "-join-this");
		String otherSide = sideName("KTABLE-JOINOTHER-", given, "-join-other");
		TableStorage storage = (storeName != null) ? program().storage(storeName, name, settings, true) : null;
		TableView result = (storage != null) ? new TableView.Stored(storage)
				: new TableView.Joined(view(), other.view(), join);
		Set<Step> feeding = new LinkedHashSet<>(sources());
		feeding.addAll(other.sources());
		boolean ofOneTable = !Collections.disjoint(view().storages(), other.view().storages());
		Function<Boolean, TableJoinOperator.Before> before = (needed) -> TableJoinOperator.Before.of(storage != null,
				needed, ofOneTable);
		Step left = side(ownSide, step(), view(), other.view(), join, result, before, feeding);
		Step right = side(otherSide, other.step(), other.view(), view(), join.fromRight(), result, before, Set.of());
		Step merged = program().add(new Step.Table(name, List.of(left, right),
				() -> () -> new TableMergeOperator(storeName), "table-merge", storage));
		return new DeclaredTable<>(program(), merged, settings.serdes(), feeding, result, settings.name());
	}

	private String sideName(String prefix, @Nullable String given, String suffix) {
		return program().names().operator(prefix, (given != null) ? given + suffix : null);
	}

	/**
	 * Declares one side of a join: a step that takes the changes of one table and looks
	 * the other up.
	 */
	private Step side(String name, Step parent, TableView own, TableView looked, TableJoin join, TableView result,
			Function<Boolean, TableJoinOperator.Before> before, Set<Step> feeding) {
		// Whether a delete deletes something in the result follows from old values.
		own.requireOldValues();
		looked.require();
		return program().add(new Step.Join(name, parent, () -> {
			TableJoinOperator.Before known = before.apply(result.oldValuesRequired());
			return () -> new TableJoinOperator(looked.lookup(), join, known);
		}, "table-join", looked, feeding));
	}

}
