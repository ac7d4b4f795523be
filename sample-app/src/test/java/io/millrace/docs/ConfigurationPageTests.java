package io.millrace.docs;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.millrace.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds {@code docs/configuration.md} to the configuration metadata: a line for each
 * property, no line for anything else, and the same defaults.
 */
class ConfigurationPageTests {

	private static final Pattern NAME = Pattern.compile("(streams|management\\.(endpoint|health)\\.streams)\\..+");

	private static final Pattern ROW = Pattern.compile("^\\| `([a-z][^`]*)` \\| (.+) \\| (.*) \\|$", Pattern.MULTILINE);

	private final Map<String, String> defaults = defaultsInMetadata();

	private final String page = Documentation.text(Documentation.PROJECT.resolve("docs/configuration.md"));

	private final List<MatchResult> rows = ROW.matcher(this.page)
		.results()
		.filter((row) -> NAME.matcher(row.group(1)).matches())
		.toList();

	@Test
	void hasALineForEachProperty() {
		assertThat(this.defaults).isNotEmpty();
		assertThat(this.rows).extracting((row) -> row.group(1))
			.doesNotHaveDuplicates()
			.containsExactlyInAnyOrderElementsOf(this.defaults.keySet());
	}

	@Test
	void hasALineForEachSettingOfTheRuntime() {
		String section = this.page.substring(this.page.indexOf("## Settings of the runtime"));
		section = section.substring(0, section.indexOf("\n## "));
		assertThat(ROW.matcher(section).results()).extracting((row) -> row.group(1))
			.doesNotHaveDuplicates()
			.containsExactlyInAnyOrderElementsOf(StreamsConfig.configDef().names());
	}

	@Test
	void namesTheDefaults() {
		for (MatchResult row : this.rows) {
			String expected = this.defaults.getOrDefault(row.group(1), "");
			if (!expected.isEmpty()) {
				assertThat(row.group(3)).as(row.group(1)).contains("`" + expected + "`");
			}
		}
	}

	private static Map<String, String> defaultsInMetadata() {
		try {
			Map<String, String> defaults = new TreeMap<>();
			for (URL url : Collections.list(ConfigurationPageTests.class.getClassLoader()
				.getResources("META-INF/spring-configuration-metadata.json"))) {
				try (InputStream metadata = url.openStream()) {
					for (JsonNode property : JsonMapper.shared().readTree(metadata).path("properties")) {
						String name = property.path("name").asString();
						if (NAME.matcher(name).matches()) {
							defaults.put(name, property.path("defaultValue").asString("").replace('_', '-'));
						}
					}
				}
			}
			return defaults;
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
