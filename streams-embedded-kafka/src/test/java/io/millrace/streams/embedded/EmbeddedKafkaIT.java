package io.millrace.streams.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import kafka.server.KafkaConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.common.Feature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link EmbeddedKafka}.
 */
@Timeout(60)
class EmbeddedKafkaIT {

	@Test
	void streamsGroupsAreEnabled() throws Exception {
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().start(); Admin admin = admin(kafka)) {
			FeatureMetadata features = admin.describeFeatures().featureMetadata().get();
			assertThat(features.finalizedFeatures()).containsKey("streams.version");
			FinalizedVersionRange streams = features.finalizedFeatures().get("streams.version");
			assertThat(streams.maxVersionLevel()).isGreaterThanOrEqualTo((short) 1);
		}
	}

	@Test
	void restartOnTheSameDirectoryKeepsTopicsAndRecords(@TempDir Path directory) {
		String address;
		int port;
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().directory(directory).topic("orders", 2).start()) {
			address = kafka.bootstrapServers();
			port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
			Records.write(kafka.bootstrapServers(), "orders", "first");
			kafka.restart();
			assertThat(kafka.bootstrapServers()).isEqualTo(address);
			Records.write(kafka.bootstrapServers(), "orders", "second");
			assertThat(Records.read(address, "orders", 2)).containsExactlyInAnyOrder("first", "second");
		}
		assertThat(directory).isNotEmptyDirectory();
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().directory(directory).port(port).topic("orders", 2).start()) {
			assertThat(kafka.bootstrapServers()).isEqualTo(address);
			assertThat(Records.read(address, "orders", 2)).containsExactlyInAnyOrder("first", "second");
		}
	}

	@Test
	void twoBrokersAtOnceAreTwoClusters() throws Exception {
		try (EmbeddedKafka one = EmbeddedKafka.builder().topic("one", 1).start();
				EmbeddedKafka other = EmbeddedKafka.builder().topic("other", 1).start();
				Admin oneAdmin = admin(one);
				Admin otherAdmin = admin(other)) {
			assertThat(one.bootstrapServers()).isNotEqualTo(other.bootstrapServers());
			assertThat(oneAdmin.listTopics().names().get()).containsExactly("one");
			assertThat(otherAdmin.listTopics().names().get()).containsExactly("other");
			one.stop();
			Records.write(other.bootstrapServers(), "other", "still there");
			assertThat(Records.read(other.bootstrapServers(), "other", 1)).containsExactly("still there");
		}
	}

	@Test
	void brokerPropertiesReplaceTheDefaults() throws Exception {
		try (EmbeddedKafka kafka = EmbeddedKafka.builder()
			.brokerProperty("group.streams.session.timeout.ms", "7000")
			.brokerProperties(Map.of("num.partitions", "3"))
			.start(); Admin admin = admin(kafka)) {
			ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
			var config = admin.describeConfigs(List.of(broker)).all().get().get(broker);
			assertThat(config.get("group.streams.session.timeout.ms").value()).isEqualTo("7000");
			assertThat(config.get("num.partitions").value()).isEqualTo("3");
			assertThat(config.get("group.streams.heartbeat.interval.ms").value()).isEqualTo("500");
		}
	}

	@Test
	void temporaryDirectoryIsDeletedOnClose() {
		EmbeddedKafka kafka = EmbeddedKafka.builder().start();
		Path directory = kafka.directory();
		assertThat(kafka.isTemporary()).isTrue();
		kafka.stop();
		assertThat(directory).isDirectory();
		kafka.close();
		assertThat(directory).doesNotExist();
		kafka.close();
		assertThatIllegalStateException().isThrownBy(kafka::start).withMessageContaining("closed");
	}

	@Test
	void takenPortIsNamed() {
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {
			String port = kafka.bootstrapServers().substring("localhost:".length());
			assertThatExceptionOfType(EmbeddedKafkaException.class)
				.isThrownBy(() -> EmbeddedKafka.builder().port(Integer.parseInt(port)).start())
				.withMessageContaining("port " + port);
		}
	}

	@Test
	void directoryInUseIsNamedAndTheOtherBrokerGoesOn(@TempDir Path directory) {
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().directory(directory).topic("orders", 1).start()) {
			assertThatExceptionOfType(EmbeddedKafkaException.class)
				.isThrownBy(() -> EmbeddedKafka.builder().directory(directory).start())
				.withMessageContaining(directory.toString())
				.withMessageContaining("in use");
			Records.write(kafka.bootstrapServers(), "orders", "alive");
			assertThat(Records.read(kafka.bootstrapServers(), "orders", 1)).containsExactly("alive");
		}
	}

	@Test
	void invalidBrokerPropertyStopsTheStart(@TempDir Path directory) {
		assertThatExceptionOfType(EmbeddedKafkaException.class)
			.isThrownBy(
					() -> EmbeddedKafka.builder().directory(directory).brokerProperty("num.io.threads", "many").start())
			.withMessageContaining("num.io.threads");
		assertThat(directory.resolve("data")).satisfiesAnyOf((data) -> assertThat(data).isEmptyDirectory(),
				(data) -> assertThat(Files.exists(data)).isFalse());
	}

	@Test
	void topicThatExistsWithOtherPartitionsIsRefused() {
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().topic("orders", 2).start()) {
			kafka.createTopic("orders", 2);
			assertThatExceptionOfType(EmbeddedKafkaException.class).isThrownBy(() -> kafka.createTopic("orders", 3))
				.withMessageContaining("'orders'")
				.withMessageContaining("exists with 2 partitions, not 3");
		}
	}

	@Test
	void runsTheVersionThatTheBuildNames() {
		String version = System.getProperty("kafka.version");
		for (Class<?> type : List.of(Admin.class, KafkaConfig.class, Formatter.class, Feature.class,
				ServerSocketFactory.class)) {
			assertThat(type.getProtectionDomain().getCodeSource().getLocation().toString())
				.endsWith("-" + version + ".jar");
		}
	}

	private static Admin admin(EmbeddedKafka kafka) {
		return Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
	}

}
