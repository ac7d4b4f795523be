package io.millrace.streams.internal.task;

import io.millrace.streams.errors.ErrorHandlerContext;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Where something failed, as the user's handlers see it. Made by {@link BadRecords} and
 * {@link SendFailures}.
 *
 * @param taskId the task
 * @param processorNodeId the operator
 * @param topic where the record was read, null if there is none
 * @param partition its partition, or -1
 * @param offset its offset, or -1
 * @param timestamp its timestamp, or the punctuation's
 * @param headers its headers
 * @param sourceRawKey its key as it was read
 * @param sourceRawValue its value as it was read
 */
@SuppressWarnings("ArrayRecordComponent")
record FailureContext(TaskId taskId, String processorNodeId, @Nullable String topic, int partition, long offset,
		long timestamp, Headers headers, byte @Nullable [] sourceRawKey,
		byte @Nullable [] sourceRawValue) implements ErrorHandlerContext {

	static FailureContext of(TaskId task, String operator, ConsumerRecord<byte[], byte[]> record) {
		return new FailureContext(task, operator, record.topic(), record.partition(), record.offset(),
				record.timestamp(), record.headers(), record.key(), record.value());
	}

	/**
	 * Of something that was no record, or one that isn't at hand any more.
	 */
	static FailureContext of(TaskId task, String operator, @Nullable TopicPartition partition, long offset,
			long timestamp) {
		return new FailureContext(task, operator, (partition != null) ? partition.topic() : null,
				(partition != null) ? partition.partition() : -1, (partition != null) ? offset : -1, timestamp,
				new RecordHeaders(), null, null);
	}

	/**
	 * Says which record it was.
	 */
	String where() {
		return (this.topic != null)
				? "topic " + this.topic + ", partition " + this.partition + ", offset " + this.offset
				: "no record (a punctuation, or a result of several records), timestamp " + this.timestamp;
	}

}
