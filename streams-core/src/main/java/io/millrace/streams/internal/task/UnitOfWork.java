package io.millrace.streams.internal.task;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.OperatorException;
import io.millrace.streams.processor.Punctuator;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes one record, or one punctuation, through the operators of a task: what they write
 * and send takes effect together when it is through, or not at all, and then the error
 * policy has it. Owned by {@link StreamTask} or {@link GlobalTask}.
 */
final class UnitOfWork {

	private final OperatedStores state;

	private final TaskContext context;

	private final TaskOutput output;

	private final BadRecords badRecords;

	UnitOfWork(OperatedStores state, TaskContext context, TaskOutput output, BadRecords badRecords) {
		this.state = state;
		this.context = context;
		this.output = output;
		this.badRecords = badRecords;
	}

	/**
	 * Processes the record that is ready in a queue.
	 */
	void process(PartitionQueue queue) {
		this.context.time().observe(queue.headTimestamp());
		// A flush may have given some.
		this.context.dueResults().end();
		boolean again = processOnce(queue);
		while (again) {
			again = processOnce(queue);
		}
		this.context.dueResults().end();
	}

	/**
	 * Processes the record, or leaves it to the error policy.
	 * @return whether it has to be processed once more
	 */
	private boolean processOnce(PartitionQueue queue) {
		ConsumerRecord<byte[], byte[]> head = queue.head();
		this.context.enter(head, queue.partition(), queue.headTimestamp());
		try {
			queue.source().onRecord(queue.headKey(), queue.headValue(), queue.headTimestamp(), head.headers());
			through();
		}
		catch (OperatorException ex) {
			undo();
			BadRecords.throwIfBlameless(ex);
			if (passedOver(ex)) {
				return true;
			}
			this.badRecords.failed(queue.headAsRead(), ex);
		}
		return false;
	}

	/**
	 * Calls a punctuation.
	 */
	void punctuate(Operator operator, Punctuator callback, long now) {
		this.context.dueResults().end();
		boolean again = punctuateOnce(operator, callback, now);
		while (again) {
			again = punctuateOnce(operator, callback, now);
		}
		this.context.dueResults().end();
	}

	private boolean punctuateOnce(Operator operator, Punctuator callback, long now) {
		this.context.leave(now);
		try {
			callback.punctuate(now);
		}
		catch (RuntimeException ex) {
			undo();
			BadRecords.throwIfBlameless(ex);
			if (passedOver(OperatorException.at(operator.name(), ex))) {
				return true;
			}
			this.badRecords.failedPunctuation(operator.name(), now, ex);
			return false;
		}
		through();
		return false;
	}

	/**
	 * Whether it was a result due to other records that failed, and is passed over.
	 */
	private boolean passedOver(OperatorException failure) {
		DueResults results = this.context.dueResults();
		if (!results.failed()) {
			return false;
		}
		this.badRecords.failedResult(results.timestamp(), failure);
		results.again();
		return true;
	}

	void through() {
		this.state.mark();
		this.context.time().mark();
		this.badRecords.counts().mark();
		this.output.release();
	}

	void undo() {
		this.state.rollback();
		this.context.time().rollback();
		this.badRecords.counts().rollback();
		this.output.drop();
	}

}
