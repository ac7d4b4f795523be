package io.millrace.streams.internal.task;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.ReduceOperator;
import io.millrace.streams.internal.operator.TableToStreamOperator;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.HeldRowException;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Changes of a row between two commits are forwarded as one, and records that fail,
 * before or behind the table, leave no trace in it.
 */
class HoldingTests {

	private static final TopicPartition INPUT = new TopicPartition("in", 1);

	private static final int CACHE = 1 << 16;

	private final RecordingProducer producer = new RecordingProducer();

	private final TaskCounters counters = new TaskCounters();

	private final Map<String, Object> settings = new HashMap<>(
			Map.of("application.id", "app", "bootstrap.servers", "none:9092"));

	private final HoldingGraphs graphs = new HoldingGraphs();

	private final List<String> changes = this.graphs.changes();

	private final List<ConsumerRecord<byte[], byte[]>> inputs = new ArrayList<>();

	private int sentBefore;

	@Test
	void forwardsEachRowOnceWithWhatTheLastCommitHad() {
		StreamTask task = started(this.graphs.reducing(true, HoldingGraphs.string()), CACHE);
		process(task, input("b", "1", 20), input("a", "2", 10), input("b", "3", 15), input("b", "4", 30));
		assertThat(this.changes).isEmpty();
		assertThat(this.producer.sent).isEmpty();
		commit(task);
		assertThat(this.changes).containsExactly("b:null->134@30 of in-1@3 h3", "a:null->2@10 of in-1@1 h1");
		assertThat(outputs("out")).containsExactly("b=134@30", "a=2@10");
		this.changes.clear();
		process(task, input("a", "5", 40), input("a", "6", 35));
		commit(task);
		assertThat(this.changes).containsExactly("a:2->256@40 of in-1@5 h5");
		commit(task);
		assertThat(this.changes).hasSize(1);
	}

	@Test
	void oldValuesServeTheOperatorsBehind() {
		StreamTask task = started(this.graphs.reducing(true, HoldingGraphs.string()), CACHE);
		process(task, input("a", "1", 1), input("a", "2", 2), input("b", "3", 3));
		commit(task);
		process(task, input("a", "4", 4), input("a", "5", 5), input("b", "6", 6), input("b", "7", 7));
		commit(task);
		// Rows of an even length pass: a came and stays, b never came.
		assertThat(outputs("filtered")).containsExactly("a=12@2", "a=1245@5");
	}

	@Test
	void rowsThatWerentThereAndArentAreLeftOut() {
		StreamTask task = started(this.graphs.table(), CACHE);
		process(task, input("a", "1", 1), input("b", "2", 2), input("a", null, 3));
		commit(task);
		assertThat(this.changes).containsExactly("b:null->2@2 of in-1@1 h1");
		process(task, input("b", "3", 3), input("b", null, 4));
		commit(task);
		assertThat(this.changes).element(1).isEqualTo("b:2->null@4 of in-1@4 h4");
		assertThat(this.changes).hasSize(2);
	}

	@Test
	void whatOneTableForwardsAnotherBehindItForwardsInTheSameCommit() {
		TopologyGraph graph = this.graphs.table();
		graph.add(new NodeSpec.Processing("stream", List.of("table"), () -> (Operator) new TableToStreamOperator(),
				"to-stream"));
		graph.add(new NodeSpec.Processing("second", List.of("stream"),
				() -> (Operator) new ReduceOperator("others", (one, other) -> one + "" + other), "reduce"));
		graph.addStore(Stores
			.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("others"), Serdes.String(), Serdes.String())
			.withCachingEnabled(), "second");
		graph.add(new NodeSpec.Processing("more", List.of("second"), this.graphs::recorder, "test"));
		StreamTask task = started(graph, CACHE);
		process(task, input("a", "1", 1), input("a", "2", 2));
		commit(task);
		process(task, input("a", "3", 3));
		commit(task);
		assertThat(this.changes).containsExactly("a:null->2@2 of in-1@1 h1", "a:null->2@2 of in-1@1 h1",
				"a:2->3@3 of in-1@2 h2", "a:2->23@3 of in-1@2 h2");
	}

	@Test
	void holdsNothingWithoutACache() {
		process(started(this.graphs.reducing(false, HoldingGraphs.string()), CACHE), input("a", "1", 1),
				input("a", "2", 2));
		assertThat(this.changes).hasSize(2);
		process(started(this.graphs.reducing(true, HoldingGraphs.string()), 0), input("a", "1", 1), input("a", "2", 2));
		assertThat(this.changes).hasSize(4);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aRecordThatFailsLeavesNoTraceOfWhatItHeld(boolean immutable) {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		StreamTask task = started(
				this.graphs.reducing(true, immutable ? HoldingGraphs.string() : HoldingGraphs.opaque()), CACHE);
		process(task, input("a", "1", 1));
		// Fails after two rows were held.
		process(task, input("a,b", "!", 50));
		commit(task);
		assertThat(this.changes).containsExactly("a:null->1@1 of in-1@0 h0");
		this.changes.clear();
		process(task, input("b,a", "!", 50), input("b", "2", 2));
		commit(task);
		assertThat(this.changes).containsExactly("b:null->2@2 of in-1@3 h3");
	}

	@Test
	void anAbortDropsWhatIsHeld() {
		StreamTask task = started(this.graphs.reducing(true, HoldingGraphs.string()), CACHE);
		process(task, input("a", "1", 1));
		assertThat(task.abort()).containsEntry(INPUT, 0L);
		task.flushOperators();
		assertThat(this.changes).isEmpty();
		process(task, input("a", "2", 2));
		commit(task);
		assertThat(this.changes).containsExactly("a:null->2@2 of in-1@1 h1");
	}

	@Test
	void aRowThatFailsNamesTheRecordThatChangedItLast() {
		StreamTask task = started(this.graphs.reducing(true, HoldingGraphs.string()), CACHE);
		process(task, input("a", "?", 1), input("b", "1", 2), input("a", "2", 3));
		assertThatExceptionOfType(StreamsException.class).isThrownBy(task::flushOperators)
			.withMessageContaining("topic in, partition 1, offset 2 failed in operator after")
			.withMessageContaining("on.error")
			.withCauseInstanceOf(IllegalStateException.class)
			.isNotInstanceOf(HeldRowException.class);
	}

	@Test
	void aBadRecordAmongManyIsFoundAndHoldingGoesOnBehindIt() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		StreamTask task = started(this.graphs.reducing(true, HoldingGraphs.string()), CACHE);
		process(task, input("a", "1", 1), input("a", "?", 2), input("a", "3", 3));
		assertThatExceptionOfType(HeldRowException.class).isThrownBy(task::flushOperators)
			.withMessageContaining("operator after");
		assertThat(this.producer.sent).isEmpty();
		again(task);
		// Still one by one, since not all of it is committed.
		task.process(1, 1, (partition) -> 0);
		commit(task);
		assertThat(outputs("out")).containsExactly("a=1@1");
		task.process(10, 1, (partition) -> 0);
		assertThat(outputs("out")).containsExactly("a=1@1", "a=13@3");
		commit(task);
		assertThat(this.counters.skippedCount()).isEqualTo(1);
		process(task, input("a", "4", 4), input("a", "5", 5));
		commit(task);
		assertThat(outputs("out")).containsExactly("a=1@1", "a=13@3", "a=1345@5");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anyHistoryEndsInWhatTheGoodRecordsMake(boolean immutable) {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		long seed = Long.getLong("millrace.seed", System.nanoTime() % 1_000_000);
		Random random = new Random(seed);
		StreamTask task = started(
				this.graphs.reducing(true, immutable ? HoldingGraphs.string() : HoldingGraphs.opaque()), CACHE);
		Map<String, String> committed = new TreeMap<>();
		Map<String, Long> times = new HashMap<>();
		int position = 0;
		boolean oneByOne = false;
		int undone = 0;
		for (int step = 0; step < 2000; step++) {
			int behind = this.inputs.size() - position;
			List<ConsumerRecord<byte[], byte[]>> added = new ArrayList<>();
			for (int i = random.nextInt(8); i > 0; i--) {
				String value = (random.nextInt(15) == 0) ? (random.nextBoolean() ? "!" : "?")
						: String.valueOf((char) ('a' + random.nextInt(26)));
				String key = "k" + random.nextInt(4) + (random.nextInt(3) == 0 ? ",k" + random.nextInt(4) : "");
				added.add(input(key, value, random.nextInt(1000)));
			}
			task.enqueue(INPUT, added);
			int taken = task.process(behind + added.size(), 1, (partition) -> 0);
			assertThat(taken).as("seed %d, step %d", seed, step).isEqualTo(behind + added.size());
			if (random.nextInt(4) == 0) {
				again(task);
				position = this.inputs.size() - task.buffered(INPUT);
				continue;
			}
			try {
				task.flushOperators();
			}
			catch (HeldRowException ex) {
				assertThat(oneByOne).as("seed %d, step %d", seed, step).isFalse();
				oneByOne = true;
				undone++;
				again(task);
				position = this.inputs.size() - task.buffered(INPUT);
				continue;
			}
			Set<String> changed = new LinkedHashSet<>();
			Map<String, String> expected = new TreeMap<>(committed);
			for (; position < this.inputs.size(); position++) {
				reduce(this.inputs.get(position), expected, times, changed);
			}
			Map<String, String> last = new LinkedHashMap<>();
			List<String> outputs = outputs("out", this.sentBefore);
			outputs.forEach((output) -> last.put(output.substring(0, output.indexOf('=')), output));
			assertThat(last).as("seed %d, step %d", seed, step).hasSameSizeAs(changed);
			changed.forEach((key) -> assertThat(last.get(key)).as("seed %d", seed)
				.isEqualTo(key + "=" + expected.get(key) + "@" + times.get(key)));
			if (!oneByOne) {
				assertThat(outputs).as("seed %d, step %d", seed, step).hasSameSizeAs(changed);
				assertThat(last.keySet()).as("seed %d, step %d", seed, step).containsExactlyElementsOf(changed);
			}
			oneByOne = false;
			task.writeChangelogs();
			task.publish();
			this.sentBefore = this.producer.sent.size();
			committed = expected;
			assertThat(store(task)).as("seed %d, step %d", seed, step).isEqualTo(committed);
		}
		assertThat(undone).as("seed %d", seed).isPositive();
	}

	private static void reduce(ConsumerRecord<byte[], byte[]> input, Map<String, String> rows, Map<String, Long> times,
			Set<String> changed) {
		String value = new String(input.value(), StandardCharsets.UTF_8);
		if (value.equals("!") || value.equals("?")) {
			return;
		}
		for (String key : new String(input.key(), StandardCharsets.UTF_8).split(",")) {
			rows.merge(key, value, HoldingGraphs::shortened);
			times.merge(key, input.timestamp(), Math::max);
			changed.add(key);
		}
	}

	/**
	 * Goes back to the last commit, and takes in again what comes behind it.
	 */
	private void again(StreamTask task) {
		this.producer.sent.subList(this.sentBefore, this.producer.sent.size()).clear();
		long offset = task.abort().getOrDefault(INPUT, 0L);
		task.enqueue(INPUT, this.inputs.subList((int) offset, this.inputs.size()));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, String> store(StreamTask task) {
		Map<String, String> rows = new TreeMap<>();
		try (KeyValueIterator<Object, ValueAndTimestamp<Object>> all = ((KeyValueStore<Object, ValueAndTimestamp<Object>>) task
			.store("rows")).all()) {
			while (all.hasNext()) {
				KeyValue<Object, ValueAndTimestamp<Object>> row = all.next();
				rows.put(row.key.toString(), row.value.value().toString());
			}
		}
		return rows;
	}

	@SafeVarargs
	@SuppressWarnings("varargs")
	private final void process(StreamTask task, ConsumerRecord<byte[], byte[]>... records) {
		task.enqueue(INPUT, List.of(records));
		task.process(1000, 1, (partition) -> 0);
	}

	private void commit(StreamTask task) {
		task.flushOperators();
		task.writeChangelogs();
		task.publish();
		this.sentBefore = this.producer.sent.size();
	}

	private List<String> outputs(String topic) {
		return outputs(topic, 0);
	}

	private List<String> outputs(String topic, int from) {
		List<String> outputs = new ArrayList<>();
		for (ProducerRecord<byte[], byte[]> record : this.producer.sent.subList(from, this.producer.sent.size())) {
			if (record.topic().equals(topic)) {
				outputs.add(new String(record.key(), StandardCharsets.UTF_8) + "="
						+ new String(record.value(), StandardCharsets.UTF_8) + "@" + record.timestamp());
			}
		}
		return outputs;
	}

	private ConsumerRecord<byte[], byte[]> input(String key, @Nullable String value, long timestamp) {
		int offset = this.inputs.size();
		RecordHeaders headers = new RecordHeaders();
		headers.add("n", ("h" + offset).getBytes(StandardCharsets.UTF_8));
		byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
		byte[] valueBytes = (value != null) ? value.getBytes(StandardCharsets.UTF_8) : null;
		ConsumerRecord<byte[], byte[]> input = new ConsumerRecord<>(INPUT.topic(), INPUT.partition(), offset, timestamp,
				TimestampType.CREATE_TIME, keyBytes.length, (valueBytes != null) ? valueBytes.length : -1, keyBytes,
				valueBytes, headers, Optional.empty());
		this.inputs.add(input);
		return input;
	}

	private StreamTask started(TopologyGraph graph, long cache) {
		CompiledTopology compiled = TopologyCompiler.compile(graph, "app");
		StreamTask task = new StreamTask(new TaskId(0, 1), compiled.subtopologies().get(0),
				new TaskEnvironment("app", new StreamsConfig(this.settings), Path.of("unused"),
						new InMemoryStateEngineFactory(), this.producer, new CacheBudget(cache), this.counters,
						System::currentTimeMillis));
		task.open();
		task.start(Map.of());
		return task;
	}

}
