package io.millrace.docs;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.common.IsolationLevel;

/**
 * What {@code docs/guarantees.md} shows of queries.
 */
final class UncommittedQuery {

	private UncommittedQuery() {
	}

	static Long latest(KafkaStreams streams, String word) {
		ReadOnlyKeyValueStore<String, Long> counts = streams
			.store(StoreQueryParameters.fromNameAndType("word-counts", QueryableStoreTypes.keyValueStore()));
		return counts.readOnly(IsolationLevel.READ_UNCOMMITTED).get(word);
	}

}
