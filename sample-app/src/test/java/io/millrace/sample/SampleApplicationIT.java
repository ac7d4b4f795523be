package io.millrace.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.docs.CurlExample;
import io.millrace.docs.MeterTable;
import io.millrace.sample.flights.PlainDelays;
import io.millrace.sample.words.PlainWordCount;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The whole application with its embedded broker, as a user runs it.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SampleApplicationIT {

	@Autowired
	private RestTestClient client;

	private SampleClient sample;

	@BeforeEach
	void connect() {
		this.sample = new SampleClient(this.client);
	}

	// First: other tests add words.
	@Test
	@Order(1)
	void countsWords() throws Exception {
		this.sample.awaitWordCounts();
	}

	@Test
	@Order(2)
	void averagesDelays() throws Exception {
		this.sample.awaitAirportDelays();
	}

	@Test
	@Order(3)
	void answersAsTheDocumentationSays() {
		List<CurlExample> examples = CurlExample.all();
		assertThat(examples).isNotEmpty();
		for (CurlExample example : examples) {
			if (example.body() != null) {
				post(MediaType.parseMediaType(String.valueOf(example.contentType())), example.body());
				assertThat(example.output()).isEmpty();
			}
			else {
				Awaitility.await()
					.atMost(Duration.ofSeconds(5))
					.untilAsserted(() -> assertThat(this.sample.textWhateverTheStatus(example.path()))
						.matches(example::matches, "as in: " + example));
			}
		}
	}

	@Test
	@Order(4)
	void runsTwoApplications() {
		JsonNode applications = this.sample.get("/actuator/streams").path("applications");
		assertThat(applications.propertyNames()).containsExactlyInAnyOrder("word-count", "airport-delays");
		for (JsonNode application : applications) {
			assertThat(application.path("state").asString()).isEqualTo("RUNNING");
			assertThat(application.path("waitingFor")).isEmpty();
		}
	}

	@Test
	@Order(4)
	void queriesStoresUnderActuator() throws Exception {
		JsonNode of = this.sample.get("/actuator/streams/word-count/stores/word-counts?key=of");
		assertThat(of.path("value").asLong()).isEqualTo(PlainWordCount.ofTheTexts().get("of"));
		JsonNode oakland = this.sample.get("/actuator/streams/airport-delays/stores/airport-delays?key=OAK");
		assertThat(oakland.path("value").path("flights").asLong())
			.isEqualTo(PlainDelays.byOrigin().get("OAK").flights());
	}

	@Test
	@Order(4)
	void drawsTopologies() {
		assertThat(this.sample.text("/actuator/streams/airport-delays/topology?format=mermaid"))
			.startsWith("flowchart LR")
			.contains("([\"flights\"])", "[(\"airports\")]", "([\"airport-delays\"])");
	}

	@Test
	@Order(4)
	void isHealthy() {
		assertThat(this.sample.get("/actuator/health").path("components").path("streams").path("status").asString())
			.isEqualTo("UP");
		assertThat(this.sample.get("/actuator/health/readiness").path("status").asString()).isEqualTo("UP");
		assertThat(this.sample.get("/actuator/health/liveness").path("status").asString()).isEqualTo("UP");
	}

	@Test
	@Order(4)
	void hasTheMetersThatTheDocumentationNames() {
		// Those of topics and stores come with the first look at any other.
		assertThat(this.sample.text("/actuator/prometheus"))
			.contains("streams_records_processed_total{application=\"word-count\"}");
		Awaitility.await()
			.untilAsserted(() -> assertThat(meters()).containsExactlyInAnyOrderElementsOf(MeterTable.names()));
	}

	@Test
	@Order(5)
	void countsASentenceWithinASecond() {
		assertThat(count("zyzzyva")).isZero();
		post(MediaType.TEXT_PLAIN, "Zyzzyva, zyzzyva!");
		Awaitility.await().atMost(Duration.ofSeconds(1)).untilAsserted(() -> assertThat(count("zyzzyva")).isEqualTo(2));
		post(MediaType.APPLICATION_JSON, "{\"text\": \"zyzzyva\"}");
		Awaitility.await().atMost(Duration.ofSeconds(1)).untilAsserted(() -> assertThat(count("zyzzyva")).isEqualTo(3));
	}

	@Test
	@Order(4)
	void knowsNoOtherAirport() {
		this.client.get().uri("/airports/XXX").exchange().expectStatus().isNotFound();
	}

	@Test
	@Order(4)
	void servesThePage() {
		assertThat(this.sample.text("/")).contains("<title>Millrace sample</title>");
	}

	private List<String> meters() {
		List<String> meters = new ArrayList<>();
		for (JsonNode name : this.sample.get("/actuator/metrics").path("names")) {
			if (name.asString().startsWith("streams.")) {
				meters.add(name.asString());
			}
		}
		return meters;
	}

	private void post(MediaType contentType, String body) {
		this.client.post().uri("/sentences").contentType(contentType).body(body).exchange().expectStatus().isAccepted();
	}

	private long count(String word) {
		JsonNode count = this.sample.get("/words/{word}", word);
		assertThat(count.path("word").asString()).isEqualTo(word);
		return count.path("count").asLong();
	}

}
