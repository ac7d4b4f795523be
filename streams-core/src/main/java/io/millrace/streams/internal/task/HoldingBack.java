package io.millrace.streams.internal.task;

import io.millrace.streams.internal.operator.OperatorException;

/**
 * Decides whether the operators of a task hold changes of rows back until the commit.
 * They don't from when such a change failed until what was processed by then is
 * committed: one change may stand for those of many records, and which of them is bad
 * shows only if each goes through by itself. A punctuation has no position by which to
 * tell that it is through, and it comes again, so once a change of one failed, nothing is
 * held any more. Asked by {@link StreamTask}.
 */
final class HoldingBack {

	private final TaskContext context;

	private final RecordQueues queues;

	private final BadRecords badRecords;

	private boolean off;

	HoldingBack(TaskContext context, RecordQueues queues, BadRecords badRecords) {
		this.context = context;
		this.queues = queues;
		this.badRecords = badRecords;
	}

	/**
	 * The initialisers are through.
	 */
	void start() {
		this.context.holding(true);
	}

	/**
	 * A change that was held back failed, or what came of it did. The context stands on
	 * it.
	 * @return the failure, to be thrown
	 */
	RuntimeException failed(OperatorException failure) {
		proveSingly(this.context.inputPartition() == null);
		return this.badRecords.failedHeld(this.context.inputPartition(), this.context.offset(),
				this.context.timestamp(), failure);
	}

	/**
	 * What was processed since the last commit goes through record by record when it's
	 * done again.
	 * @param ofPunctuation whether that is for what a punctuation did
	 */
	void proveSingly(boolean ofPunctuation) {
		this.off |= ofPunctuation;
		this.context.holding(false);
		this.queues.all().forEach(PartitionQueue::proveSingly);
	}

	/**
	 * All that was processed is committed.
	 */
	void committed() {
		for (PartitionQueue queue : this.queues.all()) {
			if (!queue.proved()) {
				return;
			}
		}
		this.context.holding(!this.off);
	}

}
