package io.millrace.streams.internal.store;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * How views get at a store of a task: whether it may be read still, and who looks up what
 * isn't committed. Thread-safe.
 *
 * @param open asked at each read; once false, reads throw
 * {@link io.millrace.streams.errors.StateStoreMigratedException}
 * @param owner the thread that runs the task; null for views of committed content only
 * @param position told when something uncommitted is read; null if nobody wants to know
 */
record ViewAccess(BooleanSupplier open, @Nullable OwnerThread owner, @Nullable ReadPosition position) {

	ViewAccess(BooleanSupplier open, @Nullable OwnerThread owner) {
		this(open, owner, null);
	}

	/**
	 * The same, for one query that wants to know the position of what it reads.
	 */
	ViewAccess at(ReadPosition position) {
		return new ViewAccess(this.open, this.owner, position);
	}

	void check(String store) {
		if (!this.open.getAsBoolean()) {
			throw OwnerThread.gone(store);
		}
	}

	/**
	 * Has the owner answer, if the store is still open when it gets to it.
	 * @param store the store's name
	 * @param question run by the owner, in one go
	 * @param committed run in its place by the caller if nothing is uncommitted
	 */
	<T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
		check(store);
		return Objects.requireNonNull(this.owner).ask(store, () -> {
			check(store);
			T answer = question.get();
			if (this.position != null) {
				this.position.readUncommitted();
			}
			return answer;
		}, committed);
	}

}
