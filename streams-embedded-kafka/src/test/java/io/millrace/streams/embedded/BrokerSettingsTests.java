package io.millrace.streams.embedded;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link BrokerSettings} and {@link BrokerProperties}.
 */
class BrokerSettingsTests {

	private final BrokerSettings settings = new BrokerSettings();

	@ParameterizedTest
	@ValueSource(strings = { "listeners", "advertised.listeners", "log.dirs", "node.id", "process.roles" })
	void propertyThatTheBrokerDecidesIsRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.property(name, "x"))
			.withMessageContaining("'" + name + "'");
	}

	@Test
	void directoryWithCommaIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.directory(Path.of("a,b")))
			.withMessageContaining("a,b");
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 65_536 })
	void portOutOfRangeIsRefused(int port) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.port(port))
			.withMessageContaining(String.valueOf(port));
	}

	@Test
	void topicWithoutPartitionsIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.topic("orders", 0))
			.withMessageContaining("'orders'");
	}

	@Test
	void copyIsIndependent() {
		BrokerSettings copy = this.settings.copy();
		this.settings.topic("orders", 1);
		this.settings.port(9092);
		this.settings.property("num.partitions", "2");
		assertThat(copy.topics()).isEmpty();
		assertThat(copy.port()).isZero();
		assertThat(copy.properties()).isEmpty();
	}

	@Test
	void customPropertyWinsOverTheDefault() {
		var properties = BrokerProperties.of(Path.of("/data"), 1, 2, Map.of("num.io.threads", "7"));
		assertThat(properties).containsEntry("num.io.threads", "7")
			.containsEntry("listeners", "PLAINTEXT://localhost:1,CONTROLLER://localhost:2")
			.containsEntry("log.dirs", "/data");
	}

}
