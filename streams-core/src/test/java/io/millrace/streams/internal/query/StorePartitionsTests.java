package io.millrace.streams.internal.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.internal.topology.CompiledTopology;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StorePartitionsTests {

	private final Map<String, Integer> counts = new HashMap<>(Map.of("small", 2, "large", 4));

	private final List<String> asked = new ArrayList<>();

	private long nanos;

	private final StorePartitions partitions = new StorePartitions(
			new CompiledTopology("app", List.of(new CompiledTopology.Subtopology(0, List.of(), List.of(),
					Set.of("small", "large"), Map.of(), Set.of(), List.of()))),
			this::count, () -> this.nanos);

	private int count(String topic) {
		this.asked.add(topic);
		Integer count = this.counts.get(topic);
		if (count == null) {
			throw new IllegalStateException("no broker");
		}
		return count;
	}

	@Test
	void thereAreAsManyAsTheLargestTopicHas() {
		assertThat(this.partitions.lacks(0, 3)).isFalse();
		assertThat(this.partitions.lacks(0, 4)).isTrue();
		assertThat(this.asked).containsExactlyInAnyOrder("small", "large");
	}

	@Test
	void negativeOnesAreLackingWithoutAsking() {
		assertThat(this.partitions.lacks(0, -1)).isTrue();
		assertThat(this.asked).isEmpty();
	}

	@Test
	void asksAgainAfterAWhile() {
		assertThat(this.partitions.lacks(0, 5)).isTrue();
		this.counts.put("small", 6);
		assertThat(this.partitions.lacks(0, 5)).isTrue();
		this.nanos = TimeUnit.SECONDS.toNanos(31);
		assertThat(this.partitions.lacks(0, 5)).isFalse();
	}

	@Test
	void lacksNothingIfNobodyKnows() {
		this.counts.remove("large");
		assertThat(this.partitions.lacks(0, 1000)).isFalse();
	}

}
