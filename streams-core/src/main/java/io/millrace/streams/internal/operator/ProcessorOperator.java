package io.millrace.streams.internal.operator;

import java.util.Objects;
import java.util.function.Supplier;

import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.Record;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Runs a processor of the user. A record becomes an object here only, with headers of its
 * own.
 */
public final class ProcessorOperator extends Operator {

	private final Processor<Object, Object, Object, Object> processor;

	private final boolean global;

	private @Nullable Context context;

	@SuppressWarnings("unchecked")
	private ProcessorOperator(Processor<?, ?, ?, ?> processor, boolean global) {
		this.processor = (Processor<Object, Object, Object, Object>) processor;
		this.global = global;
	}

	/**
	 * Checks a supplier and makes the factory of its operators.
	 * @param operator the operator's name
	 * @param supplier makes the processors
	 * @param <KIn> the type of keys that come in
	 * @param <VIn> the type of values that come in
	 * @param <KOut> the type of keys that are forwarded
	 * @param <VOut> the type of values that are forwarded
	 * @return makes the operator of a task
	 * @throws io.millrace.streams.errors.TopologyException if the supplier returns null,
	 * or one instance twice
	 */
	public static <KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object> Supplier<ProcessorOperator> factory(
			String operator, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier) {
		FreshInstances.check(operator, supplier);
		return () -> new ProcessorOperator(FreshInstances.supplied(operator, supplier), false);
	}

	/**
	 * As {@link #factory}, for a processor that fills a global store and has nobody to
	 * forward to.
	 * @param operator the operator's name
	 * @param supplier makes the processors
	 * @param <KIn> the type of keys that come in
	 * @param <VIn> the type of values that come in
	 * @return makes the operator of an instance
	 * @throws io.millrace.streams.errors.TopologyException if the supplier returns null,
	 * or one instance twice
	 */
	public static <KIn extends @Nullable Object, VIn extends @Nullable Object> Supplier<ProcessorOperator> globalFactory(
			String operator, ProcessorSupplier<KIn, VIn, Void, Void> supplier) {
		FreshInstances.check(operator, supplier);
		return () -> new ProcessorOperator(FreshInstances.supplied(operator, supplier), true);
	}

	@Override
	public void init(OperatorContext context) {
		this.context = this.global ? new GlobalContext(this, context) : new Context(this, context);
		this.processor.init(this.context);
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		Context current = Objects.requireNonNull(this.context, "The processor takes records before it is readied");
		current.forwarding(true);
		try {
			this.processor.process(new Record<>(key, value, timestamp, headers));
		}
		finally {
			current.forwarding(false);
		}
	}

	@Override
	public void close() {
		if (this.context != null) {
			this.processor.close();
		}
	}

	private static class Context extends UserContext implements ProcessorContext<Object, Object> {

		private Context(Operator operator, OperatorContext task) {
			super(operator, task);
		}

		@Override
		public <K, V> void forward(Record<K, V> record) {
			send(record.key(), record.value(), record.timestamp(), record.headers(), null);
		}

		@Override
		public <K, V> void forward(Record<K, V> record, @Nullable String childName) {
			send(record.key(), record.value(), record.timestamp(), record.headers(), childName);
		}

	}

	private static final class GlobalContext extends Context {

		private final String operator;

		private GlobalContext(Operator operator, OperatorContext task) {
			super(operator, task);
			this.operator = operator.name();
		}

		@Override
		public <K, V> void forward(Record<K, V> record) {
			throw noChildren();
		}

		@Override
		public <K, V> void forward(Record<K, V> record, @Nullable String childName) {
			throw noChildren();
		}

		private UnsupportedOperationException noChildren() {
			return new UnsupportedOperationException("Processor " + this.operator
					+ " forwards a record, but it fills a global store and has nobody to forward to.");
		}

	}

}
