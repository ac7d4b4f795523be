package io.millrace.streams.internal.task;

import java.nio.charset.StandardCharsets;

import io.millrace.streams.StreamsConfig.OnError;
import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.operator.OperatorException;
import io.millrace.streams.internal.store.HeldRowException;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one error policy of a task: what becomes of a record that can't be read or
 * processed. It either fails the task, or passes the record over, or sends it to the
 * dead-letter topic as it came. The caller has undone the record's effects before.
 */
final class BadRecords {

	/** Prefix of the headers added to a dead-lettered record, as in Kafka Streams. */
	private static final String PREFIX = "__streams.errors.";

	private static final Logger logger = LoggerFactory.getLogger(BadRecords.class);

	private final TaskId task;

	private final OnError policy;

	private final @Nullable String deadLetterTopic;

	private final TaskOutput output;

	private final TaskCounters counters;

	BadRecords(TaskId task, OnError policy, @Nullable String deadLetterTopic, TaskOutput output,
			TaskCounters counters) {
		this.task = task;
		this.policy = policy;
		this.deadLetterTopic = deadLetterTopic;
		this.output = output;
		this.counters = counters;
	}

	/**
	 * A record that can't be deserialised or has no usable timestamp.
	 * @throws StreamsException if the policy is to fail
	 */
	void unreadable(String source, ConsumerRecord<byte[], byte[]> record, RuntimeException cause) {
		handle(source, record, cause);
	}

	/**
	 * A record that failed in an operator.
	 * @throws StreamsException if the policy is to fail
	 */
	void failed(ConsumerRecord<byte[], byte[]> record, RuntimeException cause) {
		handle(operator(cause), record, unwrap(cause));
	}

	private void handle(String operator, ConsumerRecord<byte[], byte[]> record, RuntimeException cause) {
		if (this.policy == OnError.FAIL) {
			throw failure(operator, record, cause);
		}
		log(operator, record.topic(), record.partition(), record.offset(), cause);
		if (this.policy == OnError.DEAD_LETTER) {
			RecordHeaders headers = new RecordHeaders(record.headers());
			header(headers, "topic", record.topic());
			header(headers, "partition", Integer.toString(record.partition()));
			header(headers, "offset", Long.toString(record.offset()));
			deadLetter(operator, record.timestamp(), record.key(), record.value(), headers, cause);
		}
		else {
			this.counters.skipped();
		}
	}

	/**
	 * A punctuation that failed; there is no record to pass over.
	 * @throws StreamsException if the policy is to fail
	 */
	void failedPunctuation(String operator, long timestamp, RuntimeException failure) {
		String failedIn = (failure instanceof OperatorException marked) ? marked.operator() : operator;
		RuntimeException cause = unwrap(failure);
		if (this.policy == OnError.FAIL) {
			throw punctuationFailure(failedIn, cause);
		}
		logger.warn("A punctuation of operator {} in task {} failed and is undone (on.error={}): {}", failedIn,
				this.task, this.policy, cause.getClass().getName());
		logger.debug("The failure", cause);
		if (this.policy == OnError.DEAD_LETTER) {
			deadLetter(failedIn, timestamp, null, null, new RecordHeaders(), cause);
		}
		else {
			this.counters.skipped();
		}
	}

	/**
	 * A result failed that was due to records before the one that is processed.
	 * @throws StreamsException if the policy is to fail
	 */
	void failedResult(long timestamp, OperatorException failure) {
		String operator = failure.operator();
		RuntimeException cause = failure.failure();
		if (this.policy == OnError.FAIL) {
			throw new StreamsException("A result of records before, at " + timestamp + " ms, failed in operator "
					+ operator + " of task " + this.task + " (" + cause.getClass().getName()
					+ "); mend the operator, or set on.error to skip or dead-letter.", cause);
		}
		logger.warn("A result at {} ms failed in operator {} of task {} and is passed over (on.error={}): {}",
				timestamp, operator, this.task, this.policy, cause.getClass().getName());
		logger.debug("The failure", cause);
		if (this.policy == OnError.DEAD_LETTER) {
			deadLetter(operator, timestamp, null, null, new RecordHeaders(), cause);
		}
		else {
			this.counters.skipped();
		}
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
		String operator = operator(failure);
		RuntimeException cause = unwrap(failure);
		if (this.policy == OnError.FAIL) {
			return (partition != null) ? failure(operator, partition.topic(), partition.partition(), offset, cause)
					: punctuationFailure(operator, cause);
		}
		return new HeldRowException("A row at " + timestamp + " ms failed in operator " + operator + " of task "
				+ this.task + " (" + cause.getClass().getName() + "); the records since the last commit are processed"
				+ " again one by one, and the bad one is passed over (on.error=" + this.policy + ").", cause);
	}

	/**
	 * A record isn't to blame for a store that can't be read.
	 */
	static void throwIfOfState(RuntimeException failure) {
		RuntimeException cause = unwrap(failure);
		// A global store is away while it is rebuilt.
		if (cause instanceof ProcessorStateException || cause instanceof StateStoreMigratedException) {
			throw cause;
		}
	}

	/**
	 * A record that has no place in the stream by its semantics.
	 */
	void dropped(String operator, String reason) {
		logger.debug("Operator {} in task {} dropped a record: {}", operator, this.task, reason);
		this.counters.dropped(reason);
	}

	private void deadLetter(String operator, long timestamp, byte @Nullable [] key, byte @Nullable [] value,
			Headers headers, RuntimeException cause) {
		header(headers, "exception", cause.getClass().getName());
		header(headers, "message", String.valueOf(cause.getMessage()));
		header(headers, "operator", operator);
		if (this.deadLetterTopic == null) {
			throw new IllegalStateException("on.error is dead-letter without a dead-letter topic");
		}
		this.output.send(operator, this.deadLetterTopic, -1, key, value, timestamp, headers);
		this.output.release();
		this.counters.deadLettered();
	}

	private static void header(Headers headers, String name, String value) {
		headers.add(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
	}

	private void log(String operator, String topic, int partition, long offset, RuntimeException cause) {
		logger.warn("Record at {}-{} offset {} failed in operator {} of task {} and is passed over (on.error={}): {}",
				topic, partition, offset, operator, this.task, this.policy, cause.getClass().getName());
		logger.debug("The failure", cause);
	}

	private StreamsException punctuationFailure(String operator, RuntimeException cause) {
		return new StreamsException("A punctuation of operator " + operator + " in task " + this.task + " failed ("
				+ cause + "); mend the processor, or set on.error to skip or dead-letter.", cause);
	}

	static StreamsException failure(String operator, ConsumerRecord<byte[], byte[]> record, RuntimeException cause) {
		return failure(operator, record.topic(), record.partition(), record.offset(), cause);
	}

	private static StreamsException failure(String operator, String topic, int partition, long offset,
			RuntimeException cause) {
		return new StreamsException("Record at topic " + topic + ", partition " + partition + ", offset " + offset
				+ " failed in operator " + operator + " (" + cause.getClass().getName()
				+ "); mend the operator or the record, or set on.error to skip or" + " dead-letter.", cause);
	}

	private static String operator(RuntimeException failure) {
		return (failure instanceof OperatorException marked) ? marked.operator() : "unknown";
	}

	private static RuntimeException unwrap(RuntimeException failure) {
		return (failure instanceof OperatorException marked) ? marked.failure() : failure;
	}

}
