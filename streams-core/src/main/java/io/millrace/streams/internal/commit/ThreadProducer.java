package io.millrace.streams.internal.commit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import io.millrace.streams.internal.commit.FailedSends.FailedSend;
import io.millrace.streams.internal.task.TaskProducer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producer of one thread and its one transaction, which begins with the first thing
 * sent. Tasks send through it, {@link Committer} ends the transaction, and the thread
 * loop calls {@link #initialise} before anything is processed. Only callbacks run on
 * another thread.
 */
public final class ThreadProducer implements TaskProducer, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ThreadProducer.class);

	private final Supplier<Producer<byte[], byte[]>> factory;

	private final boolean transactional;

	private final Map<String, Integer> partitionCounts = new HashMap<>();

	private volatile Producer<byte[], byte[]> producer;

	/** Replaced when work is undone: what comes in late belongs to that. */
	private FailedSends failed = new FailedSends();

	private boolean initialised;

	private boolean inTransaction;

	/**
	 * Makes the producer; no broker is asked yet.
	 * @param factory makes a producer, each time with the same transactional id
	 * @param transactional whether it has one
	 */
	public ThreadProducer(Supplier<Producer<byte[], byte[]>> factory, boolean transactional) {
		this.factory = factory;
		this.transactional = transactional;
		this.producer = factory.get();
	}

	boolean transactional() {
		return this.transactional;
	}

	boolean inTransaction() {
		return this.inTransaction;
	}

	/**
	 * Whether {@link #initialise} has been done.
	 */
	public boolean initialised() {
		return this.initialised;
	}

	/**
	 * Takes the transactional id over, which ends whatever transaction another producer
	 * left open under it. May block and be called again after a timeout. Does nothing the
	 * second time.
	 */
	public void initialise() {
		if (!this.initialised) {
			if (this.transactional) {
				this.producer.initTransactions();
			}
			this.initialised = true;
		}
	}

	// A failure surfaces at the end of the transaction, or through the callback.
	@SuppressWarnings("FutureReturnValueIgnored")
	@Override
	public void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
		if (this.transactional) {
			begin();
		}
		else {
			throwAsyncFailure();
		}
		this.producer.send(record, (callback == null) ? this.failed : this.failed.after(callback));
	}

	private void begin() {
		if (!this.inTransaction) {
			initialise();
			this.producer.beginTransaction();
			this.inTransaction = true;
		}
	}

	private void throwAsyncFailure() {
		FailedSend first = this.failed.first();
		Exception failure = (first != null) ? first.exception() : null;
		if (failure instanceof RuntimeException unchecked) {
			throw unchecked;
		}
		if (failure != null) {
			throw new KafkaException(failure);
		}
	}

	@Override
	public int partitionCount(String topic) {
		Integer count = this.partitionCounts.get(topic);
		if (count == null) {
			count = this.producer.partitionsFor(topic).size();
			this.partitionCounts.put(topic, count);
		}
		return count;
	}

	void sendOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
		begin();
		this.producer.sendOffsetsToTransaction(offsets, group);
	}

	void commit() {
		if (this.inTransaction) {
			this.producer.commitTransaction();
			this.inTransaction = false;
		}
		this.partitionCounts.clear();
	}

	void abort() {
		if (this.inTransaction) {
			this.producer.abortTransaction();
			this.inTransaction = false;
			forgetFailure();
		}
	}

	void flush() {
		this.producer.flush();
		throwAsyncFailure();
		this.partitionCounts.clear();
	}

	/**
	 * Waits until the fate of all that was sent is known, whatever it is.
	 */
	void awaitCallbacks() {
		try {
			this.producer.flush();
		}
		catch (RuntimeException ex) {
			logger.debug("A producer whose transaction failed didn't flush", ex);
		}
	}

	/**
	 * Gives the producer up. The new one is not initialised, since that may block.
	 */
	void recreate() {
		Producer<byte[], byte[]> old = this.producer;
		forgetFailure();
		this.initialised = false;
		this.inTransaction = false;
		this.partitionCounts.clear();
		closeQuietly(old);
		this.producer = this.factory.get();
	}

	private static void closeQuietly(Producer<byte[], byte[]> producer) {
		try {
			producer.close(Duration.ZERO);
		}
		catch (RuntimeException ex) {
			logger.debug("A producer that was given up didn't close", ex);
		}
	}

	/**
	 * Records that are still on their way belong to work that was undone.
	 */
	void forgetFailure() {
		this.failed = new FailedSends();
	}

	/**
	 * What couldn't be sent since the last abort.
	 */
	FailedSends failed() {
		return this.failed;
	}

	/**
	 * The client's own metrics.
	 * @return a live view
	 */
	public Map<MetricName, ? extends Metric> metrics() {
		return this.producer.metrics();
	}

	/**
	 * The id that brokers gave the client for its metrics. For any thread.
	 * @param timeout how long to wait for it
	 * @return the id
	 */
	public Uuid clientInstanceId(Duration timeout) {
		return this.producer.clientInstanceId(timeout);
	}

	@Override
	public void close() {
		close(Duration.ofMillis(Long.MAX_VALUE));
	}

	/**
	 * Closes the producer; an open transaction is aborted by the broker, or by the next
	 * producer with its id.
	 * @param timeout how long to wait at most
	 */
	public void close(Duration timeout) {
		this.producer.close(timeout);
	}

}
