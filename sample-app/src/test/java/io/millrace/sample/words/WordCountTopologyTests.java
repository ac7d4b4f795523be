package io.millrace.sample.words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.TopologyTestDriver;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.Resource;

import static org.assertj.core.api.Assertions.assertThat;

class WordCountTopologyTests {

	private final TopologyTestDriver driver = new TopologyTestDriver(
			new WordCountTopology().wordCount(new StreamsBuilder()));

	private final TestInputTopic<String, String> sentences = this.driver.createInputTopic(WordCountTopology.SENTENCES,
			new StringSerializer(), new StringSerializer());

	private final TestOutputTopic<String, Long> counts = this.driver.createOutputTopic(WordCountTopology.WORD_COUNTS,
			new StringDeserializer(), new LongDeserializer());

	@AfterEach
	void close() {
		this.driver.close();
	}

	@Test
	void countsWords() {
		this.sentences.pipeInput("The river turns the wheel.");
		this.sentences.pipeInput("The wheel turns.");
		assertThat(this.counts.readKeyValuesToMap())
			.isEqualTo(Map.of("the", 3L, "river", 1L, "turns", 2L, "wheel", 2L));
		assertThat(this.driver.<String, Long>getKeyValueStore(WordCountTopology.WORD_COUNTS).get("the")).isEqualTo(3);
	}

	@Test
	void countsTheTextsAsAPlainLoopDoes() throws IOException {
		for (Resource text : PlainWordCount.texts()) {
			text.getContentAsString(StandardCharsets.UTF_8).lines().forEach(this.sentences::pipeInput);
		}
		assertThat(this.counts.readKeyValuesToMap()).containsExactlyInAnyOrderEntriesOf(PlainWordCount.ofTheTexts());
	}

	@Test
	void leavesOutLinesWithoutWords() {
		this.sentences.pipeInput(" -- 1818 -- ");
		assertThat(this.counts.isEmpty()).isTrue();
	}

}
