package io.millrace.streams.internal.dsl;

import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Printed;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.Repartitioned;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.state.DslStoreSuppliers;
import io.millrace.streams.state.StoreSupplier;
import io.millrace.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a user put into the descriptions of operators ({@code Consumed},
 * {@code Grouped} and so on), whose fields only subclasses see. Each is copied when an
 * operator is declared, so a later change of the description has no effect.
 */
final class Declared {

	private Declared() {
	}

	static String name(Named named) {
		return new Name(Objects.requireNonNull(named, "named can't be null")).get();
	}

	static <K extends @Nullable Object, V extends @Nullable Object> Input<K, V> input(Consumed<K, V> consumed) {
		return new Reader.OfConsumed<>(Objects.requireNonNull(consumed, "consumed can't be null")).read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object> Output<K, V> output(Produced<K, V> produced) {
		return new Reader.OfProduced<>(Objects.requireNonNull(produced, "produced can't be null")).read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object> Grouping<K, V> grouping(Grouped<K, V> grouped) {
		return new Reader.OfGrouped<>(Objects.requireNonNull(grouped, "grouped can't be null")).read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object> Repartitioning<K, V> repartitioning(
			Repartitioned<K, V> repartitioned) {
		return new Reader.OfRepartitioned<>(Objects.requireNonNull(repartitioned, "repartitioned can't be null"))
			.read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object> Joining<K, V> joining(
			Joined<K, V, T> joined) {
		return new Reader.OfJoined<>(Objects.requireNonNull(joined, "joined can't be null")).read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object> StreamJoining<K, V, T> joining(
			StreamJoined<K, V, T> joined) {
		return new Reader.OfStreamJoined<>(Objects.requireNonNull(joined, "streamJoined can't be null")).read();
	}

	static <K extends @Nullable Object, KO extends @Nullable Object> TableJoining<K, KO> tableJoining(
			TableJoined<K, KO> tableJoined) {
		return new Reader.OfTableJoined<>(Objects.requireNonNull(tableJoined, "tableJoined can't be null")).read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object, S extends StateStore> Storage<K, V> storage(
			Materialized<K, V, S> materialized) {
		return new Reader.OfMaterialized<>(Objects.requireNonNull(materialized, "materialized can't be null")).read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object> Branching<K, V> branching(Branched<K, V> branched) {
		return new Reader.OfBranched<>(Objects.requireNonNull(branched, "branched can't be null")).read();
	}

	static <K extends @Nullable Object, V extends @Nullable Object> Printing<K, V> printing(Printed<K, V> printed) {
		return new Reader.OfPrinted<>(Objects.requireNonNull(printed, "printed can't be null")).read();
	}

	record Input<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name, SerdePair<K, V> serdes,
			@Nullable TimestampExtractor timestampExtractor, @Nullable AutoOffsetReset offsetReset) {

		Input<K, V> orElse(SerdePair<K, V> other) {
			return new Input<>(this.name, this.serdes.orElse(other), this.timestampExtractor, this.offsetReset);
		}

	}

	record Output<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name, SerdePair<K, V> serdes,
			@Nullable StreamPartitioner<?, ?> partitioner) {

		static <K extends @Nullable Object, V extends @Nullable Object> Output<K, V> defaults() {
			return new Output<>(null, SerdePair.defaults(), null);
		}

	}

	record Grouping<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name,
			SerdePair<K, V> serdes) {

		static <K extends @Nullable Object, V extends @Nullable Object> Grouping<K, V> defaults() {
			return new Grouping<>(null, SerdePair.defaults());
		}

	}

	record Repartitioning<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name,
			SerdePair<K, V> serdes, @Nullable Integer partitions, @Nullable StreamPartitioner<?, ?> partitioner) {

		static <K extends @Nullable Object, V extends @Nullable Object> Repartitioning<K, V> defaults() {
			return new Repartitioning<>(null, SerdePair.defaults(), null, null);
		}

	}

	record Joining<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name,
			SerdePair<K, V> serdes, @Nullable Duration gracePeriod, @Nullable LateRecordHandler<?, ?> late) {

		static <K extends @Nullable Object, V extends @Nullable Object> Joining<K, V> defaults() {
			return new Joining<>(null, SerdePair.defaults(), null, null);
		}

	}

	record StreamJoining<K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object>(
			@Nullable String name, @Nullable String storeName, @Nullable Serde<K> keySerde,
			@Nullable Serde<V> valueSerde, @Nullable Serde<T> otherValueSerde,
			@Nullable WindowBytesStoreSupplier thisSupplier, @Nullable WindowBytesStoreSupplier otherSupplier,
			boolean logged, Map<String, String> topicSettings, @Nullable DslStoreSuppliers suppliers,
			@Nullable LateRecordHandler<?, ?> thisLate, @Nullable LateRecordHandler<?, ?> otherLate) {

		static <K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object> StreamJoining<K, V, T> defaults() {
			return new StreamJoining<>(null, null, null, null, null, null, null, true, Map.of(), null, null, null);
		}

	}

	record TableJoining<K extends @Nullable Object, KO extends @Nullable Object>(@Nullable String name,
			@Nullable StreamPartitioner<K, Void> partitioner, @Nullable StreamPartitioner<KO, Void> otherPartitioner) {

		static <K extends @Nullable Object, KO extends @Nullable Object> TableJoining<K, KO> defaults() {
			return new TableJoining<>(null, null, null);
		}

	}

	record Storage<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name,
			@Nullable StoreSupplier<?> supplier, SerdePair<K, V> serdes, boolean logged, boolean cached,
			Map<String, String> topicSettings, @Nullable Duration retention, @Nullable DslStoreSuppliers suppliers,
			@Nullable LateRecordHandler<?, ?> late) {

		Storage(@Nullable String name, @Nullable StoreSupplier<?> supplier, SerdePair<K, V> serdes, boolean logged,
				boolean cached, Map<String, String> topicSettings, @Nullable Duration retention) {
			this(name, supplier, serdes, logged, cached, topicSettings, retention, null, null);
		}

		static <K extends @Nullable Object, V extends @Nullable Object> Storage<K, V> defaults() {
			return new Storage<>(null, null, SerdePair.defaults(), true, true, Map.of(), null);
		}

		/**
		 * The same without a changelog.
		 */
		Storage<K, V> unlogged() {
			return new Storage<>(this.name, this.supplier, this.serdes, false, this.cached, Map.of(), this.retention,
					null, this.late);
		}

		/**
		 * The same, of which nobody is told of late records.
		 */
		Storage<K, V> silent() {
			return new Storage<>(this.name, this.supplier, this.serdes, this.logged, this.cached, this.topicSettings,
					this.retention, this.suppliers, null);
		}

		Storage<K, V> orElse(SerdePair<K, V> other) {
			return new Storage<>(this.name, this.supplier, this.serdes.orElse(other), this.logged, this.cached,
					this.topicSettings, this.retention, this.suppliers, this.late);
		}

		/**
		 * With a supplier that was chosen for it.
		 */
		Storage<K, V> with(StoreSupplier<?> chosen) {
			return new Storage<>(this.name, chosen, this.serdes, this.logged, this.cached, this.topicSettings,
					this.retention, null, this.late);
		}

	}

	record Branching<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name,
			@Nullable Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> function,
			@Nullable Consumer<? super KStream<K, V>> consumer) {

		static <K extends @Nullable Object, V extends @Nullable Object> Branching<K, V> defaults() {
			return new Branching<>(null, null, null);
		}

	}

	record Printing<K extends @Nullable Object, V extends @Nullable Object>(@Nullable String name, OutputStream output,
			@Nullable String label, KeyValueMapper<? super K, ? super V, String> mapper) {
	}

	private static final class Name extends Named {

		private Name(Named named) {
			super(named);
		}

		private String get() {
			return this.name;
		}

	}

	/**
	 * The subclasses that see the fields.
	 */
	private static final class Reader {

		private static final class OfConsumed<K extends @Nullable Object, V extends @Nullable Object>
				extends Consumed<K, V> {

			private OfConsumed(Consumed<K, V> consumed) {
				super(consumed);
			}

			private Input<K, V> read() {
				return new Input<>(this.processorName, new SerdePair<>(this.keySerde, this.valueSerde),
						this.timestampExtractor, this.resetPolicy);
			}

		}

		private static final class OfProduced<K extends @Nullable Object, V extends @Nullable Object>
				extends Produced<K, V> {

			private OfProduced(Produced<K, V> produced) {
				super(produced);
			}

			private Output<K, V> read() {
				return new Output<>(this.processorName, new SerdePair<>(this.keySerde, this.valueSerde),
						this.partitioner);
			}

		}

		private static final class OfGrouped<K extends @Nullable Object, V extends @Nullable Object>
				extends Grouped<K, V> {

			private OfGrouped(Grouped<K, V> grouped) {
				super(grouped);
			}

			private Grouping<K, V> read() {
				return new Grouping<>(this.name, new SerdePair<>(this.keySerde, this.valueSerde));
			}

		}

		private static final class OfRepartitioned<K extends @Nullable Object, V extends @Nullable Object>
				extends Repartitioned<K, V> {

			private OfRepartitioned(Repartitioned<K, V> repartitioned) {
				super(repartitioned);
			}

			private Repartitioning<K, V> read() {
				return new Repartitioning<>(this.name, new SerdePair<>(this.keySerde, this.valueSerde),
						this.numberOfPartitions, this.partitioner);
			}

		}

		private static final class OfJoined<K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object>
				extends Joined<K, V, T> {

			private OfJoined(Joined<K, V, T> joined) {
				super(joined);
			}

			private Joining<K, V> read() {
				return new Joining<>(this.name, new SerdePair<>(this.keySerde, this.leftValueSerde), this.gracePeriod,
						this.lateHandler);
			}

		}

		private static final class OfStreamJoined<K extends @Nullable Object, V extends @Nullable Object, T extends @Nullable Object>
				extends StreamJoined<K, V, T> {

			private OfStreamJoined(StreamJoined<K, V, T> joined) {
				super(joined);
			}

			private StreamJoining<K, V, T> read() {
				return new StreamJoining<>(this.name, this.storeName, this.keySerde, this.valueSerde,
						this.otherValueSerde, this.thisStoreSupplier, this.otherStoreSupplier, this.loggingEnabled,
						this.topicConfig, this.dslStoreSuppliers, this.thisLateHandler, this.otherLateHandler);
			}

		}

		private static final class OfTableJoined<K extends @Nullable Object, KO extends @Nullable Object>
				extends TableJoined<K, KO> {

			private OfTableJoined(TableJoined<K, KO> tableJoined) {
				super(tableJoined);
			}

			private TableJoining<K, KO> read() {
				return new TableJoining<>(this.name, this.partitioner, this.otherPartitioner);
			}

		}

		private static final class OfMaterialized<K extends @Nullable Object, V extends @Nullable Object, S extends StateStore>
				extends Materialized<K, V, S> {

			private OfMaterialized(Materialized<K, V, S> materialized) {
				super(materialized);
			}

			private Storage<K, V> read() {
				return new Storage<>(this.storeName, this.storeSupplier,
						new SerdePair<>(this.keySerde, this.valueSerde), this.loggingEnabled, this.cachingEnabled,
						Map.copyOf(this.topicConfig), this.retention, this.dslStoreSuppliers, this.lateHandler);
			}

		}

		private static final class OfBranched<K extends @Nullable Object, V extends @Nullable Object>
				extends Branched<K, V> {

			private OfBranched(Branched<K, V> branched) {
				super(branched);
			}

			private Branching<K, V> read() {
				return new Branching<>(this.name, this.chainFunction, this.chainConsumer);
			}

		}

		private static final class OfPrinted<K extends @Nullable Object, V extends @Nullable Object>
				extends Printed<K, V> {

			private OfPrinted(Printed<K, V> printed) {
				super(printed);
			}

			private Printing<K, V> read() {
				return new Printing<>(this.processorName, this.outputStream, this.label, this.mapper);
			}

		}

	}

}
