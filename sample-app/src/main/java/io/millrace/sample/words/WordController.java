package io.millrace.sample.words;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

import io.millrace.sample.kafka.Ranking;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers how often a word occurred, from the topology's store, and takes more lines.
 */
@RestController
class WordController {

	private final StreamsApplications streams;

	private final KafkaTemplate<String, String> kafka;

	WordController(StreamsApplications streams, KafkaTemplate<String, String> kafka) {
		this.streams = streams;
		this.kafka = kafka;
	}

	@GetMapping("/words/{word}")
	WordCount count(@PathVariable String word) {
		String lowerCase = word.toLowerCase(Locale.ROOT);
		Long count = counts().get(lowerCase);
		return new WordCount(lowerCase, (count != null) ? count : 0);
	}

	@GetMapping("/words")
	List<WordCount> mostFrequent(@RequestParam(defaultValue = "20") int top) {
		try (KeyValueIterator<String, Long> all = counts().all()) {
			return Ranking.highest(top, all, Comparator.comparing((entry) -> entry.value))
				.stream()
				.map((entry) -> new WordCount(entry.key, entry.value))
				.toList();
		}
	}

	@PostMapping(path = "/sentences", consumes = MediaType.TEXT_PLAIN_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	CompletableFuture<Void> add(@RequestBody String text) {
		return CompletableFuture.allOf(text.lines()
			.map((line) -> this.kafka.send(WordCountTopology.SENTENCES, line))
			.toArray(CompletableFuture<?>[]::new));
	}

	@PostMapping(path = "/sentences", consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	CompletableFuture<Void> add(@RequestBody Sentence sentence) {
		return add(sentence.text());
	}

	private ReadOnlyKeyValueStore<String, Long> counts() {
		return this.streams.get(WordCountTopology.APPLICATION)
			.store(StoreQueryParameters.fromNameAndType(WordCountTopology.WORD_COUNTS,
					QueryableStoreTypes.keyValueStore()));
	}

}
