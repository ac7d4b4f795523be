package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.ByteRows;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.FoundRows;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Tells all rows that subscribed to a row of a table when that changes.
 */
public final class ForeignKeyChangeOperator extends Operator {

	private final String storeName;

	private final ForeignKeyFormats formats;

	private final FoundRows found = new FoundRows();

	private final Subscription subscription = new Subscription();

	private final ForeignKeyAnswer answer = new ForeignKeyAnswer();

	private @Nullable ByteRows store;

	private ForeignKeyFormats.@Nullable Keys keys;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param storeName the store of subscriptions
	 * @param formats how keys are written
	 */
	public ForeignKeyChangeOperator(String storeName, ForeignKeyFormats formats) {
		this.storeName = storeName;
		this.formats = formats;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.store = TableStores.findBytes(context, name(), this.storeName);
		this.keys = this.formats.keys(context);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		ForeignKeyFormats.Keys reading = Objects.requireNonNull(this.keys);
		byte[] first = reading.first(key, headers);
		Objects.requireNonNull(this.store).collect(first, reading.behind(first), this.found);
		for (int i = 0; i < this.found.count(); i++) {
			this.subscription.read("store", this.storeName, this.found.value(i));
			forward(reading.primaryKey(this.found.key(i), headers), this.answer.set(this.subscription, newValue),
					timestamp, headers);
		}
		this.found.clear();
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Drops.count(this.context, name(), DropReason.OUT_OF_ORDER);
	}

}
