package io.millrace.sample.words;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin.NewTopics;

/**
 * Counts how often each word occurs in the lines of the topic {@code sentences}.
 */
@Configuration(proxyBeanMethods = false)
public class WordCountTopology {

	static final String APPLICATION = "word-count";

	static final String SENTENCES = "sentences";

	static final String WORD_COUNTS = "word-counts";

	private static final Serde<String> strings = Serdes.String();

	@Bean(APPLICATION)
	Topology wordCount(StreamsBuilder builder) {
		builder.stream(SENTENCES, Consumed.with(strings, strings))
			.flatMapValues(Words::in)
			.groupBy((key, word) -> word, Grouped.with("words", strings, strings))
			.count(Materialized.as(WORD_COUNTS))
			.toStream()
			.to(WORD_COUNTS, Produced.with(strings, Serdes.Long()));
		return builder.build();
	}

	@Bean
	NewTopics wordCountTopics() {
		return new NewTopics(TopicBuilder.name(SENTENCES).partitions(2).build(),
				TopicBuilder.name(WORD_COUNTS).partitions(2).compact().build());
	}

}
