package io.millrace.docs;

import java.util.Optional;
import java.util.Set;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.query.RangeQuery;
import io.millrace.streams.query.StateQueryRequest;
import io.millrace.streams.query.StateQueryResult;
import io.millrace.streams.state.KeyValueIterator;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * What {@code docs/guarantees.md} shows of queries of partitions.
 */
final class ReadYourWrites {

	private ReadYourWrites() {
	}

	static Optional<Long> countWith(KafkaStreams streams, String word, RecordMetadata sent) {
		PositionBound bound = PositionBound
			.at(Position.emptyPosition().withComponent(sent.topic(), sent.partition(), sent.offset()));
		StateQueryRequest<Long> request = StateQueryRequest.inStore("word-counts")
			.withQuery(KeyQuery.<String, Long>withKey(word))
			.withPartitions(Set.of(sent.partition()))
			.withPositionBound(bound);
		QueryResult<Long> result = streams.query(request).getPartitionResults().get(sent.partition());
		if (result.isSuccess()) {
			return Optional.ofNullable(result.getResult());
		}
		if (result.getFailureReason() == FailureReason.NOT_UP_TO_BOUND) {
			return Optional.empty(); // the record isn't counted yet: ask again in a
										// moment
		}
		throw new IllegalStateException(result.getFailureMessage());
	}

	static long sum(KafkaStreams streams) {
		StateQueryResult<KeyValueIterator<String, Long>> answers = streams
			.query(StateQueryRequest.inStore("word-counts").withQuery(RangeQuery.<String, Long>withNoBounds()));
		long sum = 0;
		for (QueryResult<KeyValueIterator<String, Long>> answer : answers.getPartitionResults().values()) {
			if (answer.isSuccess()) {
				try (KeyValueIterator<String, Long> counts = answer.getResult()) {
					while (counts.hasNext()) {
						sum += counts.next().value;
					}
				}
			}
		}
		return sum;
	}

}
