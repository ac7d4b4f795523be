package io.millrace.streams.internal.operator;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiFunction;

import io.millrace.streams.internal.store.DropReason;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Where a foreign-key join begins: turns the changes of rows into subscriptions at the
 * rows that they refer to, and ends those at the rows that they referred to before. Only
 * where no new subscription brings an answer does the end of one ask for one.
 */
public final class ForeignKeySubscribeOperator extends Operator {

	private final BiFunction<Object, Object, Object> extractor;

	private final ForeignKeyFormats formats;

	private final boolean left;

	private final boolean resultStored;

	private final Subscription subscription = new Subscription();

	private ForeignKeyFormats.@Nullable Hashing hashing;

	private ForeignKeyFormats.@Nullable Keys keys;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param extractor gives the key that a row refers to, null for none
	 * @param formats how keys and values are written
	 * @param left whether rows that refer to nothing are in the result
	 * @param resultStored whether it is known of the result what was there before, so
	 * that nothing comes of a delete of what wasn't
	 */
	@SuppressWarnings("unchecked")
	public ForeignKeySubscribeOperator(BiFunction<?, ?, ?> extractor, ForeignKeyFormats formats, boolean left,
			boolean resultStored) {
		this.extractor = (BiFunction<Object, Object, Object>) extractor;
		this.formats = formats;
		this.left = left;
		this.resultStored = resultStored;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.hashing = this.formats.hashing(context);
		this.keys = this.formats.keys(context);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		if (newValue == null && oldValue == null) {
			return;
		}
		Object now = (newValue != null) ? this.extractor.apply(key, newValue) : null;
		Object before = (oldValue != null) ? this.extractor.apply(key, oldValue) : null;
		Objects.requireNonNull(this.hashing).hash(newValue, headers, this.subscription.hash());
		this.subscription.from(key, Objects.requireNonNull(this.context).taskId().partition());
		boolean moved = before != null && (now == null || changed(now, before, headers));
		if (this.left) {
			if (before != null && moved) {
				send(before, Subscription.END_QUIETLY, timestamp, headers);
			}
			send(now, Subscription.BEGIN_AND_ANSWER, timestamp, headers);
		}
		else if (now == null) {
			if (newValue != null) {
				Drops.count(this.context, name(), DropReason.NULL_KEY);
			}
			if (before != null) {
				send(before, Subscription.END, timestamp, headers);
			}
		}
		else if (before != null && moved) {
			send(before, Subscription.END_QUIETLY, timestamp, headers);
			// What the row was joined with before has to go, even if nothing comes.
			send(now, Subscription.BEGIN_AND_ANSWER, timestamp, headers);
		}
		else {
			// What the row refers to may be deleted just now. The row is told, but that
			// answer is to what it was before, so it wants another.
			boolean maybeJoined = this.resultStored && before != null;
			send(now, maybeJoined ? Subscription.BEGIN_AND_ANSWER : Subscription.BEGIN, timestamp, headers);
		}
	}

	private boolean changed(Object now, Object before, Headers headers) {
		ForeignKeyFormats.Keys writing = Objects.requireNonNull(this.keys);
		return !Arrays.equals(writing.foreignKey(now, headers), writing.foreignKey(before, headers));
	}

	private void send(@Nullable Object foreignKey, byte instruction, long timestamp, Headers headers) {
		this.subscription.instruct(instruction);
		forward(foreignKey, this.subscription, timestamp, headers);
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Drops.count(this.context, name(), DropReason.OUT_OF_ORDER);
	}

}
