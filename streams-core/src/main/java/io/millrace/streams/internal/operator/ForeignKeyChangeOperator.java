package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Tells all rows that subscribed to a row of a table when that changes.
 */
public final class ForeignKeyChangeOperator extends Operator {

	private final String storeName;

	private final ForeignKeyFormats formats;

	private final BytesSerializer prefixes = new BytesSerializer();

	private final Subscription subscription = new Subscription();

	private final ForeignKeyAnswer answer = new ForeignKeyAnswer();

	private @Nullable TimestampedKeyValueStore<Bytes, byte[]> store;

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
	@SuppressWarnings("unchecked")
	public void init(OperatorContext context) {
		this.context = context;
		if (!(context.store(this.storeName) instanceof TimestampedKeyValueStore<?, ?> found)) {
			throw new StreamsException("Store " + this.storeName + " of operator " + name() + " is missing in task "
					+ context.taskId() + ", or isn't one that keeps timestamps.");
		}
		this.store = (TimestampedKeyValueStore<Bytes, byte[]>) found;
		this.keys = this.formats.keys(context);
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		ForeignKeyFormats.Keys reading = Objects.requireNonNull(this.keys);
		Bytes prefix = reading.prefix(key, headers);
		try (KeyValueIterator<Bytes, ValueAndTimestamp<byte[]>> subscriptions = this.store.prefixScan(prefix,
				this.prefixes)) {
			while (subscriptions.hasNext()) {
				KeyValue<Bytes, ValueAndTimestamp<byte[]>> next = subscriptions.next();
				this.subscription.read("store", this.storeName, next.value.value());
				forward(reading.primaryKey(next.key, headers), this.answer.set(this.subscription, newValue), timestamp,
						headers);
			}
		}
	}

	@Override
	public void onLateChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		Drops.count(this.context, name(), Drops.OUT_OF_ORDER);
	}

}
