package io.millrace.streams.internal.task;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.operator.GlobalTableSourceOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.ProcessorOperator;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A global store on its own, driven as its thread drives it.
 */
class GlobalTaskTests {

	private static final TopicPartition FIRST = new TopicPartition("topic", 0);

	private static final TopicPartition SECOND = new TopicPartition("topic", 1);

	private final Map<String, Object> settings = new HashMap<>(
			Map.of("application.id", "app", "bootstrap.servers", "none:1"));

	private final TaskCounters counters = new TaskCounters();

	@TempDir
	Path directory;

	private StateEngineFactory engines = new InMemoryStateEngineFactory();

	private GlobalTask table() {
		Deserializer<String> values = (topic, bytes) -> {
			String text = new StringDeserializer().deserialize(topic, bytes);
			if (text != null && text.startsWith("bad")) {
				throw new IllegalArgumentException("bad");
			}
			return text;
		};
		GlobalTask task = task(new NodeSpec.Processing("fill", List.of("source"),
				() -> (Operator) new GlobalTableSourceOperator("store"), "fill"), values);
		task.open(TopicIdentities.UNKNOWN);
		return task;
	}

	private GlobalTask processing(ContextualProcessor<String, String, Void, Void> processor) {
		List<ContextualProcessor<String, String, Void, Void>> supplied = new ArrayList<>();
		// The first one is to see whether the supplier makes new ones.
		GlobalTask task = task(
				new NodeSpec.Processing("fill", List.of("source"), ProcessorOperator.globalFactory("fill", () -> {
					ContextualProcessor<String, String, Void, Void> next = supplied.size() < 2 ? new Nothing()
							: processor;
					supplied.add(next);
					return next;
				}), "fill"), new StringDeserializer());
		task.open(TopicIdentities.UNKNOWN);
		return task;
	}

	private GlobalTask task(NodeSpec.Processing processor, Deserializer<String> values) {
		GlobalStoreSpec spec = new GlobalStoreSpec(
				Stores.timestampedKeyValueStoreBuilder(Stores.persistentKeyValueStore("store"), Serdes.String(),
						Serdes.String()),
				new NodeSpec.Source("source", List.of("topic"), new StringDeserializer(), values, null, null),
				processor);
		return new GlobalTask(spec, new TaskEnvironment("app", new StreamsConfig(this.settings), this.directory,
				this.engines, new RecordingProducer(), new CacheBudget(0), this.counters, System::currentTimeMillis));
	}

	@SuppressWarnings("unchecked")
	private static ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> view(GlobalTask task) {
		return (ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>>) task.view(() -> true);
	}

	private static List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition, long offset,
			@Nullable String... keysAndValues) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (int i = 0; i < keysAndValues.length; i += 2) {
			records.add(new ConsumerRecord<>(partition.topic(), partition.partition(), offset + i / 2, 10 + i / 2,
					TimestampType.CREATE_TIME, 0, 0, bytes(keysAndValues[i]), bytes(keysAndValues[i + 1]),
					new RecordHeaders(), Optional.empty()));
		}
		return records;
	}

	private static byte @Nullable [] bytes(@Nullable String text) {
		return (text != null) ? text.getBytes(StandardCharsets.UTF_8) : null;
	}

	private static QueryResult<String> ask(GlobalTask task, Position atLeast) {
		return task.view(() -> true)
			.query(KeyQuery.<String, String>withKey("a"), PositionBound.at(atLeast), new QueryConfig(false));
	}

	@Test
	void queriesTellHowFarEachPartitionIsRead() {
		GlobalTask task = table();
		assertThat(ask(task, Position.emptyPosition()).getPosition()).isEqualTo(Position.emptyPosition());
		task.process(FIRST, records(FIRST, 3, "a", "1"), 4);
		task.process(SECOND, records(SECOND, 0, "b", "2"), 1);
		Position read = Position.emptyPosition().withComponent("topic", 0, 3).withComponent("topic", 1, 0);
		assertThat(ask(task, read).getFailureReason()).isEqualTo(FailureReason.NOT_UP_TO_BOUND);
		task.publish(false);
		QueryResult<String> result = ask(task, read);
		assertThat(result.getResult()).isEqualTo("1");
		assertThat(result.getPosition()).isEqualTo(read);
		assertThat(ask(task, Position.emptyPosition().withComponent("topic", 1, 1)).getFailureReason())
			.isEqualTo(FailureReason.NOT_UP_TO_BOUND);
		task.release();
		assertThat(ask(task, Position.emptyPosition()).getFailureReason()).isEqualTo(FailureReason.NOT_PRESENT);
	}

	@Test
	void readersSeeWholeBatches() {
		GlobalTask task = table();
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> view = view(task);
		task.process(FIRST, records(FIRST, 0, "a", "1", "b", "2"), 2);
		task.process(SECOND, records(SECOND, 0, "c", "3"), 1);
		assertThat(view.get("a")).isNull();
		task.publish(false);
		assertThat(view.get("a")).isEqualTo(ValueAndTimestamp.make("1", 10));
		assertThat(view.get("b")).isEqualTo(ValueAndTimestamp.make("2", 11));
		assertThat(view.get("c")).isEqualTo(ValueAndTimestamp.make("3", 10));
	}

	@Test
	void positionsBelongToTheBatch() {
		GlobalTask task = table();
		assertThat(offsets(task)).containsExactly(OptionalLong.empty(), OptionalLong.empty());
		task.process(FIRST, records(FIRST, 5, "a", "1"), 8);
		assertThat(offsets(task)).containsExactly(OptionalLong.empty(), OptionalLong.empty());
		task.publish(true);
		assertThat(this.counters.restoredCount()).isEqualTo(1);
		assertThat(this.counters.processedCount()).isZero();
		assertThat(offsets(task)).containsExactly(OptionalLong.of(8), OptionalLong.empty());
		task.clear();
		assertThat(offsets(task)).containsExactly(OptionalLong.empty(), OptionalLong.empty());
		assertThat(view(task).get("a")).isNull();
	}

	private static List<OptionalLong> offsets(GlobalTask task) {
		return task.changelogs(List.of(FIRST, SECOND)).stream().map(Changelog::offset).toList();
	}

	@Test
	void aValueReplacesNullDeletesAndWithoutKeyItCounts() {
		GlobalTask task = table();
		task.process(FIRST, records(FIRST, 0, "a", "1", "b", "2", "a", "3", "b", null, null, "4", "c", null), 6);
		task.publish(false);
		assertThat(view(task).get("a")).isEqualTo(ValueAndTimestamp.make("3", 12));
		assertThat(view(task).get("b")).isNull();
		assertThat(view(task).get("c")).isNull();
		assertThat(this.counters.droppedCounts().get("null-key")).isEqualTo(1);
		assertThat(this.counters.processedCount()).isEqualTo(6);
	}

	@ParameterizedTest
	@ValueSource(strings = { "skip", "dead-letter" })
	void aBadRecordIsPassedOver(String policy) {
		this.settings.put("on.error", policy);
		this.settings.put("errors.dead.letter.queue.topic.name", "dead");
		GlobalTask task = table();
		task.process(FIRST, records(FIRST, 0, "a", "1", "b", "bad", "c", "3"), 3);
		task.publish(false);
		assertThat(view(task).get("a")).isNotNull();
		assertThat(view(task).get("b")).isNull();
		assertThat(view(task).get("c")).isNotNull();
		assertThat(this.counters.skippedCount()).isEqualTo(1);
		assertThat(this.counters.deadLetteredCount()).isZero();
	}

	@Test
	void aBadRecordFailsUnlessSaidOtherwise() {
		GlobalTask task = table();
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> task.process(FIRST, records(FIRST, 7, "a", "bad"), 8))
			.withMessageContaining("topic topic, partition 0, offset 7");
	}

	@Test
	void aRecordIsAtomic() {
		this.settings.put("on.error", "skip");
		GlobalTask task = processing(new ContextualProcessor<>() {

			@Override
			public void process(Record<String, String> record) {
				TimestampedKeyValueStore<String, String> store = context().getStateStore("store");
				store.put(record.key(), ValueAndTimestamp.make(record.value(), record.timestamp()));
				if (record.value().equals("bad")) {
					throw new IllegalStateException("too late");
				}
			}

		});
		task.process(FIRST, records(FIRST, 0, "a", "1", "a", "bad", "b", "2"), 3);
		task.publish(false);
		assertThat(view(task).get("a")).isEqualTo(ValueAndTimestamp.make("1", 10));
		assertThat(view(task).get("b")).isNotNull();
	}

	@Test
	void theProcessorReadsWhatItWroteAndHasNobodyToForwardTo() {
		List<String> seen = new ArrayList<>();
		GlobalTask task = processing(new ContextualProcessor<>() {

			@Override
			@SuppressWarnings({ "unchecked", "rawtypes" })
			public void process(Record<String, String> record) {
				KeyValueStore<String, ValueAndTimestamp<String>> store = context().getStateStore("store");
				seen.add(String.valueOf(ValueAndTimestamp.getValueOrNull(store.get("a"))));
				store.put("a", ValueAndTimestamp.make(record.value(), record.timestamp()));
				assertThat(context().taskId()).hasToString("-1_-1");
				assertThat(context().recordMetadata()).hasValueSatisfying((origin) -> {
					assertThat(origin.topic()).isEqualTo("topic");
					assertThat(origin.partition()).isEqualTo(1);
				});
				context().commit();
				assertThatExceptionOfType(UnsupportedOperationException.class)
					.isThrownBy(() -> ((ProcessorContext) context()).forward((Record) record));
				assertThatExceptionOfType(UnsupportedOperationException.class)
					.isThrownBy(() -> context().currentStreamTimeMs());
				assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> context()
					.schedule(Duration.ofSeconds(1), PunctuationType.WALL_CLOCK_TIME, (timestamp) -> {
					}));
				assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> context().getStateStore("other"));
			}

		});
		task.process(SECOND, records(SECOND, 0, "x", "1", "y", "2"), 2);
		assertThat(seen).containsExactly("null", "1");
	}

	@Test
	void viewsOutliveTheEngine() {
		GlobalTask task = table();
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> view = view(task);
		task.process(FIRST, records(FIRST, 0, "a", "1"), 1);
		task.publish(false);
		task.process(FIRST, records(FIRST, 1, "b", "2"), 2);
		task.release();
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> view.get("a"));
		task.open(TopicIdentities.UNKNOWN);
		assertThat(offsets(task)).containsExactly(OptionalLong.empty(), OptionalLong.empty());
		assertThat(view.get("a")).isNull();
		task.process(FIRST, records(FIRST, 0, "a", "1"), 1);
		task.publish(false);
		assertThat(view.get("a")).isNotNull();
		assertThat(view.get("b")).isNull();
		task.close();
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> view.get("a"));
	}

	@Test
	void whoReadsDamageIsToldThatNothingIsThere() {
		DamagedEngines damaged = new DamagedEngines();
		this.engines = damaged;
		GlobalTask task = table();
		task.process(FIRST, records(FIRST, 0, "a", "1"), 1);
		task.publish(false);
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> view = view(task);
		assertThat(view.get("a")).isNotNull();
		assertThat(task.damage()).isNull();
		damaged.damage(Set.of("store"));
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> view.get("a"));
		assertThat(task.damage()).isNotNull();
		damaged.damage(Set.of());
		task.release();
		task.open(TopicIdentities.UNKNOWN);
		assertThat(task.damage()).isNull();
		assertThat(view.get("a")).isNull();
	}

	private static final class Nothing extends ContextualProcessor<String, String, Void, Void> {

		@Override
		public void process(Record<String, String> record) {
		}

	}

}
