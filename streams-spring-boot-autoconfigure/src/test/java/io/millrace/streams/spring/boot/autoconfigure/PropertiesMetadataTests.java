package io.millrace.streams.spring.boot.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.store.rocksdb.RocksDbSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an IDE shows of the properties.
 */
class PropertiesMetadataTests {

	private static final Map<String, JsonNode> properties = new HashMap<>();

	@BeforeAll
	static void read() throws IOException {
		String pattern = "classpath*:META-INF/spring-configuration-metadata.json";
		for (var resource : new PathMatchingResourcePatternResolver().getResources(pattern)) {
			try (InputStream in = resource.getInputStream()) {
				JsonMapper.shared()
					.readTree(in)
					.get("properties")
					.forEach((property) -> properties.put(property.get("name").asString(), property));
			}
		}
	}

	@Test
	void everyPropertyIsDescribed() {
		List<JsonNode> ours = new ArrayList<>();
		properties.forEach((name, property) -> {
			if (name.matches("(streams|management\\.endpoint\\.streams|management\\.health\\.streams)\\..*")) {
				ours.add(property);
			}
		});
		assertThat(ours).hasSizeGreaterThan(18)
			.allSatisfy((property) -> assertThat(property.path("description").asString()).as(property.toString())
				.matches("[A-Z].*\\."));
	}

	@Test
	void defaultsAreTheRuntimes() {
		StreamsConfig defaults = new StreamsConfig(Map.of("application.id", "a", "bootstrap.servers", "localhost:1"));
		assertThat(defaultOf("streams.threads")).isEqualTo("" + defaults.numStreamThreads());
		assertThat(defaultOf("streams.commit-interval")).isEqualTo(defaults.commitIntervalMs() + "ms");
		assertThat(defaultOf("streams.transaction-timeout")).isEqualTo(defaults.transactionTimeoutMs() / 1000 + "s");
		assertThat(defaultOf("streams.on-error")).isEqualTo(defaults.getString(StreamsConfig.ON_ERROR_CONFIG));
		assertThat(defaultOf("streams.missing-topics"))
			.isEqualTo(defaults.getString(StreamsConfig.MISSING_TOPICS_CONFIG));
		assertThat(defaultOf("streams.processing-guarantee")).isEqualTo("exactly-once");
		assertThat(defaults.exactlyOnce()).isTrue();
		assertThat(defaultOf("streams.state.dir").replace("${java.io.tmpdir}", System.getProperty("java.io.tmpdir")))
			.isEqualTo(defaults.stateDirectory().toString());
		assertThat(DataSize.parse(defaultOf("streams.state.cache-size")).toBytes())
			.isEqualTo(defaults.stateCacheMaxBytes());
		assertThat(DataSize.parse(defaultOf("streams.state.max-uncommitted")).toBytes())
			.isEqualTo(defaults.uncommittedMaxBytes());
		assertThat(DurationStyle.detectAndParse(defaultOf("streams.state.cleanup-delay")).toMillis())
			.isEqualTo(defaults.getLong(StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG));
		RocksDbSettings rocksDb = RocksDbSettings.defaults();
		assertThat(DataSize.parse(defaultOf("streams.state.rocksdb.cache-size")).toBytes())
			.isEqualTo(rocksDb.blockCacheBytes());
		assertThat(defaultOf("streams.state.rocksdb.compression")).isEqualToIgnoringCase(rocksDb.compression().name());
	}

	@Test
	void autoConfigurationsAreListed() throws IOException {
		String imports = new ClassPathResource(
				"META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports")
			.getContentAsString(StandardCharsets.UTF_8);
		assertThat(imports.lines()).hasSize(4)
			.allSatisfy((name) -> assertThat(Class.forName(name)).isFinal().isPublic());
	}

	private static String defaultOf(String name) {
		JsonNode property = properties.get(name);
		assertThat(property).as(name).isNotNull();
		return property.path("defaultValue").asString();
	}

}
