package io.millrace.streams;

import java.time.Duration;
import java.util.Map;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;

/**
 * A broker for tests, and an admin client to look at it with.
 */
final class Cluster implements AutoCloseable {

	static {
		// Each condition is waited for at least as long.
		Awaitility.setDefaultPollInterval(Duration.ofMillis(25));
	}

	private final EmbeddedKafka kafka;

	private final Admin admin;

	private Cluster(EmbeddedKafka kafka) {
		this.kafka = kafka;
		this.admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
	}

	static Cluster start() {
		return start(200, 6000);
	}

	static Cluster start(int heartbeatMillis, int sessionMillis) {
		return start(Map.of("group.streams.heartbeat.interval.ms", String.valueOf(heartbeatMillis),
				"group.streams.session.timeout.ms", String.valueOf(sessionMillis)));
	}

	static Cluster start(Map<String, String> properties) {
		EmbeddedKafka.Builder builder = EmbeddedKafka.builder();
		properties.forEach(builder::brokerProperty);
		return new Cluster(builder.start());
	}

	/**
	 * Names an application and creates its input and output topic.
	 */
	Run run(String name, int partitions) {
		this.kafka.createTopic(name + "-in", partitions);
		this.kafka.createTopic(name + "-out", partitions);
		return new Run(this, name, partitions);
	}

	String bootstrapServers() {
		return this.kafka.bootstrapServers();
	}

	EmbeddedKafka kafka() {
		return this.kafka;
	}

	Admin admin() {
		return this.admin;
	}

	@Override
	public void close() {
		this.admin.close();
		this.kafka.close();
	}

}
