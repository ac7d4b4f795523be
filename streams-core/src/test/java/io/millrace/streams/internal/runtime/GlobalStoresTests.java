package io.millrace.streams.internal.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.operator.GlobalTableSourceOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.restore.ChangelogIdentities;
import io.millrace.streams.internal.restore.Restoration;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.task.DamagedEngines;
import io.millrace.streams.internal.task.GlobalTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two global stores with Kafka's own mock consumer.
 */
class GlobalStoresTests {

	private static final TopicPartition A = new TopicPartition("topic-a", 0);

	private static final TopicPartition B = new TopicPartition("topic-b", 0);

	@TempDir
	Path directory;

	private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");

	private final Map<TopicPartition, Long> ends = new HashMap<>(Map.of(A, 0L, B, 0L));

	private final DamagedEngines engines = new DamagedEngines();

	private final Map<String, Integer> counts = new HashMap<>();

	private final Map<String, Uuid> ids = new HashMap<>();

	private final List<GlobalTask> tasks = new ArrayList<>();

	private @Nullable RuntimeException describing;

	private GlobalStores stores;

	private long now;

	@BeforeEach
	void make() {
		TaskEnvironment environment = new TaskEnvironment("app",
				new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "none:1")), this.directory,
				this.engines, new NoProducer(), new CacheBudget(0), new TaskCounters(), System::currentTimeMillis);
		this.tasks.add(new GlobalTask(spec("a"), environment));
		this.tasks.add(new GlobalTask(spec("b"), environment));
		this.stores = new GlobalStores(this.tasks, this.consumer,
				new Restoration(() -> this.consumer, admin(), () -> null), new ChangelogIdentities(admin()),
				new GlobalTopicWatch(new ChangelogIdentities(admin()), Map.of()), Duration.ZERO);
		this.consumer.updateBeginningOffsets(Map.of(A, 0L, B, 0L));
	}

	private static GlobalStoreSpec spec(String name) {
		return new GlobalStoreSpec(
				Stores.timestampedKeyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(),
						Serdes.String()),
				new NodeSpec.Source("source-" + name, List.of("topic-" + name), new StringDeserializer(),
						new StringDeserializer(), null, null),
				new NodeSpec.Processing("fill-" + name, List.of("source-" + name),
						() -> (Operator) new GlobalTableSourceOperator(name), "fill"));
	}

	private Admin admin() {
		return (Admin) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Admin.class },
				(proxy, method, arguments) -> switch (method.getName()) {
					case "describeCluster" -> cluster();
					case "describeTopics" -> new Topics(topics((Collection<?>) arguments[0]));
					case "listOffsets" -> offsets((Map<?, ?>) arguments[0]);
					default -> throw new IllegalStateException(method.getName());
				});
	}

	/**
	 * There is no other way to make an answer.
	 */
	private static Object cluster() throws ReflectiveOperationException {
		Constructor<?> constructor = DescribeClusterResult.class.getDeclaredConstructors()[0];
		constructor.setAccessible(true);
		return constructor.newInstance(KafkaFuture.completedFuture(List.of()), KafkaFuture.completedFuture(null),
				KafkaFuture.completedFuture("cluster"), KafkaFuture.completedFuture(Set.of()));
	}

	private Map<String, KafkaFuture<TopicDescription>> topics(Collection<?> names) {
		Map<String, KafkaFuture<TopicDescription>> topics = new HashMap<>();
		for (Object name : names) {
			KafkaFutureImpl<TopicDescription> answer = new KafkaFutureImpl<>();
			if (this.describing != null) {
				answer.completeExceptionally(this.describing);
			}
			else {
				answer.complete(new TopicDescription((String) name, false, partitions((String) name), Set.of(),
						this.ids.computeIfAbsent((String) name, (topic) -> Uuid.randomUuid())));
			}
			topics.put((String) name, answer);
		}
		return topics;
	}

	private List<TopicPartitionInfo> partitions(String topic) {
		List<TopicPartitionInfo> partitions = new ArrayList<>();
		for (int i = 0; i < this.counts.getOrDefault(topic, 1); i++) {
			partitions.add(new TopicPartitionInfo(i, Node.noNode(), List.of(), List.of()));
		}
		return partitions;
	}

	private ListOffsetsResult offsets(Map<?, ?> specs) {
		Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
		specs.forEach((key, spec) -> {
			TopicPartition partition = (TopicPartition) key;
			long offset = (spec instanceof OffsetSpec.EarliestSpec)
					? this.consumer.beginningOffsets(List.of(partition)).get(partition) : this.ends.get(partition);
			answers.put(partition,
					KafkaFuture.completedFuture(new ListOffsetsResultInfo(offset, -1, Optional.empty())));
		});
		return new ListOffsetsResult(answers);
	}

	private void steps(int count) {
		for (int i = 0; i < count; i++) {
			this.now += 300;
			this.stores.step(this.now);
		}
	}

	private void offer(TopicPartition partition, long offset, String key, @Nullable String value) {
		this.consumer.addRecord(new ConsumerRecord<>(partition.topic(), partition.partition(), offset, 1,
				TimestampType.CREATE_TIME, 0, 0, key.getBytes(StandardCharsets.UTF_8),
				(value != null) ? value.getBytes(StandardCharsets.UTF_8) : null, new RecordHeaders(),
				Optional.empty()));
	}

	@SuppressWarnings("unchecked")
	private @Nullable String read(int store, String key) {
		ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> view = (ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>>) this.tasks
			.get(store)
			.view(this.stores::ready);
		return ValueAndTimestamp.getValueOrNull(view.get(key));
	}

	private List<Reason> waiting() {
		return this.stores.waiting().stream().map(Waiting::reason).toList();
	}

	/**
	 * Restores one record of A, and nothing of B.
	 */
	private void restore() {
		this.ends.put(A, 1L);
		steps(4);
		offer(A, 0, "k", "1");
		steps(2);
		assertThat(this.stores.ready()).isTrue();
	}

	@Test
	void nothingIsReadBeforeAllIsRestored() {
		this.ends.put(A, 2L);
		assertThat(this.stores.threadState()).isEqualTo(ThreadState.STARTING);
		steps(4);
		assertThat(this.stores.threadState()).isEqualTo(ThreadState.RESTORING);
		assertThat(waiting()).containsOnly(Reason.RESTORING);
		assertThat(this.stores.status()).extracting("state").containsExactly("RESTORING", "RUNNING");
		offer(A, 0, "k", "1");
		steps(2);
		assertThat(this.stores.ready()).isFalse();
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> read(0, "k"));
		offer(A, 1, "k", "2");
		steps(1);
		assertThat(this.stores.ready()).isTrue();
		assertThat(this.stores.threadState()).isEqualTo(ThreadState.RUNNING);
		assertThat(waiting()).isEmpty();
		assertThat(read(0, "k")).isEqualTo("2");
	}

	@Test
	void goesOnWhereTheRestorationEnded() {
		restore();
		steps(1);
		assertThat(this.consumer.assignment()).containsExactlyInAnyOrder(A, B);
		assertThat(this.consumer.position(A)).isEqualTo(1);
		assertThat(this.consumer.position(B)).isZero();
		offer(A, 1, "k", "2");
		offer(B, 0, "k", "3");
		steps(1);
		assertThat(read(0, "k")).isEqualTo("2");
		assertThat(read(1, "k")).isEqualTo("3");
		offer(A, 2, "k", null);
		steps(1);
		assertThat(read(0, "k")).isNull();
	}

	@Test
	void case11WhatIsDamagedIsRebuiltOnce() {
		restore();
		this.engines.damage(Set.of("a"));
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> read(0, "k"));
		assertThat(this.stores.ready()).isFalse();
		steps(1);
		this.engines.damage(Set.of());
		assertThat(this.stores.threadState()).isEqualTo(ThreadState.RESTORING);
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> read(1, "k"));
		steps(4);
		assertThat(this.consumer.assignment()).containsExactly(A);
		assertThat(this.consumer.position(A)).isZero();
		offer(A, 0, "k", "1");
		steps(2);
		assertThat(this.stores.ready()).isTrue();
		assertThat(read(0, "k")).isEqualTo("1");
		offer(B, 0, "k", "3");
		steps(1);
		assertThat(read(1, "k")).isEqualTo("3");
	}

	@Test
	void whatIsDamagedAgainAndAgainEndsTheThread() {
		restore();
		this.engines.damage(Set.of("global positions"));
		steps(1);
		// Damage that nobody reads isn't known.
		assertThat(this.stores.ready()).isTrue();
		this.engines.damage(Set.of("global positions", "a"));
		assertThatExceptionOfType(StateStoreMigratedException.class).isThrownBy(() -> read(0, "k"));
		assertThatExceptionOfType(CorruptStateException.class).isThrownBy(() -> steps(100));
	}

	@Test
	void recordsThatAreGoneAreLookedInto() {
		restore();
		steps(1);
		// The topic was made anew, and has other records.
		this.consumer.updateBeginningOffsets(Map.of(A, 5L));
		this.ends.put(A, 6L);
		this.consumer.setPollException(new OffsetOutOfRangeException(Map.of(A, 1L)));
		steps(1);
		assertThat(this.stores.ready()).isFalse();
		steps(4);
		assertThat(this.consumer.assignment()).containsExactly(A);
		offer(A, 5, "other", "6");
		steps(2);
		assertThat(this.stores.ready()).isTrue();
		assertThat(read(0, "k")).isNull();
		assertThat(read(0, "other")).isEqualTo("6");
	}

	@Test
	void aTopicThatHasGrownSinceItWasCutOffIsReadFromTheBeginning() {
		restore();
		steps(1);
		this.ends.put(A, 3L);
		this.consumer.setPollException(new OffsetOutOfRangeException(Map.of(A, 1L)));
		steps(1);
		assertThat(this.stores.ready()).isFalse();
		steps(4);
		assertThat(this.consumer.position(A)).isZero();
		offer(A, 0, "other", "5");
		offer(A, 1, "other", "6");
		offer(A, 2, "third", "7");
		steps(2);
		assertThat(this.stores.ready()).isTrue();
		assertThat(read(0, "k")).isNull();
		assertThat(read(0, "other")).isEqualTo("6");
		assertThat(read(0, "third")).isEqualTo("7");
	}

	@Test
	void damageFoundWhileItIsSetBackDoesNotEndTheThread() {
		restore();
		steps(1);
		this.engines.damage(Set.of("global positions"));
		this.consumer.setPollException(new OffsetOutOfRangeException(Map.of(A, 1L)));
		steps(1);
		this.engines.damage(Set.of());
		assertThat(this.stores.ready()).isFalse();
		steps(4);
		offer(A, 0, "k", "2");
		steps(2);
		assertThat(this.stores.ready()).isTrue();
		assertThat(read(0, "k")).isEqualTo("2");
	}

	@Test
	void aPartitionThatIsAddedLaterIsRead() {
		restore();
		steps(1);
		TopicPartition added = new TopicPartition("topic-a", 1);
		this.consumer.updateBeginningOffsets(Map.of(added, 0L));
		this.ends.put(added, 1L);
		this.counts.put("topic-a", 2);
		stepsUntilClosed();
		steps(4);
		assertThat(this.consumer.assignment()).containsExactlyInAnyOrder(A, added);
		offer(A, 0, "k", "1");
		offer(added, 0, "other", "2");
		steps(2);
		assertThat(this.stores.ready()).isTrue();
		assertThat(read(0, "k")).isEqualTo("1");
		assertThat(read(0, "other")).isEqualTo("2");
		steps(1);
		assertThat(this.consumer.assignment()).containsExactlyInAnyOrder(A, added, B);
		offer(added, 1, "other", "3");
		offer(B, 0, "k", "4");
		steps(1);
		assertThat(read(0, "other")).isEqualTo("3");
		assertThat(read(1, "k")).isEqualTo("4");
	}

	@Test
	void aTopicThatWasMadeAnewIsReadFromTheBeginning() {
		restore();
		steps(1);
		// Its offsets go on where the consumer is, so nothing else tells.
		this.ids.put("topic-a", Uuid.randomUuid());
		this.ends.put(A, 2L);
		stepsUntilClosed();
		steps(4);
		offer(A, 0, "other", "5");
		offer(A, 1, "other", "6");
		steps(2);
		assertThat(this.stores.ready()).isTrue();
		assertThat(read(0, "k")).isNull();
		assertThat(read(0, "other")).isEqualTo("6");
	}

	@Test
	void topicsThatStayTheSameAreLeftAlone() {
		restore();
		this.describing = new TopicAuthorizationException("topic-a");
		for (int i = 0; i < 200; i++) {
			steps(1);
			assertThat(this.stores.ready()).isTrue();
		}
		this.describing = new TimeoutException("no answer");
		for (int i = 0; i < 200; i++) {
			steps(1);
			assertThat(this.stores.ready()).isTrue();
			assertThat(waiting()).isEmpty();
		}
		this.describing = null;
		for (int i = 0; i < 200; i++) {
			steps(1);
			assertThat(this.stores.ready()).isTrue();
		}
	}

	private void stepsUntilClosed() {
		for (int i = 0; i < 200 && this.stores.ready(); i++) {
			steps(1);
		}
		assertThat(this.stores.ready()).isFalse();
	}

	@Test
	void aTopicThatIsMissingIsWaitedFor() {
		this.describing = new UnknownTopicOrPartitionException("no such topic");
		steps(4);
		assertThat(this.stores.threadState()).isEqualTo(ThreadState.STARTING);
		assertThat(waiting()).containsExactly(Reason.MISSING_SOURCE_TOPICS);
		this.describing = new TimeoutException("no answer");
		steps(4);
		assertThat(waiting()).containsExactly(Reason.BROKER_UNAVAILABLE);
		this.describing = null;
		// By now, it's asked less often.
		steps(12);
		assertThat(this.stores.ready()).isTrue();
	}

	@Test
	void aTopicThatMustNotBeDescribedIsNamed() {
		this.describing = new TopicAuthorizationException("topic-a");
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> steps(4)).withMessageContaining("topic-a");
	}

	@Test
	void aPollThatMayBeRepeatedIs() {
		restore();
		steps(1);
		this.consumer.setPollException(new TimeoutException("later"));
		steps(2);
		offer(A, 1, "k", "2");
		steps(1);
		assertThat(read(0, "k")).isEqualTo("2");
		this.consumer.setPollException(new KafkaException("never"));
		assertThatExceptionOfType(KafkaException.class).isThrownBy(() -> steps(1));
	}

	private static final class Topics extends DescribeTopicsResult {

		private Topics(Map<String, KafkaFuture<TopicDescription>> topics) {
			super(null, topics);
		}

	}

}
