package io.millrace.streams.internal.commit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.commit.CommitOutcome.End;
import io.millrace.streams.internal.metrics.CommitCounters;
import io.millrace.streams.internal.task.SendOrder;
import io.millrace.streams.internal.task.SendUndoneException;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The committer with Kafka's own mock clients.
 */
class CommitterTests {

	private static final TopicPartition PARTITION = new TopicPartition("in", 0);

	private final List<String> events = new ArrayList<>();

	private final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();

	private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

	private final CommitCounters counters = new CommitCounters();

	private final FakeTask task = new FakeTask("task");

	private ThreadProducer producer;

	private Committer committer;

	private CommitStep failAt;

	private RuntimeException failure;

	@BeforeEach
	void prepare() {
		this.consumer.assign(Set.of(PARTITION));
		this.consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
		use(true);
	}

	private void use(boolean exactlyOnce) {
		this.producer = new ThreadProducer(this::newProducer, exactlyOnce);
		this.producer.initialise();
		this.committer = new Committer(this.producer, this.consumer, new CommitStepListener() {

			@Override
			public void before(CommitStep step) {
				CommitterTests.this.events.add(step.number() + "");
				if (step == CommitterTests.this.failAt) {
					throw CommitterTests.this.failure;
				}
			}

		}, this.counters);
	}

	private Producer<byte[], byte[]> newProducer() {
		MockProducer<byte[], byte[]> made = new MockProducer<>(true, null, new ByteArraySerializer(),
				new ByteArraySerializer());
		this.producers.add(made);
		return made;
	}

	private MockProducer<byte[], byte[]> latest() {
		return this.producers.get(this.producers.size() - 1);
	}

	private static ProducerRecord<byte[], byte[]> record() {
		return new ProducerRecord<>("out", new byte[0]);
	}

	@Test
	void commitsOutputsOffsetsAndStateInOrder() {
		this.task.needed = true;
		this.producer.send(record(), null);
		CommitOutcome outcome = this.committer.commit(List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.COMMITTED);
		assertThat(this.events).containsExactly("1", "task flushes", "2", "task writes", "3", "task offsets", "4", "5",
				"task publishes");
		assertThat(latest().history()).hasSize(1);
		assertThat(latest().consumerGroupOffsetsHistory()).singleElement()
			.satisfies((group) -> assertThat(group.values()).singleElement()
				.satisfies((offsets) -> assertThat(offsets.get(PARTITION).offset()).isEqualTo(7)));
		assertThat(latest().transactionInFlight()).isFalse();
		assertThat(this.counters.commits()).isEqualTo(1);
		assertThat(this.counters.aborts()).isZero();
		assertThat(this.counters.commitNanos()).isPositive();
	}

	@Test
	void nothingToCommitMakesNoTransaction() {
		assertThat(this.committer.commit(List.of(this.task)).end()).isEqualTo(End.NOTHING);
		assertThat(this.events).isEmpty();
		assertThat(latest().commitCount()).isZero();
		assertThat(this.counters.commits()).isZero();
	}

	@Test
	void resultsOfTasksThatAreGoneAreAborted() {
		this.producer.send(record(), null);
		assertThat(this.committer.commit(List.of()).end()).isEqualTo(End.ABORTED);
		assertThat(latest().history()).isEmpty();
		assertThat(latest().transactionInFlight()).isFalse();
		assertThat(latest().commitCount()).isZero();
	}

	@Test
	void offsetsAloneBeginATransaction() {
		this.task.needed = true;
		assertThat(this.committer.commit(List.of(this.task)).end()).isEqualTo(End.COMMITTED);
		assertThat(latest().commitCount()).isEqualTo(1);
	}

	@Test
	void stateAloneNeedsNoTransaction() {
		this.task.needed = true;
		this.task.offsets.clear();
		assertThat(this.committer.commit(List.of(this.task)).end()).isEqualTo(End.COMMITTED);
		assertThat(latest().commitCount()).isZero();
		assertThat(this.events).contains("task publishes");
	}

	@Test
	void abortGoesBackWithoutReopening() {
		this.task.needed = true;
		this.producer.send(record(), null);
		latest().sendOffsetsToTransactionException = new CommitFailedException();
		FakeTask idle = new FakeTask("idle");
		idle.offsets.clear();
		CommitOutcome outcome = this.committer.commit(List.of(this.task, idle));
		assertThat(outcome.end()).isEqualTo(End.ABORTED);
		assertThat(outcome.rejoin()).isTrue();
		assertThat(outcome.reopen()).isEmpty();
		assertThat(this.events).endsWith("task aborts", "idle aborts");
		assertThat(this.consumer.position(PARTITION)).isEqualTo(3);
		assertThat(latest().history()).isEmpty();
		assertThat(latest().transactionInFlight()).isFalse();
		assertThat(this.counters.aborts()).isEqualTo(1);
	}

	@Test
	void doesNotSeekInWhatIsNotAssigned() {
		this.consumer.assign(Set.of(new TopicPartition("else", 0)));
		CommitOutcome outcome = this.committer.abort(new KafkaException("injected"), List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.ABORTED);
	}

	@Test
	void unknownOutcomeReopensWithANewProducer() {
		this.task.needed = true;
		this.producer.send(record(), null);
		MockProducer<byte[], byte[]> old = latest();
		old.commitTransactionException = new TimeoutException("injected");
		CommitOutcome outcome = this.committer.commit(List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.REOPEN);
		assertThat(outcome.reopen()).containsExactly(this.task);
		assertThat(this.producers).hasSize(2);
		assertThat(old.closed()).isTrue();
		assertThat(this.producer.initialised()).isFalse();
		assertThat(this.events).doesNotContain("task publishes", "task aborts");
	}

	@Test
	void onlyWhatWasNotPublishedIsReopened() {
		FakeTask second = new FakeTask("second");
		this.task.needed = true;
		second.needed = true;
		second.publishFailure = new IllegalStateException("injected");
		CommitOutcome outcome = this.committer.commit(List.of(this.task, second));
		assertThat(outcome.end()).isEqualTo(End.REOPEN);
		assertThat(outcome.reopen()).containsExactly(second);
		assertThat(this.counters.aborts()).isZero();
	}

	@Test
	void fatalFailureAbortsAndIsHandedOn() {
		this.task.needed = true;
		this.producer.send(record(), null);
		this.failAt = CommitStep.WRITE_CHANGELOGS;
		this.failure = new TopicAuthorizationException("injected");
		CommitOutcome outcome = this.committer.commit(List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.FAILED);
		assertThat(outcome.failure()).isSameAs(this.failure);
		assertThat(latest().transactionInFlight()).isFalse();
	}

	@Test
	void failureWhileProcessingIsTreatedLikeOneBeforeTheCommit() {
		this.producer.send(record(), null);
		CommitOutcome outcome = this.committer.abort(new ProducerFencedException("injected"), List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.ABORTED);
		assertThat(this.producers).hasSize(2);
		assertThat(this.events).containsExactly("task aborts");
		assertThat(this.counters.aborts()).isEqualTo(1);
	}

	@Test
	void atLeastOnceWaitsForTheOutputsAndCommitsWithTheConsumer() {
		use(false);
		this.task.needed = true;
		this.producer.send(record(), (metadata, exception) -> this.events.add("sent"));
		assertThat(this.committer.commit(List.of(this.task)).end()).isEqualTo(End.COMMITTED);
		assertThat(latest().transactionInitialized()).isFalse();
		assertThat(this.consumer.committed(Set.of(PARTITION)).get(PARTITION).offset()).isEqualTo(7);
		assertThat(this.events).contains("sent");
	}

	@Test
	void atLeastOnceNoticesWhatWasNotSent() {
		use(false);
		this.task.needed = true;
		MockProducer<byte[], byte[]> manual = new MockProducer<>(false, null, new ByteArraySerializer(),
				new ByteArraySerializer());
		ThreadProducer failing = new ThreadProducer(() -> manual, false);
		Committer withFailing = new Committer(failing, this.consumer, CommitStepListener.NONE, this.counters);
		failing.send(record(), null);
		manual.errorNext(new TimeoutException("injected"));
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> failing.send(record(), null));
		CommitOutcome outcome = withFailing.commit(List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.ABORTED);
		assertThat(this.consumer.committed(Set.of(PARTITION)).get(PARTITION)).isNull();
		assertThat(this.consumer.position(PARTITION)).isEqualTo(3);
		// What failed belongs to work that was undone.
		assertThat(withFailing.commit(List.of(this.task)).end()).isEqualTo(End.COMMITTED);
	}

	@Test
	void aResultIsNotToBlameForAChangelogThatFailedBefore() {
		MockProducer<byte[], byte[]> manual = useManual();
		this.producer.send(new ProducerRecord<>("changelog", new byte[0]), null);
		this.producer.send(record(), this.task.watching());
		RecordTooLargeException large = new RecordTooLargeException("injected");
		manual.errorNext(large);
		// What waits is given up with the same exception.
		manual.errorNext(large);
		CommitOutcome outcome = this.committer.abort(new KafkaException("gave up", large), List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.FAILED);
		assertThat(outcome.failure()).hasMessageContaining("topic changelog");
		assertThat(this.events).doesNotContain("task judges");
	}

	@Test
	void aResultThatFailedFirstIsJudged() {
		MockProducer<byte[], byte[]> manual = useManual();
		this.producer.send(record(), this.task.watching());
		this.producer.send(new ProducerRecord<>("changelog", new byte[0]), null);
		RecordTooLargeException large = new RecordTooLargeException("injected");
		manual.errorNext(large);
		manual.errorNext(large);
		CommitOutcome outcome = this.committer.abort(new KafkaException("gave up", large), List.of(this.task));
		assertThat(outcome.end()).isEqualTo(End.ABORTED);
		assertThat(this.events).containsExactly("task judges", "task aborts");
	}

	@Test
	void aHandlerMaySendLettersWithoutATransactionAlthoughAResultFailed() {
		MockProducer<byte[], byte[]> manual = new MockProducer<>(false, null, new ByteArraySerializer(),
				new ByteArraySerializer());
		this.producer = new ThreadProducer(() -> manual, false);
		this.committer = new Committer(this.producer, this.consumer, CommitStepListener.NONE, this.counters);
		this.task.needed = true;
		this.task.letter = new ProducerRecord<>("dead", new byte[0]);
		this.producer.send(record(), this.task.watching());
		manual.errorNext(new RecordTooLargeException("injected"));
		assertThat(this.committer.commit(List.of(this.task)).end()).isEqualTo(End.ABORTED);
		assertThat(manual.history()).extracting(ProducerRecord::topic).contains("dead");
	}

	@Test
	void whatFailedBeforeAnAbortIsForgotten() {
		MockProducer<byte[], byte[]> manual = useManual();
		this.producer.send(new ProducerRecord<>("changelog", new byte[0]), null);
		manual.errorNext(new TimeoutException("injected"));
		assertThat(this.committer.abort(new KafkaException("gave up"), List.of(this.task)).end())
			.isEqualTo(End.ABORTED);
		this.producer.send(record(), this.task.watching());
		RecordTooLargeException large = new RecordTooLargeException("injected");
		manual.errorNext(large);
		assertThat(this.committer.abort(new KafkaException("gave up", large), List.of(this.task)).end())
			.isEqualTo(End.ABORTED);
		assertThat(this.events).contains("task judges");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whatIsTooLargeIsNamedByItsTopic(boolean exactlyOnce) {
		MockProducer<byte[], byte[]> manual = new MockProducer<>(false, null, new ByteArraySerializer(),
				new ByteArraySerializer());
		ThreadProducer failing = new ThreadProducer(() -> manual, exactlyOnce);
		Committer withFailing = new Committer(failing, this.consumer, CommitStepListener.NONE, this.counters);
		failing.send(record(), null);
		RecordTooLargeException large = new RecordTooLargeException("injected");
		manual.errorNext(large);
		RuntimeException thrown = exactlyOnce ? new KafkaException("gave up", large) : large;
		CommitOutcome outcome = withFailing.abort(thrown, List.of());
		assertThat(outcome.end()).isEqualTo(End.FAILED);
		assertThat(outcome.failure()).isInstanceOf(StreamsException.class)
			.hasMessageContaining("topic out")
			.hasMessageContaining("injected")
			.hasMessageContaining("max.request.size")
			.hasCause(thrown);
	}

	private MockProducer<byte[], byte[]> useManual() {
		MockProducer<byte[], byte[]> manual = new MockProducer<>(false, null, new ByteArraySerializer(),
				new ByteArraySerializer());
		this.producer = new ThreadProducer(() -> manual, true);
		this.committer = new Committer(this.producer, this.consumer, CommitStepListener.NONE, this.counters);
		return manual;
	}

	private final class FakeTask implements CommitParticipant {

		private final String name;

		private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(
				Map.of(PARTITION, new OffsetAndMetadata(7)));

		private boolean needed;

		private RuntimeException publishFailure;

		private long sendFailure = Long.MAX_VALUE;

		private ProducerRecord<byte[], byte[]> letter;

		FakeTask(String name) {
			this.name = name;
		}

		@Override
		public boolean commitNeeded() {
			return this.needed;
		}

		@Override
		public void flushOperators() {
			CommitterTests.this.events.add(this.name + " flushes");
		}

		@Override
		public void writeChangelogs() {
			CommitterTests.this.events.add(this.name + " writes");
		}

		@Override
		public Map<TopicPartition, OffsetAndMetadata> offsetsToCommit() {
			CommitterTests.this.events.add(this.name + " offsets");
			return this.offsets;
		}

		@Override
		public void publish() {
			if (this.publishFailure != null) {
				throw this.publishFailure;
			}
			CommitterTests.this.events.add(this.name + " publishes");
		}

		Callback watching() {
			return (metadata, exception) -> {
				if (exception != null) {
					this.sendFailure = Math.min(this.sendFailure, SendOrder.next());
				}
			};
		}

		@Override
		public boolean watchesSends() {
			return true;
		}

		@Override
		public long firstSendFailure(Predicate<Exception> ofRecord) {
			return this.sendFailure;
		}

		@Override
		public RuntimeException judgeSendFailure(Predicate<Exception> ofRecord) {
			CommitterTests.this.events.add(this.name + " judges");
			if (this.letter != null) {
				CommitterTests.this.producer.send(this.letter, null);
			}
			return new SendUndoneException("judged", new TimeoutException("injected"), true);
		}

		@Override
		public Map<TopicPartition, Long> abort() {
			CommitterTests.this.events.add(this.name + " aborts");
			return this.offsets.isEmpty() ? Map.of() : Map.of(PARTITION, 3L);
		}

	}

}
