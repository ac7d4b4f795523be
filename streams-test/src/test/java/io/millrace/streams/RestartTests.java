package io.millrace.streams;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;

import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.task.Changelog;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.programs.CogroupPrograms;
import io.millrace.streams.programs.EmitPrograms;
import io.millrace.streams.programs.JoinPrograms;
import io.millrace.streams.programs.SuppressPrograms;
import io.millrace.streams.programs.WindowPrograms;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs give the same results, each once, whatever commits, aborts and restarts with
 * state from the changelogs alone come in between.
 */
class RestartTests {

	private static final List<Class<?>> PROGRAMS = List.of(WindowPrograms.class, JoinPrograms.class,
			SuppressPrograms.class, EmitPrograms.class, CogroupPrograms.class);

	private static final int RECORDS = 80;

	private final Map<String, List<ConsumerRecord<byte[], byte[]>>> inputs = new HashMap<>();

	private final List<ConsumerRecord<byte[], byte[]>> arrivals = new ArrayList<>();

	private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

	private final Map<TopicPartition, Integer> positions = new HashMap<>();

	private final Map<String, List<ConsumerRecord<byte[], byte[]>>> changelogs = new HashMap<>();

	private final List<String> results = new ArrayList<>();

	private CapturingProducer producer = new CapturingProducer();

	static Stream<Arguments> programs() {
		return PROGRAMS.stream()
			.flatMap((programs) -> Arrays.stream(programs.getDeclaredMethods()))
			.filter((method) -> Modifier.isPublic(method.getModifiers()))
			// Without changelog, nothing is there after a restart.
			.filter((method) -> !method.getName().equals("eventualOuterJoinWithKey")
					&& !method.getName().equals("lossyFinalsOfAFilteredTable"))
			.sorted(Comparator.comparing(Method::getName))
			.map((method) -> Arguments.of(method.getDeclaringClass(), method.getName()));
	}

	@ParameterizedTest
	@MethodSource("programs")
	void givesTheSameResultsOnce(Class<?> programs, String program) throws Exception {
		CompiledTopology topology = topology(programs, program);
		if (topology.subtopologies().size() > 1) {
			return;
		}
		for (int seed = 0; seed < 4; seed++) {
			List<String> undisturbed = run(topology.subtopologies().get(0), seed, null);
			List<String> disturbed = run(topology.subtopologies().get(0), seed, new Random(seed + 100));
			assertThat(disturbed).as("seed %d", seed).isEqualTo(undisturbed);
			assertThat(disturbed).isNotEmpty();
		}
	}

	private static CompiledTopology.Subtopology closingAfterSilence() {
		StreamsBuilder builder = new StreamsBuilder();
		builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.closeAfterSilence(Duration.ofSeconds(4))
			.reduce((one, other) -> one + other)
			.toStream((key, value) -> key.key() + key.window().start())
			.to("out");
		return builder.build().compile(config()).subtopologies().get(0);
	}

	@Test
	void whatSilenceHasClosedStaysClosed() {
		CompiledTopology.Subtopology subtopology = closingAfterSilence();
		StreamTask task = start(subtopology);
		append("in", "k", "a", 3);
		feed(task);
		commit(task);
		task.punctuate(5_000);
		assertThat(task.commitNeeded()).isTrue();
		commit(task);
		assertThat(this.results).containsExactly("k0=a@3");
		task.close();
		task = start(subtopology);
		append("in", "k", "late", 4);
		append("in", "k", "b", 25);
		append("in", "k", "c", 45);
		feed(task);
		commit(task);
		assertThat(this.results).containsExactly("k0=a@3", "k20=b@25");
		task.close();
	}

	@Test
	void silenceClosesNothingAgainWhateverRestarts() {
		CompiledTopology.Subtopology subtopology = closingAfterSilence();
		StreamTask task = start(subtopology);
		append("in", "k", "a", 3);
		feed(task);
		commit(task);
		for (int i = 0; i < 5; i++) {
			task.punctuate(5_000);
			commit(task);
			task.close();
			task = start(subtopology);
		}
		append("in", "k", "b", 25);
		append("in", "k", "c", 45);
		feed(task);
		commit(task);
		assertThat(this.results).containsExactly("k0=a@3", "k20=b@25");
		task.close();
	}

	private static CompiledTopology.Subtopology countingFinals(String operator) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.<String, String>stream("in")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count(Named.as(operator),
					Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
						.withRetention(Duration.ofSeconds(1)))
			.toStream((key, value) -> key.key() + key.window().start())
			.mapValues(String::valueOf)
			.to("out", Produced.valueSerde(Serdes.String()));
		return builder.build().compile(config()).subtopologies().get(0);
	}

	@Test
	void whatIsClosedStaysClosedIfTheOperatorIsRenamed() {
		StreamTask task = start(countingFinals("before"));
		append("in", "k", "a", 3);
		append("in", "k", "b", 25);
		feed(task);
		commit(task);
		assertThat(this.results).containsExactly("k0=1@3");
		task.close();
		task = start(countingFinals("after"));
		append("in", "k", "late", 4);
		append("in", "k", "c", 45);
		feed(task);
		commit(task);
		assertThat(this.results).containsExactly("k0=1@3", "k20=1@25");
		task.close();
	}

	private static CompiledTopology.Subtopology joining(String operator) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.<String, String>stream("in")
			.leftJoin(builder.<String, String>stream("t"), (left, right) -> left + right,
					JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)),
					StreamJoined.<String, String, String>as("joined").withName(operator))
			.to("out");
		return builder.build().compile(config()).subtopologies().get(0);
	}

	@Test
	void whatHadNoMatchHasNoneIfTheJoinIsRenamed() {
		StreamTask task = start(joining("before"));
		append("in", "k", "a", 3);
		append("t", "other", "b", 20);
		append("in", "other", "c", 21);
		feed(task);
		commit(task);
		assertThat(this.results).containsExactly("k=anull@3", "other=cb@21 2");
		task.close();
		task = start(joining("after"));
		append("t", "k", "late", 4);
		feed(task);
		commit(task);
		assertThat(this.results).containsExactly("k=anull@3", "other=cb@21 2");
		task.close();
	}

	/**
	 * As after Kafka Streams, whose windows close anew after a restart.
	 */
	@Test
	void whatIsClosedStaysClosedIfItsTimeWasNotCommitted() {
		StreamTask task = start(countingFinals("counting"));
		append("in", "k", "a", 3);
		append("in", "k", "b", 25);
		feed(task);
		commit(task);
		task.close();
		String partitionTimeAlone = Base64.getEncoder()
			.encodeToString(ByteBuffer.allocate(9).put((byte) 1).putLong(25).array());
		this.committed.replaceAll((partition, offset) -> new OffsetAndMetadata(offset.offset(), partitionTimeAlone));
		task = start(countingFinals("counting"));
		append("in", "k", "late", 4);
		append("in", "k", "c", 45);
		feed(task);
		commit(task);
		assertThat(this.results).containsExactly("k0=1@3", "k20=1@25");
		task.close();
	}

	@Test
	void hundredsOfWindowedOperatorsCanBeCommitted() {
		StreamsBuilder builder = new StreamsBuilder();
		KStream<String, String> in = builder.stream("in");
		for (int i = 0; i < 250; i++) {
			String name = "the-operator-that-counts-number-" + i;
			long until = i;
			in.filter((key, value) -> Long.parseLong(value) >= until)
				.groupByKey()
				.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
				.emitStrategy(EmitStrategy.onWindowClose())
				.count(Named.as(name), Materialized.as("of-" + name))
				.toStream((key, value) -> name + key.window().start())
				.mapValues(String::valueOf)
				.to("out", Produced.valueSerde(Serdes.String()));
		}
		CompiledTopology.Subtopology subtopology = builder.build().compile(config()).subtopologies().get(0);
		StreamTask task = start(subtopology);
		for (int i = 0; i < 250; i++) {
			append("in", "k", Integer.toString(i), 1_000_000L * i);
		}
		append("in", "k", "10", 1_000_000L * 250);
		feed(task);
		commit(task);
		this.committed.values().forEach((offset) -> assertThat(offset.metadata()).hasSizeLessThanOrEqualTo(4096));
		this.results.clear();
		task.close();
		task = start(subtopology);
		append("in", "k", "249", 5);
		feed(task);
		commit(task);
		assertThat(this.results).as("the record is late for each").isEmpty();
		task.close();
	}

	/**
	 * The task has to wait for records of the other input, which the broker has.
	 */
	@Test
	void aRecordThatWaitsForAnotherInputIsNoSilence() {
		StreamsBuilder builder = new StreamsBuilder();
		builder.<String, String>stream("in")
			.merge(builder.stream("t"))
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.closeAfterSilence(Duration.ofSeconds(4))
			.reduce((one, other) -> one + other)
			.toStream((key, value) -> key.key() + key.window().start())
			.to("out");
		StreamTask task = start(builder.build().compile(config()).subtopologies().get(0));
		append("in", "k", "a", 3);
		feed(task);
		commit(task);
		TopicPartition in = new TopicPartition("in", 0);
		append("in", "k", "b", 4);
		task.enqueue(in, List.of(this.inputs.getOrDefault("in", List.of()).get(1)));
		assertThat(task.process(1, 4_900, (partition) -> partition.equals(in) ? 0 : 5)).isZero();
		task.punctuate(5_000);
		assertThat(task.process(1, 5_100, (partition) -> 0)).isEqualTo(1);
		task.process(1, 5_200, (partition) -> 0);
		task.punctuate(10_000);
		commit(task);
		assertThat(this.results).containsExactly("k0=ab@4");
		task.close();
	}

	private static CompiledTopology topology(Class<?> programs, String program) throws Exception {
		StreamsBuilder builder = new StreamsBuilder();
		programs.getMethod(program, StreamsBuilder.class).invoke(null, builder);
		return builder.build().compile(config());
	}

	private static StreamsConfig config() {
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		settings.put("default.key.serde", Serdes.StringSerde.class.getName());
		settings.put("default.value.serde", Serdes.StringSerde.class.getName());
		return new StreamsConfig(settings);
	}

	private List<String> run(CompiledTopology.Subtopology subtopology, int seed, @Nullable Random troubles) {
		this.inputs.clear();
		this.arrivals.clear();
		this.committed.clear();
		this.positions.clear();
		this.changelogs.clear();
		this.results.clear();
		this.producer = new CapturingProducer();
		Random random = new Random(seed);
		StreamTask task = start(subtopology);
		for (int index = 0; index < RECORDS; index++) {
			String topic = (random.nextInt(3) == 0) ? "t" : "in";
			append(topic, Arrays.asList("a", "b", "c", "a", "b", "c", null).get(random.nextInt(7)),
					Arrays.asList("a1", "b2", "c1", "a1", "b2", "c1", null).get(random.nextInt(7)),
					index * 2L + random.nextInt(30));
			feed(task);
			if (troubles == null) {
				commit(task);
			}
			else {
				task = trouble(subtopology, task, troubles);
			}
		}
		append("in", "c", "c1", 10_000);
		feed(task);
		commit(task);
		task.close();
		return List.copyOf(this.results);
	}

	private StreamTask trouble(CompiledTopology.Subtopology subtopology, StreamTask task, Random troubles) {
		switch (troubles.nextInt(4)) {
			case 0 -> commit(task);
			case 1 -> abort(task);
			case 2 -> {
				this.producer.abort();
				task.close();
				StreamTask next = start(subtopology);
				feed(next);
				return next;
			}
			default -> {
			}
		}
		return task;
	}

	private StreamTask start(CompiledTopology.Subtopology subtopology) {
		StreamTask task = new StreamTask(new TaskId(0, 0), subtopology,
				new TaskEnvironment("app", config(), Path.of("none"), new InMemoryStateEngineFactory(), this.producer,
						new CacheBudget(0), new TaskCounters(), () -> 0));
		task.open();
		for (Changelog changelog : task.changelogs()) {
			List<ConsumerRecord<byte[], byte[]>> records = this.changelogs.getOrDefault(changelog.partition().topic(),
					List.of());
			task.restore(changelog.partition(), records, records.size());
		}
		task.endRestore();
		task.start(this.committed);
		for (TopicPartition partition : task.inputPartitions()) {
			OffsetAndMetadata offset = this.committed.get(partition);
			this.positions.put(partition, (offset != null) ? (int) offset.offset() : 0);
		}
		return task;
	}

	private void append(String topic, @Nullable String key, @Nullable String value, long timestamp) {
		List<ConsumerRecord<byte[], byte[]>> log = this.inputs.computeIfAbsent(topic, (name) -> new ArrayList<>());
		ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(topic, null);
		sent.headers().add("arrival", Integer.toString(this.arrivals.size()).getBytes(StandardCharsets.UTF_8));
		ConsumerRecord<byte[], byte[]> record = record(topic, log.size(), timestamp, bytes(key), bytes(value), sent);
		log.add(record);
		this.arrivals.add(record);
	}

	private static byte @Nullable [] bytes(@Nullable String text) {
		return (text != null) ? text.getBytes(StandardCharsets.UTF_8) : null;
	}

	private static @Nullable String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : null;
	}

	private static ConsumerRecord<byte[], byte[]> record(String topic, long offset, long timestamp,
			byte @Nullable [] key, byte @Nullable [] value, ProducerRecord<byte[], byte[]> sent) {
		return new ConsumerRecord<>(topic, 0, offset, timestamp, TimestampType.CREATE_TIME, 1, 1, key, value,
				sent.headers(), Optional.empty());
	}

	/**
	 * Has the task process what it hasn't, in the order in which it came.
	 */
	private void feed(StreamTask task) {
		for (ConsumerRecord<byte[], byte[]> record : this.arrivals) {
			TopicPartition partition = new TopicPartition(record.topic(), 0);
			if (task.inputPartitions().contains(partition) && record.offset() == this.positions.get(partition)) {
				task.enqueue(partition, List.of(record));
				this.positions.merge(partition, 1, Integer::sum);
				while (task.process(1, 0, (other) -> 0) > 0) {
					// Goes on.
				}
			}
		}
	}

	private void commit(StreamTask task) {
		task.flushOperators();
		task.writeChangelogs();
		this.committed.putAll(task.offsetsToCommit());
		task.publish();
		this.producer.commit();
		ProducerRecord<byte[], byte[]> sent = this.producer.pollFresh();
		while (sent != null) {
			if (sent.topic().endsWith("-changelog")) {
				List<ConsumerRecord<byte[], byte[]>> log = this.changelogs.computeIfAbsent(sent.topic(),
						(name) -> new ArrayList<>());
				log.add(record(sent.topic(), log.size(), (sent.timestamp() != null) ? sent.timestamp() : 0, sent.key(),
						sent.value(), sent));
			}
			else {
				StringBuilder result = new StringBuilder(
						text(sent.key()) + "=" + text(sent.value()) + "@" + sent.timestamp());
				sent.headers().forEach((header) -> result.append(' ').append(text(header.value())));
				this.results.add(result.toString());
			}
			sent = this.producer.pollFresh();
		}
	}

	private void abort(StreamTask task) {
		this.producer.abort();
		for (TopicPartition partition : task.inputPartitions()) {
			this.positions.put(partition, 0);
		}
		task.abort().forEach((partition, offset) -> this.positions.put(partition, offset.intValue()));
		feed(task);
	}

}
