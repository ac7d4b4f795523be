package io.millrace.streams.internal.restore;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import io.millrace.streams.internal.task.Changelog;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Restoration with Kafka's own mock consumer.
 */
class RestorationTests {

	private static final TopicPartition FIRST = new TopicPartition("changelog", 0);

	private static final TopicPartition SECOND = new TopicPartition("changelog", 1);

	private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");

	private final Map<TopicPartition, Long> ends = new HashMap<>(Map.of(FIRST, 5L, SECOND, 0L));

	private final Map<TopicPartition, RuntimeException> failures = new HashMap<>();

	private RuntimeException settingsFailure;

	private final List<IsolationLevel> asked = new ArrayList<>();

	private int made;

	private final Restoration restoration = new Restoration(() -> {
		this.made++;
		return this.consumer;
	}, admin(), () -> null);

	private Admin admin() {
		return (Admin) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Admin.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("describeConfigs")) {
						return settings((Collection<?>) arguments[0]);
					}
					assertThat(method.getName()).isEqualTo("listOffsets");
					this.asked.add(((ListOffsetsOptions) arguments[1]).isolationLevel());
					return answer((Map<?, ?>) arguments[0]);
				});
	}

	private ListOffsetsResult answer(Map<?, ?> specs) {
		Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
		specs.forEach((key, spec) -> {
			TopicPartition partition = (TopicPartition) key;
			KafkaFutureImpl<ListOffsetsResultInfo> future = new KafkaFutureImpl<>();
			RuntimeException failure = this.failures.get(partition);
			if (failure != null) {
				future.completeExceptionally(failure);
			}
			else {
				long offset = (spec instanceof OffsetSpec.EarliestSpec) ? 0 : this.ends.get(partition);
				future.complete(new ListOffsetsResultInfo(offset, -1, Optional.empty()));
			}
			answers.put(partition, future);
		});
		return new ListOffsetsResult(answers);
	}

	private DescribeConfigsResult settings(Collection<?> topics) {
		assertThat(topics).isEqualTo(List.of(new ConfigResource(ConfigResource.Type.TOPIC, FIRST.topic())));
		KafkaFuture<Config> answer = (this.settingsFailure != null) ? failed(this.settingsFailure) : KafkaFuture
			.completedFuture(new Config(List.of(new ConfigEntry(TopicConfig.DELETE_RETENTION_MS_CONFIG, "60000"))));
		return new Settings(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, FIRST.topic()), answer));
	}

	private static <T> KafkaFuture<T> failed(RuntimeException failure) {
		KafkaFutureImpl<T> future = new KafkaFutureImpl<>();
		future.completeExceptionally(failure);
		return future;
	}

	private void steps(int count, long now) {
		for (int i = 0; i < count; i++) {
			this.restoration.step(Duration.ZERO, now);
		}
	}

	private void offer(long offset) {
		this.consumer
			.addRecord(new ConsumerRecord<>(FIRST.topic(), FIRST.partition(), offset, new byte[0], new byte[0]));
	}

	@Test
	void aTaskThatComesBackIsReadToTheEndAsItIsThen() {
		FakeTask task = new FakeTask(FIRST);
		this.restoration.add(task);
		steps(1, 0);
		this.restoration.remove(task);
		this.ends.put(FIRST, 7L);
		FakeTask again = new FakeTask(FIRST);
		this.restoration.add(again);
		steps(2, 10);
		for (int offset = 0; offset < 7; offset++) {
			assertThat(this.restoration.complete(again)).isFalse();
			offer(offset);
			steps(1, 20);
		}
		assertThat(again.restored).isEqualTo(7);
		assertThat(this.restoration.complete(again)).isTrue();
	}

	@Test
	void readsToTheEndAsItWasAsked() {
		FakeTask task = new FakeTask(FIRST);
		this.restoration.add(task);
		assertThat(this.restoration.active()).isTrue();
		assertThat(this.restoration.reading()).isFalse();
		steps(2, 0);
		assertThat(this.asked).containsOnly(IsolationLevel.READ_UNCOMMITTED);
		assertThat(this.restoration.reading()).isTrue();
		for (int offset = 0; offset < 5; offset++) {
			offer(offset);
		}
		steps(1, 10);
		assertThat(task.restored).isEqualTo(5);
		assertThat(task.ended).isEqualTo(1);
		assertThat(this.restoration.complete(task)).isTrue();
		assertThat(this.restoration.active()).isFalse();
		assertThat(this.restoration.reading()).isFalse();
		this.restoration.remove(task);
		assertThat(this.consumer.assignment()).isEmpty();
	}

	@Test
	void emptyChangelogNeedsNoConsumer() {
		FakeTask task = new FakeTask(SECOND);
		this.restoration.add(task);
		steps(2, 0);
		assertThat(this.restoration.complete(task)).isTrue();
		assertThat(this.made).isZero();
		assertThat(task.ended).isEqualTo(1);
		assertThat(task.position).isZero();
	}

	@Test
	void taskWithoutChangelogsIsCompleteAtOnce() {
		FakeTask task = new FakeTask();
		this.restoration.add(task);
		assertThat(this.restoration.complete(task)).isTrue();
		assertThat(this.restoration.active()).isFalse();
	}

	@Test
	void oneTaskDoesNotWaitForAnother() {
		FakeTask slow = new FakeTask(FIRST);
		FakeTask quick = new FakeTask(SECOND);
		this.restoration.add(slow);
		this.restoration.add(quick);
		steps(3, 0);
		assertThat(this.restoration.complete(quick)).isTrue();
		assertThat(this.restoration.complete(slow)).isFalse();
	}

	@Test
	void topicThatIsNotThereYetIsAskedForAgain() {
		FakeTask task = new FakeTask(SECOND);
		this.failures.put(SECOND, new UnknownTopicOrPartitionException("injected"));
		this.restoration.add(task);
		steps(2, 0);
		steps(3, 10);
		assertThat(this.asked).hasSize(2);
		assertThat(this.restoration.complete(task)).isFalse();
		this.failures.clear();
		steps(2, 1000);
		assertThat(this.restoration.complete(task)).isTrue();
	}

	@Test
	void failureThatDoesNotPassIsThrown() {
		this.failures.put(SECOND, new TopicAuthorizationException("injected"));
		this.restoration.add(new FakeTask(SECOND));
		assertThatExceptionOfType(TopicAuthorizationException.class).isThrownBy(() -> steps(2, 0));
	}

	@Test
	void stateAheadOfItsChangelogStartsOver() {
		FakeTask task = new FakeTask(SECOND);
		task.offset = OptionalLong.of(9);
		this.restoration.add(task);
		steps(2, 0);
		assertThat(task.cleared).isEqualTo(1);
		assertThat(this.restoration.complete(task)).isFalse();
		steps(2, 1000);
		assertThat(this.restoration.complete(task)).isTrue();
	}

	@Test
	void stateOlderThanRecordsThatDeleteKeysStartsOver() {
		FakeTask task = new FakeTask(FIRST);
		task.offset = OptionalLong.of(3);
		task.lastWritten = Instant.ofEpochMilli(1_000);
		this.restoration.add(task);
		steps(2, 61_001);
		assertThat(task.cleared).isEqualTo(1);
		steps(2, 62_000);
		assertThat(this.consumer.position(FIRST)).isZero();
	}

	@Test
	void stateThatIsYoungerGoesOn() {
		FakeTask task = new FakeTask(FIRST);
		task.offset = OptionalLong.of(3);
		task.lastWritten = Instant.ofEpochMilli(1_000);
		this.restoration.add(task);
		steps(2, 61_000);
		assertThat(task.cleared).isZero();
		assertThat(this.consumer.position(FIRST)).isEqualTo(3);
	}

	@Test
	void settingsThatMayNotBeReadKeepNothingFromGoingOn() {
		this.settingsFailure = new TopicAuthorizationException("no");
		FakeTask task = new FakeTask(FIRST);
		task.offset = OptionalLong.of(3);
		task.lastWritten = Instant.ofEpochMilli(1_000);
		this.restoration.add(task);
		steps(2, 61_001);
		assertThat(task.cleared).isZero();
		assertThat(this.consumer.position(FIRST)).isEqualTo(3);
	}

	@Test
	void deletedRecordsStartOver() {
		FakeTask task = new FakeTask(FIRST);
		this.restoration.add(task);
		steps(2, 0);
		this.consumer.setPollException(new OffsetOutOfRangeException(Map.of(FIRST, 0L)));
		steps(1, 0);
		assertThat(task.cleared).isEqualTo(1);
		assertThat(this.restoration.complete(task)).isFalse();
	}

	@Test
	void inputTopicIsRestoredUpToWhatIsCommitted() {
		FakeTask task = new FakeTask(FIRST);
		task.limit = OptionalLong.of(3);
		this.restoration.add(task);
		steps(2, 0);
		for (int offset = 0; offset < 5; offset++) {
			offer(offset);
		}
		steps(1, 0);
		assertThat(task.restored).isEqualTo(3);
		assertThat(task.position).isEqualTo(3);
		assertThat(this.restoration.complete(task)).isTrue();
	}

	@Test
	void closedTaskIsForgotten() {
		FakeTask task = new FakeTask(FIRST);
		this.restoration.add(task);
		steps(2, 0);
		this.restoration.remove(task);
		assertThat(this.consumer.assignment()).isEmpty();
		assertThat(this.restoration.active()).isFalse();
		assertThat(this.restoration.complete(task)).isFalse();
		assertThat(task.restored).isZero();
		this.restoration.close();
		assertThat(this.consumer.closed()).isTrue();
	}

	/** The constructor of what it extends isn't public. */
	private static final class Settings extends DescribeConfigsResult {

		Settings(Map<ConfigResource, KafkaFuture<Config>> answers) {
			super(answers);
		}

	}

	private static final class FakeTask implements RestoringTask {

		private final Set<TopicPartition> changelogs;

		private OptionalLong offset = OptionalLong.empty();

		private OptionalLong limit = OptionalLong.empty();

		private int restored;

		private long position = -1;

		private int cleared;

		private int ended;

		private Instant lastWritten;

		FakeTask(TopicPartition... changelogs) {
			this.changelogs = Set.of(changelogs);
		}

		@Override
		public List<Changelog> changelogs() {
			return this.changelogs.stream()
				.map((partition) -> new Changelog("store", partition, this.offset, this.lastWritten))
				.toList();
		}

		@Override
		public OptionalLong limit(TopicPartition changelog) {
			return this.limit;
		}

		@Override
		public void restore(TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records, long position) {
			this.restored += records.size();
			this.position = position;
		}

		@Override
		public void endRestore(TopicPartition changelog) {
			this.ended++;
		}

		@Override
		public void restoreProgress(TopicPartition changelog, long remaining, long estimatedMillis) {
		}

		@Override
		public void clearState() {
			this.cleared++;
			this.offset = OptionalLong.empty();
		}

	}

}
