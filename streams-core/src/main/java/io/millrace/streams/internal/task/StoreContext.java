package io.millrace.streams.internal.task;

import io.millrace.streams.internal.operator.TaskFacts;
import io.millrace.streams.internal.store.DropCounter;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.InputPosition;
import io.millrace.streams.processor.CommitCallback;
import io.millrace.streams.processor.StateRestoreCallback;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.query.Position;
import org.jspecify.annotations.Nullable;

/**
 * The task as its stores see it. A view of {@link TaskContext}.
 */
final class StoreContext extends TaskFacts implements StateStoreContext, DropCounter, InputPosition {

	private final TaskContext context;

	private final InputPosition input;

	StoreContext(TaskContext context, InputPosition input) {
		super(context);
		this.context = context;
		this.input = input;
	}

	@Override
	public @Nullable Integer partition() {
		return this.input.partition();
	}

	@Override
	public Position committed() {
		return this.input.committed();
	}

	@Override
	public Position current() {
		return this.input.current();
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback) {
		// A store of the user's own making isn't logged, so there is nothing to restore.
	}

	@Override
	public void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback) {
		register(store, stateRestoreCallback);
	}

	@Override
	public void dropped(String store, DropReason reason) {
		this.context.dropped(store, reason);
	}

}
