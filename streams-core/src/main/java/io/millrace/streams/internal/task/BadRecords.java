package io.millrace.streams.internal.task;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.millrace.streams.StreamsConfig.OnError;
import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.operator.OperatorException;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.internal.store.HeldRowException;
import io.millrace.streams.internal.task.ErrorHandlers.Answer;
import io.millrace.streams.internal.task.ErrorHandlers.Decision;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one error policy of a task: what becomes of a record that can't be read or
 * processed. It either fails the task, or passes the record over, or sends it to the
 * dead-letter topic as it came; a handler that the user set for the kind of error decides
 * in its place. The caller has undone the record's effects before.
 */
final class BadRecords {

	/** Prefix of the headers added to a dead-lettered record, as in Kafka Streams. */
	private static final String PREFIX = "__streams.errors.";

	private static final Logger logger = LoggerFactory.getLogger(BadRecords.class);

	private final TaskId task;

	private final OnError policy;

	private final @Nullable String deadLetterTopic;

	private final ErrorHandlers handlers;

	private final TaskOutput output;

	private final UncommittedCounts counts;

	BadRecords(TaskId task, OnError policy, @Nullable String deadLetterTopic, ErrorHandlers handlers, TaskOutput output,
			TaskCounters counters) {
		this.task = task;
		this.policy = policy;
		this.deadLetterTopic = deadLetterTopic;
		this.handlers = handlers;
		this.output = output;
		this.counts = new UncommittedCounts(counters);
	}

	/**
	 * What was passed over since the last commit.
	 */
	UncommittedCounts counts() {
		return this.counts;
	}

	/**
	 * A record that can't be deserialised.
	 * @throws StreamsException if the policy, or the handler, is to fail
	 */
	void unreadable(String source, ConsumerRecord<byte[], byte[]> record, RuntimeException cause) {
		FailureContext context = FailureContext.of(this.task, source, record);
		handle(context, cause, this.handlers.deserialization(context, record, cause));
	}

	/**
	 * A record of which the timestamp can't be found.
	 * @throws StreamsException if the policy is to fail
	 */
	void withoutTimestamp(String source, ConsumerRecord<byte[], byte[]> record, RuntimeException cause) {
		handle(FailureContext.of(this.task, source, record), cause, null);
	}

	/**
	 * A record that failed in an operator.
	 * @throws StreamsException if the policy, or the handler, is to fail
	 */
	void failed(ConsumerRecord<byte[], byte[]> record, OperatorException failure) {
		FailureContext context = FailureContext.of(this.task, failure.operator(), record);
		handle(context, failure.failure(), this.handlers.operator(context, failure));
	}

	private void handle(FailureContext context, RuntimeException cause, @Nullable Answer answer) {
		if (fails(answer)) {
			throw failure(context, cause, answer);
		}
		logger.warn("Record at {}-{} offset {} failed in operator {} of task {} and is passed over ({}): {}",
				context.topic(), context.partition(), context.offset(), context.processorNodeId(), this.task,
				decider(answer), cause.getClass().getName());
		pass(context, cause, answer);
	}

	/**
	 * A record of which a result couldn't be sent, as the handler was told before.
	 */
	void condemned(List<ProducerRecord<byte[], byte[]>> letters) {
		sendLetters(letters);
	}

	/**
	 * A punctuation that failed; there is no record to pass over.
	 * @throws StreamsException if the policy, or the handler, is to fail
	 */
	void failedPunctuation(String operator, long timestamp, RuntimeException failure) {
		String failedIn = (failure instanceof OperatorException marked) ? marked.operator() : operator;
		RuntimeException cause = unwrap(failure);
		FailureContext context = FailureContext.of(this.task, failedIn, null, -1, timestamp);
		Answer answer = this.handlers.operator(context, failure);
		if (fails(answer)) {
			throw punctuationFailure(failedIn, cause, answer);
		}
		logger.warn("A punctuation of operator {} in task {} failed and is undone ({}): {}", failedIn, this.task,
				decider(answer), cause.getClass().getName());
		pass(context, cause, answer);
	}

	/**
	 * A result failed that was due to records before the one that is processed.
	 * @throws StreamsException if the policy, or the handler, is to fail
	 */
	void failedResult(long timestamp, OperatorException failure) {
		String operator = failure.operator();
		RuntimeException cause = failure.failure();
		FailureContext context = FailureContext.of(this.task, operator, null, -1, timestamp);
		Answer answer = this.handlers.operator(context, failure);
		if (fails(answer)) {
			throw new StreamsException(
					"A result of records before, at " + timestamp + " ms, failed in operator " + operator + " of task "
							+ this.task + " (" + cause.getClass().getName() + ")" + advice("mend the operator", answer),
					cause);
		}
		logger.warn("A result at {} ms failed in operator {} of task {} and is passed over ({}): {}", timestamp,
				operator, this.task, decider(answer), cause.getClass().getName());
		pass(context, cause, answer);
	}

	/**
	 * A change of a row that was held back can't be processed; what else the transaction
	 * did is undone with it.
	 * @param partition the origin of the record that changed the row last, null if that
	 * was a punctuation
	 * @param offset the offset of that record
	 * @param timestamp the row's timestamp
	 * @return the failure, to be thrown
	 */
	RuntimeException failedHeld(@Nullable TopicPartition partition, long offset, long timestamp,
			OperatorException failure) {
		String operator = failure.operator();
		RuntimeException cause = failure.failure();
		FailureContext context = FailureContext.of(this.task, operator, partition, offset, timestamp);
		boolean handled = (failure.unserialised() != null) ? this.handlers.ofProduction()
				: this.handlers.ofProcessing();
		if (!handled && this.policy == OnError.FAIL) {
			return (partition != null) ? failure(context, cause, null) : punctuationFailure(operator, cause, null);
		}
		return new HeldRowException("A row at " + timestamp + " ms failed in operator " + operator + " of task "
				+ this.task + " (" + cause.getClass().getName() + "); the records since the last commit are processed"
				+ " again one by one, and the bad one is "
				+ (handled ? "left to the handler." : "passed over (on.error=" + this.policy + ")."), cause);
	}

	/**
	 * A record isn't to blame for a store that can't be read, nor for a broker that can't
	 * be reached.
	 */
	static void throwIfBlameless(RuntimeException failure) {
		RuntimeException cause = unwrap(failure);
		if (cause instanceof UnknownPartitionsException unknown) {
			throw unknown.failure();
		}
		// A global store is away while it is rebuilt.
		if (cause instanceof ProcessorStateException || cause instanceof StateStoreMigratedException) {
			throw cause;
		}
	}

	/**
	 * A record that has no place in the stream by its semantics.
	 */
	void dropped(String operator, DropReason reason) {
		logger.debug("Operator {} in task {} dropped a record: {}", operator, this.task, reason.tag());
		this.counts.dropped(reason);
	}

	private boolean fails(@Nullable Answer answer) {
		boolean fails = (answer != null) ? answer.decision() == Decision.FAIL : this.policy == OnError.FAIL;
		if (fails && answer != null) {
			// Undone with the transaction, if there is one.
			this.output.send(answer.letters());
			this.output.release();
		}
		return fails;
	}

	private String decider(@Nullable Answer answer) {
		return (answer != null) ? answer.handler() : "on.error=" + this.policy;
	}

	/**
	 * What failed is passed over.
	 */
	private void pass(FailureContext context, RuntimeException cause, @Nullable Answer answer) {
		logger.debug("The failure", cause);
		if (answer != null) {
			sendLetters(answer.letters());
		}
		else if (this.policy == OnError.DEAD_LETTER) {
			deadLetter(context, cause);
		}
		else {
			this.counts.skipped();
		}
	}

	private void sendLetters(List<ProducerRecord<byte[], byte[]>> letters) {
		if (letters.isEmpty()) {
			this.counts.skipped();
			return;
		}
		this.output.send(letters);
		this.output.release();
		this.counts.deadLettered();
	}

	private void deadLetter(FailureContext context, RuntimeException cause) {
		Headers headers = new RecordHeaders(context.headers());
		String topic = context.topic();
		if (topic != null) {
			header(headers, "topic", topic);
			header(headers, "partition", Integer.toString(context.partition()));
			header(headers, "offset", Long.toString(context.offset()));
		}
		header(headers, "exception", cause.getClass().getName());
		header(headers, "message", String.valueOf(cause.getMessage()));
		header(headers, "operator", context.processorNodeId());
		if (this.deadLetterTopic == null) {
			throw new IllegalStateException("on.error is dead-letter without a dead-letter topic");
		}
		Long time = (context.timestamp() >= 0) ? Long.valueOf(context.timestamp()) : null;
		sendLetters(List.of(new ProducerRecord<>(this.deadLetterTopic, null, time, context.sourceRawKey(),
				context.sourceRawValue(), headers)));
	}

	private static void header(Headers headers, String name, String value) {
		headers.add(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
	}

	private StreamsException punctuationFailure(String operator, RuntimeException cause, @Nullable Answer answer) {
		return new StreamsException("A punctuation of operator " + operator + " in task " + this.task + " failed ("
				+ cause + ")" + advice("mend the processor", answer), cause);
	}

	private static StreamsException failure(FailureContext context, RuntimeException cause, @Nullable Answer answer) {
		return new StreamsException("Record at " + context.where() + " failed in operator " + context.processorNodeId()
				+ " (" + cause.getClass().getName() + ")" + advice("mend the operator or the record", answer), cause);
	}

	private static String advice(String mend, @Nullable Answer answer) {
		return (answer != null)
				? ", and the handler " + answer.handler() + " decided to fail; " + mend + ", or set another handler."
				: "; " + mend + ", or set on.error to skip or dead-letter.";
	}

	private static RuntimeException unwrap(RuntimeException failure) {
		return (failure instanceof OperatorException marked) ? marked.failure() : failure;
	}

}
