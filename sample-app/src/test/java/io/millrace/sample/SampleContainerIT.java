package io.millrace.sample;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.test.web.servlet.client.RestTestClient;

/**
 * The application with a stock Kafka in a container, where a Docker engine answers.
 */
@EnabledIf("io.millrace.sample.Docker#isAvailable")
@Testcontainers
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureRestTestClient
class SampleContainerIT {

	@Container
	@ServiceConnection
	static final KafkaContainer kafka = new KafkaContainer("apache/kafka:" + System.getProperty("kafka.version"));

	private SampleClient sample;

	@BeforeEach
	void connect(@Autowired RestTestClient client) {
		this.sample = new SampleClient(client);
	}

	@Test
	void countsWords() throws Exception {
		this.sample.awaitWordCounts();
	}

	@Test
	void averagesDelays() throws Exception {
		this.sample.awaitAirportDelays();
	}

}
