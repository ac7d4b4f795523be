package io.millrace.streams.internal.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * How many records the broker has beyond what was polled. A lag doesn't change between
 * two polls as far as a task can tell, and asking the consumer for it is not cheap, so
 * each is asked for once a poll.
 */
final class LagView implements ToLongFunction<TopicPartition> {

	private final Consumer<byte[], byte[]> consumer;

	private final Map<TopicPartition, Long> known = new HashMap<>();

	LagView(Consumer<byte[], byte[]> consumer) {
		this.consumer = consumer;
	}

	/**
	 * Something was polled: all lags are asked for anew.
	 */
	void refresh() {
		if (!this.known.isEmpty()) {
			this.known.clear();
		}
	}

	@Override
	public long applyAsLong(TopicPartition partition) {
		Long lag = this.known.get(partition);
		if (lag == null) {
			OptionalLong current = this.consumer.currentLag(partition);
			lag = current.isPresent() ? current.getAsLong() : -1;
			this.known.put(partition, lag);
		}
		return lag;
	}

}
