package io.millrace.streams.spring.boot.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A web application on a random port, with the actuator, and what a test does to it.
 */
public final class RunningApplication implements AutoCloseable {

	private final HttpClient http = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	private RunningApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	public static RunningApplication start(Class<?> source, EmbeddedKafka kafka, String... properties) {
		List<String> arguments = new ArrayList<>(List.of("--server.port=0",
				"--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
				"--management.endpoints.web.exposure.include=*", "--management.endpoint.health.show-details=always"));
		for (String property : properties) {
			arguments.add("--" + property);
		}
		return new RunningApplication(new SpringApplicationBuilder(source).run(arguments.toArray(String[]::new)));
	}

	public ConfigurableApplicationContext context() {
		return this.context;
	}

	public StreamsApplication application() {
		return this.context.getBean(StreamsApplications.class).single();
	}

	public HttpResponse<String> get(String path) {
		int port = ((ServletWebServerApplicationContext) this.context).getWebServer().getPort();
		URI uri = URI.create("http://localhost:" + port + path);
		try {
			return this.http.send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
					HttpResponse.BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	public int status(String path) {
		return get(path).statusCode();
	}

	public String body(String path) {
		return get(path).body();
	}

	public void awaitReady() {
		await().untilAsserted(() -> {
			HttpResponse<String> response = get("/actuator/health/readiness");
			assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		});
	}

	public static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60));
	}

	public static void produce(EmbeddedKafka kafka, String topic, String... values) {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(),
				new StringSerializer())) {
			for (String value : values) {
				producer.send(new ProducerRecord<>(topic, value, value)).get(10, TimeUnit.SECONDS);
			}
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

}
