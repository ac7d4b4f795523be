package io.millrace.streams.internal.operator;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.ProcessorContext;
import io.millrace.streams.processor.StateRestoreCallback;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.To;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The task as a transformer of a table's values sees it: all but forwarding. One belongs
 * to the operator, others to operators that look the transformed table up.
 */
final class TransformerContext extends UserContext implements ProcessorContext {

	private static final Headers NONE = new RecordHeaders();

	private final OperatorContext task;

	private final String operator;

	private Headers headers = NONE;

	private long timestamp = -1;

	private boolean ofRecord;

	/**
	 * Makes a context.
	 * @param operator the operator that runs the transformer
	 * @param transforming the name of the operator that the transformer was declared with
	 * @param task the task
	 */
	TransformerContext(Operator operator, String transforming, OperatorContext task) {
		super(operator, transforming, task);
		this.task = task;
		this.operator = transforming;
	}

	/**
	 * Moves on to a change that is being processed.
	 */
	void enter(long changeTime, Headers changeHeaders) {
		this.timestamp = changeTime;
		this.headers = changeHeaders;
		this.ofRecord = true;
	}

	/**
	 * Moves on to a row that is looked up.
	 */
	void enterLookup(long rowTime) {
		this.timestamp = rowTime;
		this.headers = NONE;
		this.ofRecord = false;
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
		throw new StreamsException("The transformer of " + this.operator + " registers store " + store.name()
				+ "; name the store where the transformer is added, or return it from the supplier's stores().");
	}

	@Override
	public <K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value) {
		throw mayNotForward();
	}

	@Override
	public <K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value, To to) {
		throw mayNotForward();
	}

	private StreamsException mayNotForward() {
		return new StreamsException("The transformer of " + this.operator
				+ " forwards a record; return the row's new value from transform, or use a processor on a stream.");
	}

	@Override
	public @Nullable String topic() {
		return this.ofRecord ? this.task.topic() : null;
	}

	@Override
	public int partition() {
		return this.ofRecord ? this.task.partition() : -1;
	}

	@Override
	public long offset() {
		return this.ofRecord ? this.task.offset() : -1;
	}

	@Override
	public Headers headers() {
		return new RecordHeaders(this.headers);
	}

	@Override
	public long timestamp() {
		return this.timestamp;
	}

}
