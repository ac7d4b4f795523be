package io.millrace.streams.state;

import java.util.Map;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.entry;

class StateTypesTests {

	@Test
	void valueWithTimestamp() {
		ValueAndTimestamp<String> pair = ValueAndTimestamp.make("v", 5);
		assertThat(pair.value()).isEqualTo("v");
		assertThat(pair.timestamp()).isEqualTo(5);
		assertThat(pair).isEqualTo(ValueAndTimestamp.make("v", 5)).hasSameHashCodeAs(ValueAndTimestamp.make("v", 5));
		assertThat(pair).isNotEqualTo(ValueAndTimestamp.make("v", 6)).isNotEqualTo(ValueAndTimestamp.make("w", 5));
		assertThat(ValueAndTimestamp.<String>make(null, 5)).isNull();
		assertThat(ValueAndTimestamp.<String>makeAllowNullable(null, 5).value()).isNull();
		assertThat(ValueAndTimestamp.getValueOrNull(pair)).isEqualTo("v");
		assertThat(ValueAndTimestamp.<String>getValueOrNull(null)).isNull();
		assertThat(pair).hasToString(org.apache.kafka.streams.state.ValueAndTimestamp.make("v", 5).toString());
	}

	@ParameterizedTest
	@CsvSource({ "localhost:8080, localhost, 8080", "[::1]:80, ::1, 80", "http://example.org:99, example.org, 99",
			"' host:1 ', host, 1" })
	void endpoint(String text, String host, int port) {
		HostInfo endpoint = HostInfo.buildFromEndpoint(text);
		assertThat(endpoint).isEqualTo(new HostInfo(host, port)).hasSameHashCodeAs(new HostInfo(host, port));
		assertThat(endpoint.host()).isEqualTo(host);
		assertThat(endpoint.port()).isEqualTo(port);
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", ":80", "host:", "host:port", "host:-1", "host:70000", "::1:80" })
	void otherEndpointsAreRefused(String text) {
		assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> HostInfo.buildFromEndpoint(text))
			.withMessageContaining("application.server is " + text)
			.withMessageContaining("host:port");
	}

	@Test
	void noEndpoint() {
		assertThat(HostInfo.buildFromEndpoint(null)).isNull();
		assertThat(HostInfo.buildFromEndpoint(" ")).isNull();
		assertThat(HostInfo.unavailable().port()).isEqualTo(-1);
	}

	@Test
	void builderKeepsWhatIsDeclared() {
		StoreBuilder<KeyValueStore<String, Long>> builder = Stores
			.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long());
		assertThat(builder.name()).isEqualTo("counts");
		assertThat(builder.loggingEnabled()).isTrue();
		assertThat(builder.logConfig()).isEmpty();
		assertThat(builder.withCachingEnabled().withCachingDisabled()).isSameAs(builder);
		assertThat(builder.withLoggingEnabled(Map.of("retention.ms", "1")).logConfig())
			.containsOnly(entry("retention.ms", "1"));
		assertThat(builder.withLoggingDisabled().loggingEnabled()).isFalse();
		assertThat(builder.logConfig()).isEmpty();
	}

	@Test
	void namesAndSuppliersAreRequired() {
		assertThatNullPointerException().isThrownBy(() -> Stores.inMemoryKeyValueStore(null));
		assertThatNullPointerException().isThrownBy(() -> Stores.persistentKeyValueStore(null));
		assertThatNullPointerException()
			.isThrownBy(() -> Stores.keyValueStoreBuilder(null, Serdes.String(), Serdes.String()));
		assertThatNullPointerException()
			.isThrownBy(() -> Stores.timestampedKeyValueStoreBuilder(null, Serdes.String(), Serdes.String()));
	}

}
