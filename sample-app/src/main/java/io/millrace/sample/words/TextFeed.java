package io.millrace.sample.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import io.millrace.sample.kafka.TopicFiller;
import org.apache.kafka.clients.producer.ProducerRecord;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/**
 * Feeds each line of a folder of texts to the topic {@code sentences}.
 */
@Component
class TextFeed implements ApplicationRunner {

	private final TopicFiller topics;

	private final Resource[] texts;

	TextFeed(TopicFiller topics, @Value("${sample.texts}") Resource[] texts) {
		this.topics = topics;
		this.texts = texts;
	}

	@Override
	public void run(ApplicationArguments arguments) {
		this.topics.fill(WordCountTopology.SENTENCES,
				Stream.of(this.texts)
					.flatMap(TextFeed::lines)
					.map((line) -> new ProducerRecord<>(WordCountTopology.SENTENCES, line)));
	}

	private static Stream<String> lines(Resource text) {
		try {
			return text.getContentAsString(StandardCharsets.UTF_8).lines().filter((line) -> !line.isBlank());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
