package io.millrace.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link Topology#describe()} has to read as Kafka Streams' does, since people and tools
 * compare the two.
 */
class TopologyDescriptionTests {

	private static final int ROUNDS = 200;

	@Test
	void anEmptyTopologyHasNoSubtopology() {
		assertThat(new Topology().describe())
			.hasToString(new org.apache.kafka.streams.Topology().describe().toString());
	}

	@ParameterizedTest(name = "seed {0}")
	@ValueSource(longs = { 1, 20261129, 77 })
	void describesRandomGraphsAsKafkaStreamsDoes(long seed) {
		Random random = new Random(seed);
		for (int round = 0; round < ROUNDS; round++) {
			Topology ours = new Topology();
			org.apache.kafka.streams.Topology theirs = new org.apache.kafka.streams.Topology();
			declare(random, ours, theirs);
			assertThat(ours.describe().toString()).as("seed %s, round %s", seed, round)
				.isEqualTo(theirs.describe().toString());
		}
	}

	private static void declare(Random random, Topology ours, org.apache.kafka.streams.Topology theirs) {
		List<String> parents = new ArrayList<>();
		List<String> processors = new ArrayList<>();
		int nodes = 2 + random.nextInt(12);
		for (int i = 0; i < nodes; i++) {
			String name = name(random, i);
			int kind = parents.isEmpty() ? 0 : random.nextInt(6);
			if (kind == 0) {
				String[] topics = { "topic-" + name, "other-" + random.nextInt(100) + "-" + i };
				ours.addSource(name, topics);
				theirs.addSource(name, topics);
				parents.add(name);
			}
			else if (kind == 1) {
				String[] from = pick(random, parents);
				ours.addSink(name, "out-" + i, from);
				theirs.addSink(name, "out-" + i, from);
			}
			else {
				String[] from = pick(random, parents);
				ours.addProcessor(name, Nothing::new, from);
				theirs.addProcessor(name, NothingThere::new, from);
				parents.add(name);
				processors.add(name);
			}
		}
		for (int i = 0; i < random.nextInt(4) && !processors.isEmpty(); i++) {
			String[] users = pick(random, processors);
			String store = "store-" + random.nextInt(1000) + "-" + i;
			ours.addStateStore(
					Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(store), Serdes.String(), Serdes.String()),
					users);
			theirs.addStateStore(org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
					org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore(store), Serdes.String(),
					Serdes.String()), users);
		}
	}

	private static String name(Random random, int i) {
		return Integer.toString(random.nextInt(1000), 36) + "-" + i;
	}

	private static String[] pick(Random random, List<String> names) {
		List<String> chosen = new ArrayList<>();
		int count = 1 + random.nextInt(Math.min(3, names.size()));
		while (chosen.size() < count) {
			String name = names.get(random.nextInt(names.size()));
			if (!chosen.contains(name)) {
				chosen.add(name);
			}
		}
		return chosen.toArray(String[]::new);
	}

	private static final class Nothing implements Processor<Object, Object, Object, Object> {

		@Override
		public void process(Record<Object, Object> record) {
		}

	}

	private static final class NothingThere
			implements org.apache.kafka.streams.processor.api.Processor<Object, Object, Object, Object> {

		@Override
		public void process(org.apache.kafka.streams.processor.api.Record<Object, Object> record) {
		}

	}

}
