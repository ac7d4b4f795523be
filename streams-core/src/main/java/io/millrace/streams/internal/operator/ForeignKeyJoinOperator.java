package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.kstream.ValueJoiner;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Where a foreign-key join ends: joins a row with the answer to its subscription, unless
 * the row has changed since; then another answer is on its way. Gives records of a stream
 * that a {@link TableSourceOperator} makes the table of results from.
 */
public final class ForeignKeyJoinOperator extends Operator {

	private final TableLookup table;

	private final ForeignKeyFormats formats;

	private final ValueJoiner<Object, Object, Object> joiner;

	private final boolean left;

	private final ValueHash hash = new ValueHash();

	private ForeignKeyFormats.@Nullable Hashing hashing;

	private @Nullable OperatorContext context;

	/**
	 * Makes the operator.
	 * @param table the table whose rows refer to others
	 * @param formats how values are written
	 * @param joiner joins the values
	 * @param left whether rows that refer to nothing are in the result
	 */
	@SuppressWarnings("unchecked")
	public ForeignKeyJoinOperator(TableLookup table, ForeignKeyFormats formats, ValueJoiner<?, ?, ?> joiner,
			boolean left) {
		this.table = table;
		this.formats = formats;
		this.joiner = (ValueJoiner<Object, Object, Object>) joiner;
		this.left = left;
	}

	@Override
	public void init(OperatorContext context) {
		this.context = context;
		this.table.init(context, this);
		this.hashing = this.formats.hashing(context);
	}

	@Override
	public void close() {
		this.table.close();
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		if (key == null || value == null) {
			Drops.count(this.context, name(), (key == null) ? DropReason.NULL_KEY : DropReason.NULL_VALUE);
			return;
		}
		ForeignKeyAnswer answer = (ForeignKeyAnswer) value;
		Object own = this.table.find(key);
		Objects.requireNonNull(this.hashing).hash(own, headers, this.hash);
		if (!this.hash.sameAs(answer.hash())) {
			Drops.count(this.context, name(), DropReason.OVERTAKEN);
			return;
		}
		boolean joins = answer.value() != null || (this.left && own != null);
		forward(key, joins ? this.joiner.apply(own, answer.value()) : null, timestamp, headers);
	}

}
