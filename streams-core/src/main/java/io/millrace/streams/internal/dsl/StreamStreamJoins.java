package io.millrace.streams.internal.dsl;

import java.util.Objects;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.StreamStreamJoin;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import org.jspecify.annotations.Nullable;

/**
 * The part of a stream of a {@link Program} that joins it with other streams.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
abstract sealed class StreamStreamJoins<K extends @Nullable Object, V extends @Nullable Object>
		extends StreamGlobalJoins<K, V> permits DeclaredStream {

	StreamStreamJoins(Program program, String name, Step step, SerdePair<K, V> serdes, Set<? extends Step> sources,
			boolean rekeyed) {
		super(program, name, step, serdes, sources, rekeyed);
	}

	/**
	 * The repartition topic that the stream goes through to be joined.
	 */
	abstract RepartitionStep repartitionForJoin(Declared.Joining<K, V> settings);

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows) {
		return join(rightStream, StreamStreamJoin.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")),
				windows, false, false, Declared.StreamJoining.defaults());
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows, StreamJoined<K, V, VRight> streamJoined) {
		return join(rightStream, StreamStreamJoin.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")),
				windows, false, false, Declared.joining(streamJoined));
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows) {
		return join(rightStream, joiner, windows, false, false, Declared.StreamJoining.defaults());
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows,
			StreamJoined<K, V, VRight> streamJoined) {
		return join(rightStream, joiner, windows, false, false, Declared.joining(streamJoined));
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows) {
		return join(rightStream, StreamStreamJoin.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")),
				windows, true, false, Declared.StreamJoining.defaults());
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows, StreamJoined<K, V, VRight> streamJoined) {
		return join(rightStream, StreamStreamJoin.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")),
				windows, true, false, Declared.joining(streamJoined));
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows) {
		return join(rightStream, joiner, windows, true, false, Declared.StreamJoining.defaults());
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> leftJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows,
			StreamJoined<K, V, VRight> streamJoined) {
		return join(rightStream, joiner, windows, true, false, Declared.joining(streamJoined));
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows) {
		return join(rightStream, StreamStreamJoin.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")),
				windows, true, true, Declared.StreamJoining.defaults());
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream, ValueJoiner<? super V, ? super VRight, ? extends VOut> joiner,
			JoinWindows windows, StreamJoined<K, V, VRight> streamJoined) {
		return join(rightStream, StreamStreamJoin.ignoringKeys(Objects.requireNonNull(joiner, "joiner can't be null")),
				windows, true, true, Declared.joining(streamJoined));
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows) {
		return join(rightStream, joiner, windows, true, true, Declared.StreamJoining.defaults());
	}

	@Override
	public final <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> outerJoin(
			KStream<K, VRight> rightStream,
			ValueJoinerWithKey<? super K, ? super V, ? super VRight, ? extends VOut> joiner, JoinWindows windows,
			StreamJoined<K, V, VRight> streamJoined) {
		return join(rightStream, joiner, windows, true, true, Declared.joining(streamJoined));
	}

	private <VRight extends @Nullable Object, VOut extends @Nullable Object> KStream<K, VOut> join(
			KStream<K, VRight> rightStream, ValueJoinerWithKey<?, ?, ?, ?> joiner, JoinWindows windows,
			boolean leftOuter, boolean rightOuter, Declared.StreamJoining<K, V, VRight> settings) {
		Objects.requireNonNull(rightStream, "rightStream can't be null");
		Objects.requireNonNull(joiner, "joiner can't be null");
		Objects.requireNonNull(windows, "windows can't be null");
		if (!(rightStream instanceof DeclaredStream<K, VRight> right) || right.program() != program()) {
			throw new TopologyException("Stream " + name()
					+ " is joined with a stream of another StreamsBuilder; declare both with the same one.");
		}
		return new StreamStreamJoinPlan<K, V, VRight, VOut>(this, right, joiner, windows, leftOuter, rightOuter,
				settings)
			.declare();
	}

}
