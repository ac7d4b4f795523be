package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.ValueJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How the rows that two tables have for one key make a row of their join: inner, left or
 * outer, seen from either side. Stateless.
 */
public abstract class TableJoin {

	private final ValueJoiner<Object, Object, Object> joiner;

	private final boolean leftRequired;

	private final boolean rightRequired;

	private TableJoin(ValueJoiner<Object, Object, Object> joiner, boolean leftRequired, boolean rightRequired) {
		this.joiner = joiner;
		this.leftRequired = leftRequired;
		this.rightRequired = rightRequired;
	}

	/**
	 * Makes a join as its left side sees it.
	 * @param joiner joins the values
	 * @param leftRequired whether there is a result only if the left table has a row
	 * @param rightRequired whether there is a result only if the right table has a row
	 * @return the join
	 */
	@SuppressWarnings("unchecked")
	public static TableJoin of(ValueJoiner<?, ?, ?> joiner, boolean leftRequired, boolean rightRequired) {
		return new FromLeft((ValueJoiner<Object, Object, Object>) joiner, leftRequired, rightRequired);
	}

	/**
	 * The same join as its right side sees it.
	 * @return the join with its sides swapped
	 */
	public TableJoin fromRight() {
		return new FromRight(this.joiner, this.leftRequired, this.rightRequired);
	}

	/**
	 * Joins two values.
	 * @param own the value of the side that sees the join, null for none
	 * @param other the value of the other side, null for none
	 * @return the result, null for none
	 */
	abstract @Nullable Object apply(@Nullable Object own, @Nullable Object other);

	@SuppressWarnings("NullAway")
	final @Nullable Object join(@Nullable Object left, @Nullable Object right) {
		if ((left == null && (right == null || this.leftRequired)) || (right == null && this.rightRequired)) {
			return null;
		}
		return this.joiner.apply(left, right);
	}

	private static final class FromLeft extends TableJoin {

		private FromLeft(ValueJoiner<Object, Object, Object> joiner, boolean leftRequired, boolean rightRequired) {
			super(joiner, leftRequired, rightRequired);
		}

		@Override
		@Nullable Object apply(@Nullable Object own, @Nullable Object other) {
			return join(own, other);
		}

	}

	private static final class FromRight extends TableJoin {

		private FromRight(ValueJoiner<Object, Object, Object> joiner, boolean leftRequired, boolean rightRequired) {
			super(joiner, leftRequired, rightRequired);
		}

		@Override
		@Nullable Object apply(@Nullable Object own, @Nullable Object other) {
			return join(other, own);
		}

	}

}
