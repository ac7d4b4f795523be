package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.task.ErrorHandlers.Answer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Results that the producer couldn't send, where the user set a handler for them. By then
 * the transaction is lost, so the work since the last commit is undone; what the handler
 * decided is remembered and carried out when it's done again: the record that gave such a
 * result is passed over as a whole. Owned by {@link StreamTask}; the producer tells of
 * failures on a thread of its own.
 */
final class SendFailures {

	private static final Logger logger = LoggerFactory.getLogger(SendFailures.class);

	private final ErrorHandlers handlers;

	private final TaskContext context;

	private final RecordQueues queues;

	private final HoldingBack holdingBack;

	private final TaskOutput output;

	private final boolean transactional;

	/** Replaced when work is undone: what comes in late belongs to that. */
	private Queue<Failed> failed = new ConcurrentLinkedQueue<>();

	/** Results without a record of their own that are left out when they come again. */
	private final List<Unwanted> unwanted = new ArrayList<>();

	SendFailures(ErrorHandlers handlers, TaskContext context, RecordQueues queues, HoldingBack holdingBack,
			TaskOutput output, boolean transactional) {
		this.handlers = handlers;
		this.context = context;
		this.queues = queues;
		this.holdingBack = holdingBack;
		this.output = output;
		this.transactional = transactional;
	}

	/**
	 * Notes what a result is of: what is processed now.
	 */
	Origin origin(String sink) {
		return this.context.origin(sink);
	}

	/**
	 * Sends a result and notes if that fails.
	 */
	void send(TaskProducer producer, ProducerRecord<byte[], byte[]> result, Origin origin) {
		if (!this.unwanted.isEmpty() && leaveOut(producer, result)) {
			return;
		}
		Queue<Failed> into = this.failed;
		producer.send(result, (metadata, exception) -> {
			if (exception != null) {
				into.add(new Failed(SendOrder.next(), result, origin, exception));
			}
		});
	}

	private boolean leaveOut(TaskProducer producer, ProducerRecord<byte[], byte[]> result) {
		for (Unwanted each : this.unwanted) {
			if (!each.met && each.is(result)) {
				each.met = true;
				each.letters.forEach((letter) -> producer.send(letter, null));
				return true;
			}
		}
		return false;
	}

	/**
	 * When the first result failed.
	 * @param ofRecord whether an exception says something about the record, rather than
	 * about the producer
	 * @return a number that is higher for what failed later, in whichever task;
	 * {@code Long.MAX_VALUE} if nothing failed
	 */
	long first(Predicate<Exception> ofRecord) {
		for (Failed each : this.failed) {
			if (ofRecord.test(each.exception)) {
				return each.number;
			}
		}
		return Long.MAX_VALUE;
	}

	/**
	 * Asks the handler about the result that failed first. What failed after it may have
	 * done so because of what its record wrote, or because the producer gives up all that
	 * waits with the same exception; it is judged when it fails again.
	 * @param ofRecord as before
	 * @return what to treat in place of the producer's exception: a
	 * {@link SendUndoneException} if the work is to be done again
	 */
	RuntimeException judge(Predicate<Exception> ofRecord) {
		Failed first = null;
		for (Failed each : this.failed) {
			if (first == null && ofRecord.test(each.exception)) {
				first = each;
			}
		}
		Objects.requireNonNull(first, "There's nothing to judge");
		boolean settled;
		try {
			settled = settle(first);
		}
		catch (StreamsException ex) {
			return ex;
		}
		return new SendUndoneException("A result for topic " + first.result.topic() + " of "
				+ first.origin.context.where() + " couldn't be sent (" + first.exception.getClass().getName()
				+ "); the work since the last commit is done again.", first.exception, settled);
	}

	/**
	 * Has the handler decide.
	 * @return whether the result won't fail again, not in the same way at least
	 */
	private boolean settle(Failed failure) {
		Origin origin = failure.origin;
		if (origin.kind == Kind.HELD) {
			// Which of the records that changed the row is to blame shows only one by
			// one.
			this.holdingBack.proveSingly(origin.context.topic() == null);
			return true;
		}
		FailureContext where = origin.context;
		Answer answer = Objects.requireNonNull(this.handlers.production(where, failure.result, failure.exception));
		boolean fail = switch (answer.decision()) {
			case FAIL -> true;
			case RETRY -> !(failure.exception instanceof RetriableException);
			case RESUME -> false;
		};
		if (fail) {
			if (!this.transactional) {
				this.output.send(answer.letters());
				this.output.release();
			}
			throw new StreamsException(
					"A result of operator " + where.processorNodeId() + " for topic " + failure.result.topic()
							+ " couldn't be sent (" + failure.exception.getClass().getName() + "), and the handler "
							+ answer.handler() + " decided to fail; its record is at " + where.where() + ".",
					failure.exception);
		}
		if (answer.decision() == ErrorHandlers.Decision.RESUME) {
			logger.warn(
					"A result of operator {} in task {} for topic {} couldn't be sent; it is passed over ({}), with"
							+ " its record at {}: {}",
					where.processorNodeId(), where.taskId(), failure.result.topic(), answer.handler(), where.where(),
					failure.exception.getClass().getName());
			resume(origin, failure.result, answer.letters());
			return true;
		}
		return false;
	}

	private void resume(Origin origin, ProducerRecord<byte[], byte[]> result,
			List<ProducerRecord<byte[], byte[]>> letters) {
		switch (origin.kind) {
			case RECORD -> this.queues
				.of(new TopicPartition(Objects.requireNonNull(origin.context.topic()), origin.context.partition()))
				.condemn(origin.context.offset(), letters);
			case DUE -> this.unwanted.add(new Unwanted(result, letters, false));
			case PUNCTUATION -> {
				Punctuations.Call call = origin.punctuation;
				if (call != null) {
					call.passOver();
				}
				else {
					// It is of a step of the commit, and comes again with the next.
					this.unwanted.add(new Unwanted(result, List.of(), true));
				}
				this.output.owe(letters);
			}
			case HELD -> throw new IllegalStateException("A row that was held back has no record of its own.");
		}
	}

	void committed() {
		this.unwanted.removeIf((each) -> each.met || each.untilCommit);
	}

	void aborted() {
		this.failed = new ConcurrentLinkedQueue<>();
		this.unwanted.forEach((each) -> each.met = false);
	}

	/**
	 * What a result is of.
	 */
	enum Kind {

		/** The record that is processed. */
		RECORD,
		/** A row that was held back, which stands for several records. */
		HELD,
		/** Records before the one that is processed. */
		DUE,
		/** No record. */
		PUNCTUATION

	}

	/**
	 * What a result is of.
	 *
	 * @param kind what
	 * @param context which
	 * @param punctuation the call of a punctuation, if it is of one
	 */
	record Origin(Kind kind, FailureContext context, Punctuations.@Nullable Call punctuation) {
	}

	private record Failed(long number, ProducerRecord<byte[], byte[]> result, Origin origin, Exception exception) {
	}

	private static final class Unwanted {

		private final ProducerRecord<byte[], byte[]> result;

		private final List<ProducerRecord<byte[], byte[]>> letters;

		/** Whether it comes again with the next commit or never. */
		private final boolean untilCommit;

		private boolean met;

		Unwanted(ProducerRecord<byte[], byte[]> result, List<ProducerRecord<byte[], byte[]>> letters,
				boolean untilCommit) {
			this.result = result;
			this.letters = letters;
			this.untilCommit = untilCommit;
		}

		boolean is(ProducerRecord<byte[], byte[]> other) {
			return this.result.topic().equals(other.topic())
					&& Objects.equals(this.result.timestamp(), other.timestamp())
					&& Arrays.equals(this.result.key(), other.key())
					&& Arrays.equals(this.result.value(), other.value());
		}

	}

}
