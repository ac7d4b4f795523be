package io.millrace.streams.spring.boot.autoconfigure;

import io.millrace.streams.StreamsBuilder;

/**
 * A bean that is handed every {@link StreamsBuilder} before it is injected, to add what
 * all topologies share, such as global stores.
 */
@FunctionalInterface
public interface StreamsBuilderCustomizer {

	/**
	 * Change a builder.
	 * @param builder the builder
	 */
	void customize(StreamsBuilder builder);

}
