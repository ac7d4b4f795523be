package io.millrace.streams.processor;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

public interface StateStore {

	String name();

	void init(StateStoreContext context, StateStore store);

	default void flush() {
		throw new UnsupportedOperationException();
	}

	default void commit(Map<TopicPartition, Long> map) {
		throw new UnsupportedOperationException();
	}

	default Long committedOffset(TopicPartition topicPartition) {
		throw new UnsupportedOperationException();
	}

	void close();

	boolean persistent();

	default boolean managesOffsets() {
		throw new UnsupportedOperationException();
	}

	boolean isOpen();

	default long approximateNumUncommittedBytes() {
		return 0;
	}

}
