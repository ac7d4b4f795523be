package io.millrace.oracle;

import org.jspecify.annotations.Nullable;

/**
 * The operators that plans are made of: each with the shape of what it takes, the shape
 * of its second input, and the shape of what it gives. Many have variants, which
 * {@code PlannedTopology} tells apart.
 */
public enum StepKind {

	STREAM_SOURCE(null, null, Shape.STREAM, 1),

	TABLE_SOURCE(null, null, Shape.TABLE, 1),

	/** A table that keeps earlier values. */
	VERSIONED_SOURCE(null, null, Shape.TABLE, 1),

	GLOBAL_SOURCE(null, null, Shape.GLOBAL, 1),

	GLOBAL_JOIN(Shape.STREAM, Shape.GLOBAL, Shape.STREAM, 2),

	GLOBAL_LEFT_JOIN(Shape.STREAM, Shape.GLOBAL, Shape.STREAM, 2),

	FILTER(Shape.STREAM, null, Shape.STREAM, 2),

	MAP_VALUES(Shape.STREAM, null, Shape.STREAM, 2),

	SELECT_KEY(Shape.STREAM, null, Shape.STREAM, 2),

	FLAT_MAP(Shape.STREAM, null, Shape.STREAM, 1),

	FLAT_MAP_VALUES(Shape.STREAM, null, Shape.STREAM, 1),

	MERGE(Shape.STREAM, Shape.STREAM, Shape.STREAM, 1),

	BRANCH(Shape.STREAM, null, Shape.STREAM, 1),

	REPARTITION(Shape.STREAM, null, Shape.STREAM, 1),

	TO_TABLE(Shape.STREAM, null, Shape.TABLE, 1),

	PROCESS(Shape.STREAM, null, Shape.STREAM, 1),

	STREAM_TABLE_JOIN(Shape.STREAM, Shape.TABLE, Shape.STREAM, 2),

	STREAM_TABLE_LEFT_JOIN(Shape.STREAM, Shape.TABLE, Shape.STREAM, 2),

	/** Waits for the table. */
	GRACE_JOIN(Shape.STREAM, Shape.TABLE, Shape.STREAM, 2),

	GRACE_LEFT_JOIN(Shape.STREAM, Shape.TABLE, Shape.STREAM, 2),

	COUNT(Shape.STREAM, null, Shape.TABLE, 2),

	REDUCE(Shape.STREAM, null, Shape.TABLE, 2),

	AGGREGATE(Shape.STREAM, null, Shape.TABLE, 2),

	COUNT_BY_VALUE(Shape.STREAM, null, Shape.TABLE, 1),

	TUMBLING(Shape.STREAM, null, Shape.WINDOWED, 3),

	HOPPING(Shape.STREAM, null, Shape.WINDOWED, 3),

	SLIDING(Shape.STREAM, null, Shape.WINDOWED, 3),

	SESSION(Shape.STREAM, null, Shape.WINDOWED, 3),

	UNLIMITED(Shape.STREAM, null, Shape.WINDOWED, 1),

	/** Gives results once windows are closed. */
	FINAL_TUMBLING(Shape.STREAM, null, Shape.WINDOWED, 3),

	FINAL_HOPPING(Shape.STREAM, null, Shape.WINDOWED, 3),

	FINAL_SLIDING(Shape.STREAM, null, Shape.WINDOWED, 3),

	FINAL_SESSION(Shape.STREAM, null, Shape.WINDOWED, 3),

	/** Passes rows on once their windows are closed. */
	SUPPRESS_OPEN(Shape.WINDOWED, null, Shape.WINDOWED, 2),

	/** Passes rows on after a time, or when there are many. */
	SUPPRESS(Shape.TABLE, null, Shape.TABLE, 4),

	COGROUP(Shape.STREAM, Shape.STREAM, Shape.TABLE, 2),

	COGROUP_WINDOWS(Shape.STREAM, Shape.STREAM, Shape.WINDOWED, 4),

	STREAM_JOIN(Shape.STREAM, Shape.STREAM, Shape.STREAM, 4),

	STREAM_LEFT_JOIN(Shape.STREAM, Shape.STREAM, Shape.STREAM, 4),

	STREAM_OUTER_JOIN(Shape.STREAM, Shape.STREAM, Shape.STREAM, 4),

	TABLE_JOIN(Shape.TABLE, Shape.TABLE, Shape.TABLE, 2),

	TABLE_LEFT_JOIN(Shape.TABLE, Shape.TABLE, Shape.TABLE, 2),

	TABLE_OUTER_JOIN(Shape.TABLE, Shape.TABLE, Shape.TABLE, 2),

	FOREIGN_KEY_JOIN(Shape.TABLE, Shape.TABLE, Shape.TABLE, 2),

	FOREIGN_KEY_LEFT_JOIN(Shape.TABLE, Shape.TABLE, Shape.TABLE, 2),

	TABLE_GROUP_COUNT(Shape.TABLE, null, Shape.TABLE, 1),

	TABLE_GROUP_REDUCE(Shape.TABLE, null, Shape.TABLE, 1),

	TABLE_GROUP_AGGREGATE(Shape.TABLE, null, Shape.TABLE, 2),

	TABLE_FILTER(Shape.TABLE, null, Shape.TABLE, 2),

	TABLE_MAP_VALUES(Shape.TABLE, null, Shape.TABLE, 2),

	/** A table with a store of its own, which has the rows of another. */
	TABLE_COPY(Shape.TABLE, null, Shape.TABLE, 1),

	/** What a table has, without its deletes. */
	TABLE_ROWS(Shape.TABLE, null, Shape.STREAM, 1),

	/** What windows have, without their deletes. */
	WINDOW_ROWS(Shape.WINDOWED, null, Shape.STREAM, 1);

	private final @Nullable Shape left;

	private final @Nullable Shape right;

	private final Shape result;

	private final int variants;

	StepKind(@Nullable Shape left, @Nullable Shape right, Shape result, int variants) {
		this.left = left;
		this.right = right;
		this.result = result;
		this.variants = variants;
	}

	/**
	 * The shape of the input, or null for sources.
	 */
	public @Nullable Shape left() {
		return this.left;
	}

	/**
	 * The shape of the second input, or null if there is none.
	 */
	public @Nullable Shape right() {
		return this.right;
	}

	public Shape result() {
		return this.result;
	}

	int variants() {
		return this.variants;
	}

	/**
	 * Whether it gives results once windows are closed.
	 */
	public boolean isFinal() {
		return switch (this) {
			case FINAL_TUMBLING, FINAL_HOPPING, FINAL_SLIDING, FINAL_SESSION -> true;
			default -> false;
		};
	}

	/**
	 * Whether it has windows that end.
	 */
	public boolean expires() {
		return switch (this) {
			case TUMBLING, HOPPING, SLIDING, SESSION, COGROUP_WINDOWS -> true;
			default -> isFinal();
		};
	}

	/**
	 * Whether it joins streams so that records without partner give a result too.
	 */
	public boolean isOuterStreamJoin() {
		return this == STREAM_LEFT_JOIN || this == STREAM_OUTER_JOIN;
	}

	/**
	 * Whether what it gives may come out of order although its input doesn't.
	 */
	boolean givesDueResults() {
		return switch (this) {
			case SUPPRESS, SUPPRESS_OPEN, GRACE_JOIN, GRACE_LEFT_JOIN -> true;
			default -> isFinal() || isOuterStreamJoin();
		};
	}

}
