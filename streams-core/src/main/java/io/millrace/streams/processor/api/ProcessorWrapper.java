package io.millrace.streams.processor.api;

import java.util.Map;
import java.util.Set;

import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * Is given every processor that the application adds to a topology, and returns what runs
 * in its place: to measure, log or check, say. Operators of the DSL itself aren't
 * processors here, and aren't given to it. Set as
 * {@link io.millrace.streams.StreamsConfig#PROCESSOR_WRAPPER_CLASS_CONFIG} in the
 * {@link io.millrace.streams.TopologyConfig} that a topology is made with.
 */
public interface ProcessorWrapper extends Configurable {

	@Override
	default void configure(Map<String, ?> configs) {
	}

	/**
	 * Wraps a processor.
	 * @param processorName its name in the topology
	 * @param processorSupplier makes it
	 * @param <KIn> the type of the keys taken
	 * @param <VIn> the type of the values taken
	 * @param <KOut> the type of the keys forwarded
	 * @param <VOut> the type of the values forwarded
	 * @return makes what runs in its place; {@link #asWrapped} leaves it as it is
	 */
	<KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
			String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier);

	/**
	 * Wraps a processor that keeps keys.
	 * @param processorName its name in the topology
	 * @param processorSupplier makes it
	 * @param <KIn> the type of the keys
	 * @param <VIn> the type of the values taken
	 * @param <VOut> the type of the values forwarded
	 * @return makes what runs in its place; {@link #asWrappedFixedKey} leaves it as it is
	 */
	<KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
			String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier);

	/**
	 * Leaves a processor as it is.
	 * @param processorSupplier makes it
	 * @param <KIn> the type of the keys taken
	 * @param <VIn> the type of the values taken
	 * @param <KOut> the type of the keys forwarded
	 * @param <VOut> the type of the values forwarded
	 * @return the same in the form that a wrapper returns
	 */
	static <KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> asWrapped(
			ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
		return new WrappedProcessorSupplier<>() {

			@Override
			public Processor<KIn, VIn, KOut, VOut> get() {
				return processorSupplier.get();
			}

			@Override
			public @Nullable Set<StoreBuilder<?>> stores() {
				return processorSupplier.stores();
			}

		};
	}

	/**
	 * Leaves a processor that keeps keys as it is.
	 * @param processorSupplier makes it
	 * @param <KIn> the type of the keys
	 * @param <VIn> the type of the values taken
	 * @param <VOut> the type of the values forwarded
	 * @return the same in the form that a wrapper returns
	 */
	static <KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> asWrappedFixedKey(
			FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
		return new WrappedFixedKeyProcessorSupplier<>() {

			@Override
			public FixedKeyProcessor<KIn, VIn, VOut> get() {
				return processorSupplier.get();
			}

			@Override
			public @Nullable Set<StoreBuilder<?>> stores() {
				return processorSupplier.stores();
			}

		};
	}

}
