package io.millrace.streams.internal.dsl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.internal.operator.PassThroughOperator;
import io.millrace.streams.internal.operator.StreamStreamJoin;
import io.millrace.streams.internal.operator.StreamStreamJoinOperator;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.internal.store.BuiltInWindowStoreSupplier;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Declares the steps of a join of two streams: repartition topics where keys may have
 * changed, for each side an operator that stands for its store and one that joins, and
 * one to which both lead. Made and used once by {@link StreamStreamJoins}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the left side's values
 * @param <T> the type of the right side's values
 * @param <R> the type of the results
 */
final class StreamStreamJoinPlan<K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object, R extends @Nullable Object> {

	private final StreamStreamJoins<K, V> left;

	private final StreamStreamJoins<K, T> right;

	private final ValueJoinerWithKey<?, ?, ?, ?> joiner;

	private final JoinWindows windows;

	private final boolean leftOuter;

	private final boolean rightOuter;

	private final Declared.StreamJoining<K, V, T> settings;

	private final Names names;

	private final Set<Step> sources = new LinkedHashSet<>();

	private final @Nullable Serde<K> keySerde;

	private final @Nullable Serde<V> leftSerde;

	private final @Nullable Serde<T> rightSerde;

	StreamStreamJoinPlan(StreamStreamJoins<K, V> left, StreamStreamJoins<K, T> right,
			ValueJoinerWithKey<?, ?, ?, ?> joiner, JoinWindows windows, boolean leftOuter, boolean rightOuter,
			Declared.StreamJoining<K, V, T> settings) {
		this.left = left;
		this.right = right;
		this.joiner = joiner;
		this.windows = windows;
		this.leftOuter = leftOuter;
		this.rightOuter = rightOuter;
		this.settings = settings;
		this.names = left.program().names();
		this.keySerde = (settings.keySerde() != null) ? settings.keySerde() : left.serdes().key();
		this.leftSerde = (settings.valueSerde() != null) ? settings.valueSerde() : left.serdes().value();
		this.rightSerde = (settings.otherValueSerde() != null) ? settings.otherValueSerde() : right.serdes().value();
	}

	KStream<K, R> declare() {
		Step leftParent = partitioned(this.left, "-left", new SerdePair<>(this.keySerde, this.leftSerde));
		Step rightParent = partitioned(this.right, "-right", new SerdePair<>(this.keySerde, this.rightSerde));
		if (this.leftOuter || this.rightOuter) {
			RepartitionStep.passNullKeys(List.of(leftParent, rightParent));
		}
		String thisSuffix = this.rightOuter ? "-outer-this-join" : "-this-join";
		String otherSuffix = this.leftOuter ? "-outer-other-join" : "-other-join";
		String leftWindowed = this.names.operator("KSTREAM-WINDOWED-", given("-this-windowed"));
		String rightWindowed = this.names.operator("KSTREAM-WINDOWED-", given("-other-windowed"));
		String leftNumbered = this.names.generate(this.rightOuter ? "KSTREAM-OUTERTHIS-" : "KSTREAM-JOINTHIS-");
		String rightNumbered = this.names.generate(this.leftOuter ? "KSTREAM-OUTEROTHER-" : "KSTREAM-JOINOTHER-");
		String leftName = reserved(given(thisSuffix), leftNumbered);
		String rightName = reserved(given(otherSuffix), rightNumbered);
		String merge = this.names.operator("KSTREAM-MERGE-", given("-merge"));
		TableStorage leftStorage = windows(thisSuffix, leftNumbered, leftWindowed, this.settings.thisSupplier(),
				this.leftSerde);
		TableStorage rightStorage = windows(otherSuffix, rightNumbered, rightWindowed, this.settings.otherSupplier(),
				this.rightSerde);
		List<TableStorage> unjoined = (this.leftOuter || this.rightOuter) ? List.of(unjoined(leftName, leftNumbered))
				: List.of();
		StreamStreamJoin join = new StreamStreamJoin(merge, leftStorage.name(), rightStorage.name(),
				unjoined.isEmpty() ? null : unjoined.get(0).name(), this.windows, this.leftOuter, this.rightOuter,
				this.joiner, this.keySerde, this.leftSerde, this.rightSerde, this.settings.thisLate(),
				this.settings.otherLate());
		Step leftKept = kept(leftParent, leftWindowed, leftStorage);
		Step rightKept = kept(rightParent, rightWindowed, rightStorage);
		Step leftJoin = side(leftKept, leftName, join, true, unjoined, List.of(rightStorage));
		Step rightJoin = side(rightKept, rightName, join, false, List.of(),
				unjoined.isEmpty() ? List.of(leftStorage) : List.of(leftStorage, unjoined.get(0)));
		Step merged = this.left.program()
			.add(new Step.Stateless(merge, List.of(leftJoin, rightJoin), PassThroughOperator::new, "merge"));
		List<TableStorage> others = new ArrayList<>(unjoined);
		others.add(rightStorage);
		this.left.program()
			.add(new SelfJoin(join, leftKept, rightKept, leftJoin, rightJoin, merged, leftStorage, others,
					this.sources));
		return new DeclaredStream<>(this.left.program(), merge, merged, new SerdePair<>(this.keySerde, null),
				this.sources, false);
	}

	private <A extends @Nullable Object> Step partitioned(StreamStreamJoins<K, A> stream, String suffix,
			SerdePair<K, A> serdes) {
		Step parent = stream.step();
		Set<Step> feeding = stream.sources();
		if (stream.rekeyed()) {
			parent = stream.repartitionForJoin(new Declared.Joining<>(given(suffix), serdes, null, null));
			feeding = Set.of(parent);
		}
		this.sources.addAll(feeding);
		return parent;
	}

	private @Nullable String given(String suffix) {
		return (this.settings.name() != null) ? this.settings.name() + suffix : null;
	}

	private String reserved(@Nullable String given, String generated) {
		String name = (given != null) ? given : generated;
		this.names.reserveOperator(name);
		return name;
	}

	private TableStorage windows(String suffix, String numbered, String operator,
			@Nullable WindowBytesStoreSupplier supplier, @Nullable Serde<?> valueSerde) {
		String given = null;
		if (supplier != null) {
			given = supplier.name();
		}
		else if (this.settings.storeName() != null) {
			given = this.settings.storeName() + suffix + "-store";
		}
		return storage(given, numbered + "-store", operator,
				new Declared.Storage<>(given, supplier, new SerdePair<>(this.keySerde, valueSerde),
						this.settings.logged(), false, topicSettings(), null, this.settings.suppliers(), null),
				StoreForm.JoinWindow.of(this.windows, this.leftOuter || this.rightOuter));
	}

	private TableStorage unjoined(String operator, String numbered) {
		WindowBytesStoreSupplier supplier = this.settings.thisSupplier();
		String base = (supplier != null) ? supplier.name() : this.settings.storeName();
		String suffix = this.rightOuter ? "-outer-shared-join-store" : "-left-shared-join-store";
		String given = (base != null) ? base + suffix : null;
		boolean inMemory = supplier instanceof BuiltInWindowStoreSupplier known && known.place() == Place.MEMORY;
		String generated = "KSTREAM-OUTERSHARED" + numbered.substring(numbered.lastIndexOf('-')) + "-store";
		return storage(given, generated, operator,
				new Declared.Storage<>(given, null, SerdePair.defaults(), this.settings.logged(), false,
						topicSettings(), null, (supplier != null) ? null : this.settings.suppliers(), null),
				new StoreForm.Unjoined(inMemory ? Place.MEMORY : Place.ANYWHERE));
	}

	private TableStorage storage(@Nullable String given, String generated, String operator,
			Declared.Storage<?, ?> declared, StoreForm form) {
		return this.left.program().storage((given != null) ? given : generated, operator, declared, form, true);
	}

	private Map<String, String> topicSettings() {
		return this.settings.topicSettings();
	}

	private Step kept(Step parent, String name, TableStorage storage) {
		return this.left.program()
			.add(new Step.Stored(name, List.of(parent), PassThroughOperator::new, "window", List.of(storage), List.of(),
					Set.of()));
	}

	private Step side(Step kept, String name, StreamStreamJoin join, boolean left, List<TableStorage> added,
			List<TableStorage> others) {
		String kind = join.leftOuter() ? (join.rightOuter() ? "outer-join" : "left-join") : "join";
		return this.left.program()
			.add(new Step.Stored(name, List.of(kept), () -> new StreamStreamJoinOperator(join, left), kind, added,
					others, Set.copyOf(this.sources)));
	}

}
