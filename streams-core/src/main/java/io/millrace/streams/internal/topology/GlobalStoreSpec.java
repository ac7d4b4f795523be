package io.millrace.streams.internal.topology;

import io.millrace.streams.state.StoreBuilder;

/**
 * A global store: every instance has the whole of it, and fills it from a topic of its
 * own, outside of all tasks. Declared in a {@link TopologyGraph}, and the same when it
 * runs.
 *
 * @param builder what the user or the DSL declared
 * @param source reads the topic
 * @param processor writes the store
 */
public record GlobalStoreSpec(StoreBuilder<?> builder, NodeSpec.Source source, NodeSpec.Processing processor) {

	public String name() {
		return this.builder.name();
	}

	/**
	 * The topic that the store is filled from, which holds all that it ever held.
	 * @return the topic
	 */
	public String topic() {
		return this.source.topics().get(0);
	}

}
