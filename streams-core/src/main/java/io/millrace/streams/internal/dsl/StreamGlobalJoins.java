package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.GlobalTableJoinOperator;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.kstream.ValueJoinerWithStreamAndMappedKey;
import org.jspecify.annotations.Nullable;

/**
 * The part of a stream of a {@link Program} that joins it with global tables. Every
 * instance has these in full, so nothing has to be partitioned alike.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
abstract sealed class StreamGlobalJoins<K extends @Nullable Object, V extends @Nullable Object>
		extends StreamTransformations<K, V> permits StreamStreamJoins {

	StreamGlobalJoins(Program program, String name, Step step, SerdePair<K, V> serdes, Set<? extends Step> sources,
			boolean rekeyed) {
		super(program, name, step, serdes, sources, rekeyed);
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner) {
		return joined(globalTable, keySelector,
				GlobalTableJoinOperator.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")), false,
				null);
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner, Named named) {
		return joined(globalTable, keySelector,
				GlobalTableJoinOperator.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")), false,
				Declared.name(named));
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner) {
		return joined(globalTable, keySelector, Objects.requireNonNull(joiner, "joiner can't be null"), false, null);
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner,
			Named named) {
		return joined(globalTable, keySelector, Objects.requireNonNull(joiner, "joiner can't be null"), false,
				Declared.name(named));
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner) {
		return joined(globalTable, keySelector,
				GlobalTableJoinOperator.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")), true,
				null);
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoiner<? super V, ? super GlobalValue, ? extends VOut> joiner, Named named) {
		return joined(globalTable, keySelector,
				GlobalTableJoinOperator.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")), true,
				Declared.name(named));
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner) {
		return joined(globalTable, keySelector, Objects.requireNonNull(joiner, "joiner can't be null"), true, null);
	}

	@Override
	public final <GlobalKey extends @Nullable Object, GlobalValue extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			GlobalKTable<GlobalKey, GlobalValue> globalTable,
			KeyValueMapper<? super K, ? super V, ? extends GlobalKey> keySelector,
			ValueJoinerWithStreamAndMappedKey<? super K, ? super GlobalKey, ? super V, ? super GlobalValue, ? extends VOut> joiner,
			Named named) {
		return joined(globalTable, keySelector, Objects.requireNonNull(joiner, "joiner can't be null"), true,
				Declared.name(named));
	}

	private <VOut extends @Nullable Object> KStream<K, VOut> joined(GlobalKTable<?, ?> table,
			KeyValueMapper<?, ?, ?> keySelector, ValueJoinerWithStreamAndMappedKey<?, ?, ?, ?, ?> joiner, boolean left,
			@Nullable String given) {
		Objects.requireNonNull(table, "globalTable can't be null");
		Objects.requireNonNull(keySelector, "keySelector can't be null");
		if (!(table instanceof DeclaredGlobalTable<?, ?> other) || other.program() != program()) {
			throw new TopologyException("Stream " + name()
					+ " is joined with a global table of another StreamsBuilder; declare both with the same one.");
		}
		// Kafka Streams names the inner join like this too.
		String operator = program().names().operator("KSTREAM-LEFTJOIN-", given);
		String store = other.queryableStoreName();
		if (left) {
			RepartitionStep.passNullKeys(List.of(step()));
		}
		Step next = program().add(new Step.Stateless(operator, List.of(step()),
				() -> new GlobalTableJoinOperator(store, keySelector, joiner, left),
				left ? "left-join-global-table" : "join-global-table", Step.Effect.NEW_VALUES));
		return new DeclaredStream<>(program(), operator, next, serdes().withValue(null), sources(), rekeyed());
	}

}
