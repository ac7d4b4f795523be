package io.millrace.streams.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The one kind of {@link QueryResult}, made by its factory methods.
 *
 * @param <R> the type of the answer
 */
final class QueryOutcome<R extends @Nullable Object> implements QueryResult<R> {

	private final @Nullable R result;

	private final @Nullable FailureReason failureReason;

	private final @Nullable String failureMessage;

	private final List<String> executionInfo = new ArrayList<>();

	private @Nullable Position position;

	QueryOutcome(@Nullable R result, @Nullable FailureReason failureReason, @Nullable String failureMessage) {
		this.result = result;
		this.failureReason = failureReason;
		this.failureMessage = failureMessage;
	}

	static <R extends @Nullable Object> QueryResult<R> failed(FailureReason reason, String message) {
		return new QueryOutcome<>(null, Objects.requireNonNull(reason, "The reason of a failure is null."),
				Objects.requireNonNull(message, "The message of a failure is null."));
	}

	@Override
	public void addExecutionInfo(String message) {
		this.executionInfo.add(message);
	}

	@Override
	public void setPosition(Position position) {
		this.position = position;
	}

	@Override
	public boolean isSuccess() {
		return this.failureReason == null;
	}

	@Override
	public boolean isFailure() {
		return this.failureReason != null;
	}

	@Override
	public List<String> getExecutionInfo() {
		return this.executionInfo;
	}

	@Override
	public @Nullable Position getPosition() {
		return this.position;
	}

	@Override
	public FailureReason getFailureReason() {
		if (this.failureReason == null) {
			throw answered();
		}
		return this.failureReason;
	}

	@Override
	public String getFailureMessage() {
		if (this.failureMessage == null) {
			throw answered();
		}
		return this.failureMessage;
	}

	private static IllegalArgumentException answered() {
		return new IllegalArgumentException("The query didn't fail; ask isFailure() first.");
	}

	@Override
	public @Nullable R getResult() {
		if (this.failureReason != null) {
			throw new IllegalArgumentException(
					"The query has no result: " + this.failureReason + ", " + this.failureMessage);
		}
		return this.result;
	}

	@Override
	public String toString() {
		return "QueryResult{"
				+ ((this.failureReason != null) ? this.failureReason + ": " + this.failureMessage
						: "result=" + this.result)
				+ ", position=" + this.position + ", executionInfo=" + this.executionInfo + "}";
	}

}
