package io.millrace.streams.internal.commit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.millrace.streams.errors.LockException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.TaskCorruptedException;
import io.millrace.streams.errors.TaskMigratedException;
import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.DiskFullException;
import io.millrace.streams.internal.store.HeldRowException;
import io.millrace.streams.internal.task.SendUndoneException;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.*;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class FailureTableTests {

	static Stream<Arguments> rows() {
		return Stream.of(row(new ProducerFencedException("x"), Verdict.RECREATE_PRODUCER),
				row(new InvalidProducerEpochException("x"), Verdict.RECREATE_PRODUCER),
				row(new TransactionCoordinatorFencedException("x"), Verdict.RECREATE_PRODUCER),
				row(new InvalidPidMappingException("x"), Verdict.RECREATE_PRODUCER),
				row(new UnknownProducerIdException("x"), Verdict.RECREATE_PRODUCER),
				row(new TransactionalIdNotFoundException("x"), Verdict.RECREATE_PRODUCER),
				row(new InvalidTxnStateException("x"), Verdict.RECREATE_PRODUCER),
				row(new OutOfOrderSequenceException("x"), Verdict.RECREATE_PRODUCER),
				row(new TransactionAbortableException("x"), Verdict.ABORT_AND_CONTINUE),
				row(new HeldRowException("x", new IllegalStateException()), Verdict.ABORT_AND_CONTINUE),
				row(new StateStoreMigratedException("x"), Verdict.ABORT_AND_CONTINUE),
				row(new SendUndoneException("x", new TimeoutException("x"), true), Verdict.ABORT_AND_CONTINUE),
				row(new TaskCorruptedException(Set.of()), Verdict.REOPEN_TASKS),
				row(new CorruptStateException("x"), Verdict.REOPEN_TASKS), row(new LockException("x"), Verdict.RETRY),
				row(new DiskFullException("x", Path.of("x"), new IOException()), Verdict.AWAIT_ROOM),
				row(new TaskMigratedException("x"), Verdict.REJOIN), row(new CommitFailedException(), Verdict.REJOIN),
				row(new UnknownMemberIdException("x"), Verdict.REJOIN),
				row(new FencedMemberEpochException("x"), Verdict.REJOIN),
				row(new StaleMemberEpochException("x"), Verdict.REJOIN),
				row(new IllegalGenerationException("x"), Verdict.REJOIN),
				row(new RebalanceInProgressException("x"), Verdict.REJOIN),
				row(new FencedInstanceIdException("x"), Verdict.FATAL),
				row(new UnreleasedInstanceIdException("x"), Verdict.FATAL),
				row(new GroupMaxSizeReachedException("x"), Verdict.FATAL),
				row(new GroupIdNotFoundException("x"), Verdict.FATAL),
				row(new InvalidRequestException("x"), Verdict.FATAL),
				row(new StreamsInvalidTopologyException("x"), Verdict.FATAL),
				row(new StreamsInvalidTopologyEpochException("x"), Verdict.FATAL),
				row(new StreamsTopologyFencedException("x"), Verdict.FATAL),
				row(new TopicAuthorizationException("x"), Verdict.FATAL),
				row(new SaslAuthenticationException("x"), Verdict.FATAL),
				row(new UnsupportedVersionException("x"), Verdict.FATAL),
				row(new RecordTooLargeException("x"), Verdict.FATAL),
				row(new RecordBatchTooLargeException("x"), Verdict.FATAL),
				row(new InvalidTopicException("x"), Verdict.FATAL), row(new SerializationException("x"), Verdict.FATAL),
				row(new OffsetMetadataTooLarge("x"), Verdict.FATAL),
				row(new NoOffsetForPartitionException(new TopicPartition("t", 0)), Verdict.FATAL),
				row(new InterruptException("x"), Verdict.FATAL),
				row(new RetriableCommitFailedException("x"), Verdict.RETRY),
				row(new ConcurrentTransactionsException("x"), Verdict.RETRY),
				row(new TimeoutException("x"), Verdict.RETRY));
	}

	static Stream<Arguments> others() {
		return Stream.of(row(new NotCoordinatorException("x"), Verdict.RETRY),
				row(new DisconnectException(), Verdict.RETRY),
				row(new StreamsException("user code failed", new TimeoutException("its own")), Verdict.FATAL),
				row(new IllegalStateException("x"), Verdict.FATAL), row(new OutOfMemoryError("x"), Verdict.FATAL),
				row(new KafkaException("x"), Verdict.ABORT_AND_CONTINUE),
				row(new KafkaException("x", new TimeoutException("x")), Verdict.ABORT_AND_CONTINUE),
				row(new KafkaException("x", new IllegalStateException("x")), Verdict.ABORT_AND_CONTINUE),
				row(new KafkaException("x", new ProducerFencedException("x")), Verdict.RECREATE_PRODUCER),
				row(new KafkaException("x", new KafkaException("x", new TopicAuthorizationException("x"))),
						Verdict.FATAL));
	}

	private static Arguments row(Throwable failure, Verdict verdict) {
		return Arguments.of(failure, verdict);
	}

	@ParameterizedTest
	@MethodSource({ "rows", "others" })
	void judges(Throwable failure, Verdict verdict) {
		assertThat(FailureTable.verdict(failure)).isEqualTo(verdict);
	}

	@Test
	void tellsFailuresOfARecordFromThoseOfTheProducer() {
		assertThat(
				Stream.of(new RecordTooLargeException("x"), new InvalidRecordException("x"), new TimeoutException("x")))
			.allMatch(FailureTable::ofRecord);
		assertThat(Stream.of(new ProducerFencedException("x"), new TransactionAbortedException(),
				new TopicAuthorizationException("x"), new TransactionAbortableException("x"), new KafkaException("x"),
				new IllegalStateException("x")))
			.noneMatch(FailureTable::ofRecord);
	}

	@Test
	void eachRowHasATestAndIsReached() {
		Map<Class<?>, Verdict> reached = new java.util.HashMap<>();
		rows().forEach((arguments) -> {
			Throwable failure = (Throwable) arguments.get()[0];
			FailureTable.rows()
				.stream()
				.filter((row) -> row.type().isInstance(failure))
				.findFirst()
				.ifPresent((row) -> reached.put(row.type(), row.verdict()));
		});
		Set<Class<?>> all = new HashSet<>();
		FailureTable.rows().forEach((row) -> all.add(row.type()));
		assertThat(reached.keySet()).isEqualTo(all);
	}

}
