package io.millrace.streams.internal.operator;

import io.millrace.streams.internal.store.DropReason;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records without a key away from a repartition topic: what reads the topic goes by
 * keys and could do nothing with them, except for a left join, which gives a result for
 * them.
 */
public final class RepartitionFilterOperator extends Operator {

	private final boolean nullKeysPass;

	private @Nullable OperatorContext context;

	/**
	 * Makes a filter.
	 * @param nullKeysPass whether records without a key pass
	 */
	public RepartitionFilterOperator(boolean nullKeysPass) {
		this.nullKeysPass = nullKeysPass;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null && !this.nullKeysPass) {
			Drops.count(this.context, name(), DropReason.NULL_KEY);
			return;
		}
		forward(key, value, timestamp, headers);
	}

}
