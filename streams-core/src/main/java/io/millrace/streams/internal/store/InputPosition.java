package io.millrace.streams.internal.store;

import io.millrace.streams.query.Position;
import org.jspecify.annotations.Nullable;

/**
 * How far the stores of a task reflect its input. Implemented by the context that a task
 * gives its stores.
 */
public interface InputPosition {

	/** That of stores that no task feeds. */
	InputPosition NONE = new InputPosition() {

		@Override
		public @Nullable Integer partition() {
			return null;
		}

		@Override
		public Position committed() {
			return Position.emptyPosition();
		}

		@Override
		public Position current() {
			return Position.emptyPosition();
		}

	};

	/**
	 * The number of the task's input partitions; null if it reads all partitions of a
	 * topic.
	 */
	@Nullable Integer partition();

	/**
	 * The position of the last commit. What is in the engine is at least as far, if it is
	 * read afterwards. For any thread.
	 * @return a new position
	 */
	Position committed();

	/**
	 * The position of all records that are through. For the task's thread.
	 * @return a new position
	 */
	Position current();

}
