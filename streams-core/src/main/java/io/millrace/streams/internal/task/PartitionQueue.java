package io.millrace.streams.internal.task;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.internal.operator.SourceOperator;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.processor.FailOnInvalidTimestamp;
import io.millrace.streams.processor.LogAndSkipOnInvalidTimestamp;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.processor.UsePartitionTimeOnInvalidTimestamp;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The records of one input partition that wait to be processed, the first of them
 * deserialised, and how far the partition has got: position, partition time, and both as
 * of the last commit. Owned by {@link RecordQueues}; the task's thread only.
 */
final class PartitionQueue {

	private final TopicPartition partition;

	private final SourceOperator source;

	private final TimestampExtractor extractor;

	private final boolean plainTimestamp;

	private final BadRecords badRecords;

	private final ArrayDeque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();

	/** Offsets of records to pass over, each with what is sent in its place. */
	private final Map<Long, List<ProducerRecord<byte[], byte[]>>> condemned = new HashMap<>();

	private @Nullable ConsumerRecord<byte[], byte[]> head;

	/** As they were before deserialisation; null if that left them alone. */
	private @Nullable Headers headersAsRead;

	private @Nullable Object headKey;

	private @Nullable Object headValue;

	private long headTimestamp;

	private boolean exhausted;

	private long time = StreamTime.UNKNOWN;

	private long position = -1;

	private Optional<Integer> leaderEpoch = Optional.empty();

	private long startPosition = -1;

	private long committedPosition = -1;

	private long committedTime = StreamTime.UNKNOWN;

	private long toProve = -1;

	PartitionQueue(TopicPartition partition, SourceOperator source, TimestampExtractor extractor,
			BadRecords badRecords) {
		this.partition = partition;
		this.source = source;
		this.extractor = extractor;
		this.plainTimestamp = extractor.getClass() == FailOnInvalidTimestamp.class
				|| extractor.getClass() == LogAndSkipOnInvalidTimestamp.class
				|| extractor.getClass() == UsePartitionTimeOnInvalidTimestamp.class;
		this.badRecords = badRecords;
	}

	TopicPartition partition() {
		return this.partition;
	}

	SourceOperator source() {
		return this.source;
	}

	/**
	 * Takes over what the last commit of this partition says.
	 */
	void startFrom(@Nullable OffsetAndMetadata committed) {
		if (committed != null) {
			this.committedPosition = committed.offset();
			this.committedTime = CommitMetadata.decode(committed.metadata()).partitionTime();
			this.position = this.committedPosition;
			this.time = this.committedTime;
		}
	}

	/**
	 * Whether the broker is known to have no record beyond these, as of this batch.
	 */
	boolean exhausted() {
		return this.exhausted;
	}

	void exhausted(boolean exhausted) {
		this.exhausted = exhausted;
	}

	void add(List<ConsumerRecord<byte[], byte[]>> polled) {
		if (this.startPosition < 0 && !polled.isEmpty()) {
			this.startPosition = polled.get(0).offset();
		}
		this.records.addAll(polled);
	}

	int size() {
		return this.records.size() + ((this.head != null) ? 1 : 0);
	}

	/**
	 * Readies the next record unless one is ready. Records that can't be read are left to
	 * the error policy and passed over.
	 * @return whether a record is ready
	 */
	boolean ready() {
		while (this.head == null) {
			ConsumerRecord<byte[], byte[]> next = this.records.pollFirst();
			if (next == null) {
				return false;
			}
			List<ProducerRecord<byte[], byte[]>> letters = this.condemned.isEmpty() ? null
					: this.condemned.get(next.offset());
			if (letters != null) {
				this.badRecords.condemned(letters);
				passed(next);
			}
			else if (read(next)) {
				this.head = next;
			}
			else {
				passed(next);
			}
		}
		return true;
	}

	/**
	 * Has a record passed over when it comes again.
	 * @param offset its offset
	 * @param letters what is sent in its place
	 */
	void condemn(long offset, List<ProducerRecord<byte[], byte[]>> letters) {
		this.condemned.put(offset, letters);
	}

	private boolean read(ConsumerRecord<byte[], byte[]> next) {
		this.headersAsRead = (this.source.mayChangeHeaders() && next.headers().iterator().hasNext())
				? new RecordHeaders(next.headers()) : null;
		try {
			this.headKey = this.source.deserializeKey(next.topic(), next.headers(), next.key());
			this.headValue = this.source.deserializeValue(next.topic(), next.headers(), next.value());
		}
		catch (RuntimeException ex) {
			this.badRecords.unreadable(this.source.name(), asRead(next), ex);
			return false;
		}
		try {
			this.headTimestamp = (this.plainTimestamp && next.timestamp() >= 0) ? next.timestamp() : extract(next);
		}
		catch (RuntimeException ex) {
			this.badRecords.withoutTimestamp(this.source.name(), asRead(next), ex);
			return false;
		}
		if (this.headTimestamp < 0) {
			this.badRecords.dropped(this.source.name(), DropReason.NEGATIVE_TIMESTAMP);
			this.badRecords.counts().mark();
			return false;
		}
		return true;
	}

	private long extract(ConsumerRecord<byte[], byte[]> next) {
		ConsumerRecord<Object, Object> readable = new ConsumerRecord<>(next.topic(), next.partition(), next.offset(),
				next.timestamp(), next.timestampType(), next.serializedKeySize(), next.serializedValueSize(),
				this.headKey, this.headValue, next.headers(), next.leaderEpoch());
		return this.extractor.extract(readable, this.time);
	}

	/**
	 * The record that is ready.
	 */
	ConsumerRecord<byte[], byte[]> head() {
		if (this.head == null) {
			throw new IllegalStateException("No record is ready in " + this.partition);
		}
		return this.head;
	}

	/**
	 * The record that is ready, with the headers that it has in its topic.
	 */
	ConsumerRecord<byte[], byte[]> headAsRead() {
		return asRead(head());
	}

	private ConsumerRecord<byte[], byte[]> asRead(ConsumerRecord<byte[], byte[]> record) {
		Headers kept = this.headersAsRead;
		return (kept != null) ? new ConsumerRecord<>(record.topic(), record.partition(), record.offset(),
				record.timestamp(), record.timestampType(), record.serializedKeySize(), record.serializedValueSize(),
				record.key(), record.value(), kept, record.leaderEpoch()) : record;
	}

	@Nullable Object headKey() {
		return this.headKey;
	}

	@Nullable Object headValue() {
		return this.headValue;
	}

	long headTimestamp() {
		return this.headTimestamp;
	}

	/**
	 * The record that was ready is through.
	 */
	void advance() {
		passed(head());
		this.time = Math.max(this.time, this.headTimestamp);
		this.head = null;
		this.headKey = null;
		this.headValue = null;
	}

	private void passed(ConsumerRecord<byte[], byte[]> taken) {
		this.position = taken.offset() + 1;
		this.leaderEpoch = taken.leaderEpoch();
	}

	/**
	 * The offset of the next record to take, or -1 if nothing was taken nor committed.
	 */
	long position() {
		return this.position;
	}

	/**
	 * What {@link #position()} was at the last commit, -1 if nothing is committed.
	 */
	long committedPosition() {
		return this.committedPosition;
	}

	long time() {
		return this.time;
	}

	boolean movedSinceCommit() {
		return this.position != this.committedPosition;
	}

	OffsetAndMetadata toCommit(StreamTime streamTime) {
		return new OffsetAndMetadata(this.position, this.leaderEpoch, streamTime.metadata(this.time));
	}

	void committed() {
		this.committedPosition = this.position;
		this.committedTime = this.time;
		if (!this.condemned.isEmpty()) {
			this.condemned.keySet().removeIf((offset) -> offset < this.committedPosition);
		}
	}

	/**
	 * Records up to here have to go through each by itself.
	 */
	void proveSingly() {
		this.toProve = Math.max(this.toProve, this.position);
	}

	/**
	 * Whether what had to go through by itself is committed.
	 */
	boolean proved() {
		return this.committedPosition >= this.toProve;
	}

	/**
	 * Goes back to the last commit.
	 * @return where to seek to, or -1 to stay where the consumer is
	 */
	long abort() {
		this.records.clear();
		this.head = null;
		this.headKey = null;
		this.headValue = null;
		this.position = this.committedPosition;
		this.time = this.committedTime;
		long seek = (this.committedPosition >= 0) ? this.committedPosition : this.startPosition;
		this.startPosition = -1;
		return seek;
	}

}
