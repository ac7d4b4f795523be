package io.millrace.streams.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BrokerLoggers}.
 */
class BrokerLoggersTests {

	private final LoggerContext context = new LoggerContext();

	@Test
	void brokerIsQuietAndTheRestIsNot() {
		this.context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
		BrokerLoggers.Logback.quieten(this.context);
		assertThat(level("kafka.server.BrokerServer")).isEqualTo(Level.WARN);
		assertThat(level("org.apache.kafka.raft.KafkaRaftClient")).isEqualTo(Level.WARN);
		assertThat(level("org.apache.kafka.clients.consumer.KafkaConsumer")).isEqualTo(Level.INFO);
		assertThat(level("com.example")).isEqualTo(Level.INFO);
	}

	@Test
	void configuredLevelStays() {
		this.context.getLogger("kafka").setLevel(Level.DEBUG);
		BrokerLoggers.Logback.quieten(this.context);
		assertThat(level("kafka.server.BrokerServer")).isEqualTo(Level.DEBUG);
		assertThat(level("org.apache.kafka.raft")).isEqualTo(Level.WARN);
	}

	@Test
	void configuredLevelOfALoggerAboveStays() {
		this.context.getLogger("org.apache.kafka").setLevel(Level.INFO);
		BrokerLoggers.Logback.quieten(this.context);
		assertThat(level("org.apache.kafka.raft")).isEqualTo(Level.INFO);
		assertThat(level("kafka")).isEqualTo(Level.WARN);
	}

	private Level level(String name) {
		return this.context.getLogger(name).getEffectiveLevel();
	}

}
