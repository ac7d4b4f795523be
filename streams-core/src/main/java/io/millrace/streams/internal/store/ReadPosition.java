package io.millrace.streams.internal.store;

import io.millrace.streams.query.Position;
import org.jspecify.annotations.Nullable;

/**
 * The position of what one query reads. A query makes it before it reads, so that it is
 * never further than the content; the task's thread renews it in the same go in which it
 * looks up what isn't committed.
 */
final class ReadPosition {

	private final InputPosition input;

	private Position position;

	ReadPosition(InputPosition input) {
		this.input = input;
		this.position = input.committed();
	}

	/**
	 * What the task's thread sees now is read. Whoever waits for the answer sees the
	 * change.
	 */
	void readUncommitted() {
		this.position = this.input.current();
	}

	Position position() {
		return this.position;
	}

	@Nullable Integer partition() {
		return this.input.partition();
	}

}
