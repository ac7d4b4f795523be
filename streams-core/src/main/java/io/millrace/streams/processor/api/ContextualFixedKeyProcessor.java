package io.millrace.streams.processor.api;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A {@link FixedKeyProcessor} that keeps its context.
 *
 * @param <KIn> the type of keys that come in
 * @param <VIn> the type of values that come in
 * @param <VOut> the type of values that are forwarded
 */
public abstract class ContextualFixedKeyProcessor<KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
		implements FixedKeyProcessor<KIn, VIn, VOut> {

	private @Nullable FixedKeyProcessorContext<KIn, VOut> context;

	/**
	 * Makes a processor without a context yet.
	 */
	protected ContextualFixedKeyProcessor() {
	}

	/**
	 * Keeps the context. An override has to call this one.
	 * @param context the task as the processor sees it
	 */
	@Override
	public void init(FixedKeyProcessorContext<KIn, VOut> context) {
		this.context = context;
	}

	/**
	 * The task as the processor sees it.
	 * @return the context
	 * @throws NullPointerException if called before {@link #init}
	 */
	protected final FixedKeyProcessorContext<KIn, VOut> context() {
		return Objects.requireNonNull(this.context, "The context is there from init on");
	}

}
