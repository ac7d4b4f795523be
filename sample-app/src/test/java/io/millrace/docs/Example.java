package io.millrace.docs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.millrace.docs.Documentation.Block;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.TopologyConfig;

/**
 * An example in the documentation: a method that declares a topology, and a block in the
 * language {@code records} behind it that tells what goes in and what comes out. The page
 * is the only place where the records are.
 *
 * @param records what the page says happens
 * @param topology the method that the page shows before
 */
record Example(Block records, Method topology) {

	/** What the pages show are methods of these classes. */
	private static final List<Class<?>> SOURCES = List.of(StreamExamples.class, TableExamples.class,
			WindowExamples.class, JoinExamples.class, ProcessorExamples.class, ErrorExamples.class);

	private static final Pattern DECLARATION = Pattern
		.compile("^static (?:void|Topology) (\\w+)\\((?:StreamsBuilder builder)?\\)", Pattern.MULTILINE);

	/**
	 * Finds all examples, page by page.
	 * @return the examples in the order of the pages
	 */
	static List<Example> all() {
		Map<String, Method> topologies = topologies();
		Map<Object, Method> shown = new HashMap<>();
		List<Example> examples = new ArrayList<>();
		for (Block block : Documentation.blocks()) {
			if (block.language().equals("java")) {
				for (MatchResult declaration : DECLARATION.matcher(block.code()).results().toList()) {
					shown.put(block.page(), topologies.get(declaration.group(1)));
				}
			}
			else if (block.language().equals("records")) {
				Method topology = shown.get(block.page());
				if (topology == null) {
					throw new IllegalStateException("No topology on the page before: " + block);
				}
				examples.add(new Example(block, topology));
			}
		}
		return examples;
	}

	/**
	 * The methods that declare topologies for pages.
	 * @return the methods by their names
	 */
	static Map<String, Method> topologies() {
		return SOURCES.stream()
			.flatMap((source) -> Arrays.stream(source.getDeclaredMethods()))
			.filter((method) -> !method.isSynthetic() && (method.getReturnType() == Topology.class
					|| Arrays.equals(method.getParameterTypes(), new Class<?>[] { StreamsBuilder.class })))
			.collect(Collectors.toMap(Method::getName, Function.identity()));
	}

	/**
	 * Runs the topology on what the page says goes in.
	 * @return the block as it should be
	 */
	String run() {
		Properties settings = ExampleSettings.strings();
		RecordScript script = new RecordScript(this.records.code(), ExampleSettings.APPLICATION_ID);
		settings.putAll(script.settings());
		return script.run(declare(new StreamsBuilder(new TopologyConfig(new StreamsConfig(settings)))), settings);
	}

	private Topology declare(StreamsBuilder builder) {
		try {
			Object topology = (this.topology.getParameterCount() > 0) ? this.topology.invoke(null, builder)
					: this.topology.invoke(null);
			return (topology != null) ? (Topology) topology : builder.build();
		}
		catch (IllegalAccessException | InvocationTargetException ex) {
			throw new IllegalStateException("Can't declare the topology of " + this, ex);
		}
	}

	@Override
	public String toString() {
		return this.records.page() + ": " + this.topology.getName();
	}

}
