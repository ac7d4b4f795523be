package io.millrace.streams.internal.commit;

import java.util.List;

import io.millrace.streams.errors.LockException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.errors.TaskCorruptedException;
import io.millrace.streams.errors.TaskMigratedException;
import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.DiskFullException;
import io.millrace.streams.internal.store.HeldRowException;
import io.millrace.streams.internal.task.SendUndoneException;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.FencedMemberEpochException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.StreamsInvalidTopologyEpochException;
import org.apache.kafka.common.errors.StreamsInvalidTopologyException;
import org.apache.kafka.common.errors.StreamsTopologyFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.TransactionCoordinatorFencedException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * The one place that says what a failure means, of a client above all. Where the verdict
 * leads to depends on the step it came in, which {@link CommitProtocol} knows. The first
 * row that fits wins. A plain KafkaException mostly wraps what made the producer useless,
 * so its causes are judged before it.
 */
public final class FailureTable {

	private static final List<Row> ROWS = List.of(
			// The transactional id was opened anew: by a successor of a producer that was
			// given up, or by the coordinator when the transaction timed out.
			row(ProducerFencedException.class, Verdict.RECREATE_PRODUCER),
			row(InvalidProducerEpochException.class, Verdict.RECREATE_PRODUCER),
			row(TransactionCoordinatorFencedException.class, Verdict.RECREATE_PRODUCER),
			// The broker forgot the producer: nothing was written for long.
			row(InvalidPidMappingException.class, Verdict.RECREATE_PRODUCER),
			row(UnknownProducerIdException.class, Verdict.RECREATE_PRODUCER),
			row(TransactionalIdNotFoundException.class, Verdict.RECREATE_PRODUCER),
			row(InvalidTxnStateException.class, Verdict.RECREATE_PRODUCER),
			row(OutOfOrderSequenceException.class, Verdict.RECREATE_PRODUCER),
			// The broker or the producer says it itself.
			row(TransactionAbortableException.class, Verdict.ABORT_AND_CONTINUE),
			// The task repeats its work in another way.
			row(HeldRowException.class, Verdict.ABORT_AND_CONTINUE),
			// A global store is being rebuilt; work waits until it is there again.
			row(StateStoreMigratedException.class, Verdict.ABORT_AND_CONTINUE),
			row(SendUndoneException.class, Verdict.ABORT_AND_CONTINUE),
			row(TaskCorruptedException.class, Verdict.REOPEN_TASKS),
			// The thread that had the task before hasn't let go of its directory yet.
			row(LockException.class, Verdict.RETRY),
			// Damage on disk: what is opened again is rebuilt from the changelogs.
			row(CorruptStateException.class, Verdict.REOPEN_TASKS), row(DiskFullException.class, Verdict.AWAIT_ROOM),
			// The group has moved on.
			row(TaskMigratedException.class, Verdict.REJOIN), row(CommitFailedException.class, Verdict.REJOIN),
			row(UnknownMemberIdException.class, Verdict.REJOIN), row(FencedMemberEpochException.class, Verdict.REJOIN),
			row(StaleMemberEpochException.class, Verdict.REJOIN), row(IllegalGenerationException.class, Verdict.REJOIN),
			row(RebalanceInProgressException.class, Verdict.REJOIN),
			// Nothing will change by itself.
			row(FencedInstanceIdException.class, Verdict.FATAL),
			row(UnreleasedInstanceIdException.class, Verdict.FATAL),
			row(GroupMaxSizeReachedException.class, Verdict.FATAL), row(GroupIdNotFoundException.class, Verdict.FATAL),
			row(InvalidRequestException.class, Verdict.FATAL),
			row(StreamsInvalidTopologyException.class, Verdict.FATAL),
			row(StreamsInvalidTopologyEpochException.class, Verdict.FATAL),
			row(StreamsTopologyFencedException.class, Verdict.FATAL), row(AuthorizationException.class, Verdict.FATAL),
			row(AuthenticationException.class, Verdict.FATAL), row(UnsupportedVersionException.class, Verdict.FATAL),
			row(RecordTooLargeException.class, Verdict.FATAL), row(RecordBatchTooLargeException.class, Verdict.FATAL),
			row(InvalidTopicException.class, Verdict.FATAL), row(SerializationException.class, Verdict.FATAL),
			row(OffsetMetadataTooLarge.class, Verdict.FATAL), row(InvalidOffsetException.class, Verdict.FATAL),
			row(InterruptException.class, Verdict.FATAL),
			// Brokers that are slow, away or electing.
			row(RetriableCommitFailedException.class, Verdict.RETRY),
			row(ConcurrentTransactionsException.class, Verdict.RETRY), row(RetriableException.class, Verdict.RETRY));

	private static final List<Class<? extends Exception>> NOT_OF_RECORD = List.of(AuthorizationException.class,
			AuthenticationException.class, SecurityDisabledException.class, InvalidTopicException.class,
			UnknownServerException.class, OffsetMetadataTooLarge.class, TransactionAbortedException.class,
			InterruptException.class);

	private FailureTable() {
	}

	/**
	 * Judges a failure.
	 * @param failure what was thrown
	 * @return what it means; {@code FATAL} for all that isn't known, user code's
	 * exceptions and errors of the JVM among it
	 */
	public static Verdict verdict(Throwable failure) {
		Verdict known = lookUp(failure);
		if (known != null) {
			return known;
		}
		if (failure.getClass() != KafkaException.class) {
			return Verdict.FATAL;
		}
		for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
			Verdict ofCause = lookUp(cause);
			if (ofCause != null) {
				// What is retriable by itself isn't so once the producer has wrapped
				// it: it has given the transaction up.
				return (ofCause == Verdict.RETRY) ? Verdict.ABORT_AND_CONTINUE : ofCause;
			}
		}
		return Verdict.ABORT_AND_CONTINUE;
	}

	/**
	 * Whether a failure to send says something about the record sent, or is one that
	 * passes: whether a handler of the user may decide what becomes of the record.
	 * @param failure what the producer said
	 * @return false if the producer, its transaction or its rights are what is wrong
	 */
	static boolean ofRecord(Exception failure) {
		if (!(failure instanceof ApiException) || NOT_OF_RECORD.stream().anyMatch((type) -> type.isInstance(failure))) {
			return false;
		}
		Verdict verdict = verdict(failure);
		return verdict == Verdict.FATAL || verdict == Verdict.RETRY;
	}

	private static @Nullable Verdict lookUp(Throwable failure) {
		for (Row row : ROWS) {
			if (row.type().isInstance(failure)) {
				return row.verdict();
			}
		}
		return null;
	}

	static List<Row> rows() {
		return ROWS;
	}

	private static Row row(Class<? extends Throwable> type, Verdict verdict) {
		return new Row(type, verdict);
	}

	/**
	 * A row of the table.
	 *
	 * @param type the exception, subclasses included
	 * @param verdict what it means
	 */
	record Row(Class<? extends Throwable> type, Verdict verdict) {
	}

}
