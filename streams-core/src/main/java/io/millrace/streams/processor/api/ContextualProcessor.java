package io.millrace.streams.processor.api;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Processor} that keeps its context.
 *
 * @param <KIn> the type of keys that come in
 * @param <VIn> the type of values that come in
 * @param <KOut> the type of keys that are forwarded
 * @param <VOut> the type of values that are forwarded
 */
public abstract class ContextualProcessor<KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object>
		implements Processor<KIn, VIn, KOut, VOut> {

	private @Nullable ProcessorContext<KOut, VOut> context;

	/**
	 * Makes a processor without a context yet.
	 */
	protected ContextualProcessor() {
	}

	/**
	 * Keeps the context. An override has to call this one.
	 * @param context the task as the processor sees it
	 */
	@Override
	public void init(ProcessorContext<KOut, VOut> context) {
		this.context = context;
	}

	/**
	 * The task as the processor sees it.
	 * @return the context
	 * @throws NullPointerException if called before {@link #init}
	 */
	protected final ProcessorContext<KOut, VOut> context() {
		return Objects.requireNonNull(this.context, "The context is there from init on");
	}

}
