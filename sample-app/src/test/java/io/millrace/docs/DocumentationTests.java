package io.millrace.docs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import io.millrace.docs.Documentation.Block;
import io.millrace.streams.spring.boot.autoconfigure.StreamsProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the documentation to the code: its Java is compiled, its YAML binds, its
 * dependencies exist, its links lead somewhere.
 */
class DocumentationTests {

	private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");

	private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

	static List<Block> java() {
		return Documentation.blocks("java");
	}

	static List<Block> yaml() {
		return Documentation.blocks("yaml");
	}

	static List<Block> xml() {
		return Documentation.blocks("xml");
	}

	static List<Path> pages() {
		return Documentation.pages();
	}

	@ParameterizedTest
	@MethodSource
	void java(Block block) throws IOException {
		try (Stream<Path> own = Files.walk(Path.of("src"));
				Stream<Path> faults = Files.walk(Documentation.PROJECT.resolve("streams-faults/src/test"))) {
			assertThat(Stream.concat(own, faults)
				.filter((file) -> file.toString().endsWith(".java"))
				.map(Documentation::text)).as("sources, one of which should hold:%n%s", block.code())
				.anyMatch((source) -> squeeze(source).contains(squeeze(block.code())));
		}
	}

	@ParameterizedTest
	@MethodSource
	void yaml(Block block) throws IOException {
		assertBinds(new ByteArrayResource(block.code().getBytes(StandardCharsets.UTF_8)));
	}

	@Test
	void theSamplesOwnYamlBinds() throws IOException {
		assertBinds(new FileSystemResource("src/main/resources/application.yml"));
	}

	@ParameterizedTest
	@MethodSource
	void xml(Block block) throws Exception {
		Document document = parse("<x>" + block.code() + "</x>");
		String version = text(parse(Documentation.text(Documentation.PROJECT.resolve("pom.xml"))), "version");
		NodeList dependencies = document.getElementsByTagName("dependency");
		for (int i = 0; i < dependencies.getLength(); i++) {
			Element dependency = (Element) dependencies.item(i);
			if (text(dependency, "groupId").equals("io.millrace")) {
				assertThat(text(dependency, "version")).isEqualTo(version);
				assertThat(Documentation.PROJECT.resolve(text(dependency, "artifactId"))).isDirectory();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("pages")
	void links(Path page) {
		List<MatchResult> links = LINK.matcher(Documentation.text(page)).results().toList();
		for (MatchResult link : links) {
			Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
			assertThat(target).exists();
			if (link.group(2) != null) {
				assertThat(HEADING.matcher(Documentation.text(target)).results().map((heading) -> heading.group(1)))
					.extracting(DocumentationTests::anchor)
					.contains(link.group(2));
			}
		}
	}

	private static void assertBinds(Resource yaml) throws IOException {
		Map<String, Object> streams = new LinkedHashMap<>();
		Map<String, Object> embeddedKafka = new LinkedHashMap<>();
		for (PropertySource<?> source : new YamlPropertySourceLoader().load("documentation", yaml)) {
			for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
				Object value = String.valueOf(source.getProperty(name));
				if (name.startsWith("streams.embedded-kafka.")) {
					embeddedKafka.put(name, value);
				}
				else if (name.startsWith("streams.")) {
					streams.put(name, value);
				}
			}
		}
		BindHandler nothingUnknown = new NoUnboundElementsBindHandler(BindHandler.DEFAULT);
		binder(streams).bind("streams", Bindable.of(StreamsProperties.class), nothingUnknown);
		binder(embeddedKafka).bind("streams.embedded-kafka", Bindable.of(embeddedKafkaProperties()), nothingUnknown);
	}

	private static Binder binder(Map<String, Object> properties) {
		return new Binder(new MapConfigurationPropertySource(properties));
	}

	private static Class<?> embeddedKafkaProperties() {
		try {
			return Class.forName("io.millrace.streams.embedded.autoconfigure.EmbeddedKafkaProperties");
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Document parse(String xml) throws Exception {
		return DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
	}

	private static String text(Document document, String element) {
		return document.getElementsByTagName(element).item(0).getTextContent();
	}

	private static String text(Element parent, String element) {
		return parent.getElementsByTagName(element).item(0).getTextContent();
	}

	private static String squeeze(String code) {
		return code.replaceAll("\\s+", " ").strip();
	}

	private static String anchor(String heading) {
		return heading.toLowerCase().replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
	}

}
