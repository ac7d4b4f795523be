package io.millrace.streams.benchmarks.application.handwritten;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;

/**
 * What a hand-written loop does with its records.
 *
 * @param <I> the type of values that come in
 * @param <O> the type of values that go out
 */
interface Step<I, O> {

	/**
	 * Takes a record and sends what comes of it.
	 */
	void process(ConsumerRecord<String, I> record, Producer<String, O> producer);

	/**
	 * Sends what has to be part of the commit that follows.
	 */
	default void beforeCommit(Producer<String, O> producer) {
	}

}
