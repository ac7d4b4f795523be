package io.millrace.streams.internal.operator;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The running form of one operator within one task. The task builds one instance of each
 * operator of its subtopology, links them once, and then drives records in at the source;
 * every operator hands its results to its children by one virtual call. Records of a
 * stream travel as {@link #onRecord}, changes of a table as {@link #onChange}; an
 * operator overrides the one that it takes. One thread at a time runs an operator.
 */
public abstract class Operator implements AutoCloseable {

	private static final Operator[] NONE = new Operator[0];

	private String name = "";

	private Operator[] children = NONE;

	/**
	 * Gives the operator its name and children; called once, before {@link #init}.
	 * @param name the operator's name in the topology
	 * @param children the operators that take its results, in the order of the topology
	 */
	public final void link(String name, Operator... children) {
		this.name = name;
		this.children = children.clone();
	}

	public final String name() {
		return this.name;
	}

	/**
	 * The operators that take the results.
	 * @return the children, not to be changed
	 */
	protected final Operator[] children() {
		return this.children;
	}

	/**
	 * Readies the operator; the stores of the task exist, none is restored yet.
	 * @param context the task as the operator sees it
	 */
	public void init(OperatorContext context) {
	}

	/**
	 * Takes a record of a stream.
	 * @param key the key
	 * @param value the value
	 * @param timestamp the timestamp in milliseconds
	 * @param headers the headers; shared with siblings, to be copied before a change
	 */
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		throw new IllegalStateException("Operator " + this.name + " doesn't take records of a stream");
	}

	/**
	 * Takes a change of a table.
	 * @param key the key
	 * @param newValue the value from now on, null for a delete
	 * @param oldValue the value until now, null if there was none
	 * @param timestamp the timestamp of the change in milliseconds
	 * @param headers the headers; shared with siblings, to be copied before a change
	 */
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		throw new IllegalStateException("Operator " + this.name + " doesn't take changes of a table");
	}

	/**
	 * Takes a change of a versioned table that is older than what the row is now: the row
	 * stays as it is, and what it was is another by now. Left aside by operators that
	 * know rows as they are only.
	 * @param key the key
	 * @param newValue the value from the timestamp on, null for a delete
	 * @param oldValue what the row is now, null if that isn't known
	 * @param timestamp the timestamp of the change in milliseconds
	 * @param headers the headers; shared with siblings, to be copied before a change
	 */
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
	}

	/**
	 * Whether an operator before mustn't hold changes of rows back, since this one has to
	 * see each of them when it's made.
	 */
	boolean takesEveryChange() {
		for (Operator child : this.children) {
			if (child.takesEveryChange()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Forwards what is held back; called at the start of each commit, before the stores'
	 * changelogs are written.
	 */
	public void beforeCommit() {
	}

	/**
	 * Told that the transaction with all results since the last commit is durable.
	 */
	public void afterCommit() {
	}

	/**
	 * Told that everything since the last commit is undone; anything held in memory
	 * beyond stores has to be dropped.
	 */
	public void onAbort() {
	}

	@Override
	public void close() {
	}

	protected final void forward(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		for (Operator child : this.children) {
			child.accept(key, value, timestamp, headers);
		}
	}

	protected final void forwardChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		for (Operator child : this.children) {
			child.acceptChange(key, newValue, oldValue, timestamp, headers);
		}
	}

	protected final void forwardLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue,
			long timestamp, Headers headers) {
		for (Operator child : this.children) {
			child.acceptLateChange(key, newValue, oldValue, timestamp, headers);
		}
	}

	/**
	 * Takes a record as {@link #onRecord} does, and marks a failure with this operator's
	 * name unless a later operator has marked it.
	 */
	final void accept(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		try {
			onRecord(key, value, timestamp, headers);
		}
		catch (RuntimeException ex) {
			throw OperatorException.at(this.name, ex, key, value, timestamp, headers);
		}
	}

	final void acceptChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		try {
			onChange(key, newValue, oldValue, timestamp, headers);
		}
		catch (RuntimeException ex) {
			throw OperatorException.at(this.name, ex, key, newValue, timestamp, headers);
		}
	}

	final void acceptLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		try {
			onLateChange(key, newValue, oldValue, timestamp, headers);
		}
		catch (RuntimeException ex) {
			throw OperatorException.at(this.name, ex, key, newValue, timestamp, headers);
		}
	}

}
