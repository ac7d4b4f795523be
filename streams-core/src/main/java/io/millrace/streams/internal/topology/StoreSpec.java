package io.millrace.streams.internal.topology;

import java.util.Set;

import io.millrace.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A store of a {@link TopologyGraph} and the operators that may use it.
 *
 * @param builder what the user or the DSL declared
 * @param operators the names of the operators connected with it
 * @param sourceTopic the topic that serves as its changelog in place of one of its own;
 * null if it has its own
 */
public record StoreSpec(StoreBuilder<?> builder, Set<String> operators, @Nullable String sourceTopic) {

	public StoreSpec {
		operators = Set.copyOf(operators);
	}

	public String name() {
		return this.builder.name();
	}

}
