package io.millrace.sample;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import io.millrace.sample.flights.PlainDelays;
import io.millrace.sample.words.PlainWordCount;
import org.assertj.core.data.Offset;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asks the sample application over HTTP, and knows what it has to answer once it has
 * processed all the data that it feeds itself.
 */
final class SampleClient {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final RestTestClient client;

	SampleClient(RestTestClient client) {
		this.client = client;
	}

	JsonNode get(String path, Object... variables) {
		return JsonMapper.shared().readTree(text(path, variables));
	}

	String text(String path, Object... variables) {
		return body(this.client.get().uri(path, variables).exchange().expectStatus().isOk());
	}

	String textWhateverTheStatus(String path) {
		return body(this.client.get().uri(path).exchange());
	}

	private static String body(RestTestClient.ResponseSpec response) {
		String body = response.expectBody(String.class).returnResult().getResponseBody();
		assertThat(body).isNotNull();
		return body;
	}

	void awaitWordCounts() throws Exception {
		Map<String, Long> expected = PlainWordCount.ofTheTexts();
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(wordCounts()).containsExactlyInAnyOrderEntriesOf(expected));
	}

	void awaitAirportDelays() throws Exception {
		Map<String, PlainDelays> expected = PlainDelays.byOrigin();
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
			JsonNode airports = get("/airports?top=1000");
			assertThat(airports).hasSameSizeAs(expected.keySet());
			for (JsonNode airport : airports) {
				PlainDelays delays = expected.get(airport.path("code").asString());
				assertThat(airport.path("flights").asLong()).isEqualTo(delays.flights());
				assertThat(airport.path("totalDelay").asLong()).isEqualTo(delays.totalDelay());
				assertThat(airport.path("averageDelay").asDouble()).isCloseTo(delays.averageDelay(),
						Offset.offset(1e-9));
			}
		});
	}

	private Map<String, Long> wordCounts() {
		Map<String, Long> counts = new TreeMap<>();
		get("/words?top=1000000")
			.forEach((word) -> counts.put(word.path("word").asString(), word.path("count").asLong()));
		return counts;
	}

}
