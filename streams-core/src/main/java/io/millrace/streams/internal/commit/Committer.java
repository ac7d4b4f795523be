package io.millrace.streams.internal.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.commit.CommitProtocol.Action;
import io.millrace.streams.internal.commit.FailedSends.FailedSend;
import io.millrace.streams.internal.metrics.CommitCounters;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what {@link CommitProtocol} decides, with the producer and the consumer of
 * one thread. The thread loop calls {@link #commit} when a commit is due or tasks are
 * revoked, and {@link #abort} when processing failed. It never throws an exception;
 * errors of the JVM pass through.
 */
public final class Committer {

	private static final Logger logger = LoggerFactory.getLogger(Committer.class);

	private final ThreadProducer producer;

	private final Consumer<byte[], byte[]> consumer;

	private final CommitStepListener listener;

	private final CommitCounters counters;

	/**
	 * Makes a committer.
	 * @param producer the thread's producer
	 * @param consumer the thread's consumer
	 * @param listener told of each step
	 * @param counters where commits and aborts are counted
	 */
	public Committer(ThreadProducer producer, Consumer<byte[], byte[]> consumer, CommitStepListener listener,
			CommitCounters counters) {
		this.producer = producer;
		this.consumer = consumer;
		this.listener = listener;
		this.counters = counters;
	}

	/**
	 * Commits what the tasks did.
	 * @param tasks all tasks of the thread that are running
	 * @return how it ended
	 */
	public CommitOutcome commit(Collection<? extends CommitParticipant> tasks) {
		List<CommitParticipant> committing = new ArrayList<>();
		for (CommitParticipant task : tasks) {
			if (task.commitNeeded()) {
				committing.add(task);
			}
		}
		CommitProtocol protocol = new CommitProtocol(this.producer.transactional());
		if (committing.isEmpty()) {
			// A transaction that no task needs holds results of tasks that are gone,
			// whose offsets nobody can commit.
			return this.producer.inTransaction() ? new Run(protocol, committing, tasks, null)
				.from(protocol.startAborting(Verdict.ABORT_AND_CONTINUE)) : CommitOutcome.NOTHING;
		}
		return new Run(protocol, committing, tasks, null).from(protocol.start());
	}

	/**
	 * Treats a failure that came between two commits.
	 * @param failure what was thrown
	 * @param tasks all tasks of the thread that are running
	 * @return how it ended; never {@code COMMITTED}
	 */
	public CommitOutcome abort(RuntimeException failure, Collection<? extends CommitParticipant> tasks) {
		CommitProtocol protocol = new CommitProtocol(this.producer.transactional());
		RuntimeException judged = judged(failure, tasks);
		return new Run(protocol, List.of(), tasks, judged).from(protocol.startAborting(FailureTable.verdict(judged)));
	}

	/**
	 * Lets the user's handlers judge results that couldn't be sent, if that is what
	 * failed.
	 * @return what to treat as the failure
	 */
	private RuntimeException judged(RuntimeException failure, Collection<? extends CommitParticipant> tasks) {
		if (!(failure instanceof KafkaException) || failure instanceof StreamsException) {
			return failure;
		}
		Verdict verdict = FailureTable.verdict(failure);
		if (verdict == Verdict.FATAL || (verdict == Verdict.ABORT_AND_CONTINUE
				&& tasks.stream().anyMatch(CommitParticipant::watchesSends))) {
			// The transaction may be known to have failed before the callback of the
			// record that failed it was called.
			this.producer.awaitCallbacks();
		}
		// One result lost the transaction for all; the others' failures follow from that.
		CommitParticipant first = null;
		long earliest = Long.MAX_VALUE;
		for (CommitParticipant task : tasks) {
			long number = task.firstSendFailure(FailureTable::ofRecord);
			if (number < earliest) {
				earliest = number;
				first = task;
			}
		}
		FailedSend culprit = this.producer.failed().firstOfRecord();
		// What nobody watches, a changelog's record or a dead letter, may have failed
		// before, and taken results with it that are in order.
		if (first != null && (culprit == null || earliest < culprit.number())) {
			// The handler may want something to be sent.
			this.producer.forgetFailure();
			return first.judgeSendFailure(FailureTable::ofRecord);
		}
		return (verdict == Verdict.FATAL) ? named(failure, culprit) : failure;
	}

	private RuntimeException named(RuntimeException failure, @Nullable FailedSend culprit) {
		FailedSend failed = (culprit != null) ? culprit : this.producer.failed().first();
		if (failed == null || failed.topic() == null || FailureTable.verdict(failed.exception()) != Verdict.FATAL) {
			return failure;
		}
		boolean large = failed.exception() instanceof RecordTooLargeException
				|| failed.exception() instanceof RecordBatchTooLargeException;
		return new StreamsException("A record for topic " + failed.topic() + " couldn't be sent ("
				+ failed.exception().getClass().getSimpleName() + ": " + failed.exception().getMessage() + "); "
				+ (large ? "make such records smaller, or raise producer.max.request.size and the topic's"
						+ " max.message.bytes." : "see to the topic's settings and permissions."),
				failure);
	}

	/**
	 * Ends an open transaction of a thread that is about to end.
	 * @throws RuntimeException if that's not possible; the broker ends it later then
	 */
	public void abandon() {
		if (this.producer.inTransaction()) {
			this.counters.aborted();
			this.producer.abort();
		}
	}

	/**
	 * One commit, or one abort.
	 */
	private final class Run {

		private final CommitProtocol protocol;

		private final List<CommitParticipant> committing;

		private final Collection<? extends CommitParticipant> all;

		private final Set<CommitParticipant> published = new LinkedHashSet<>();

		private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();

		private final long startNanos = System.nanoTime();

		private boolean publishing;

		private boolean undone;

		private @Nullable RuntimeException failure;

		private @Nullable CommitStep done;

		Run(CommitProtocol protocol, List<CommitParticipant> committing, Collection<? extends CommitParticipant> all,
				@Nullable RuntimeException failure) {
			this.protocol = protocol;
			this.committing = committing;
			this.all = all;
			this.failure = failure;
		}

		CommitOutcome from(Action first) {
			Action action = first;
			while (!action.isEnd()) {
				action = step(action);
			}
			return outcome(action);
		}

		private Action step(Action action) {
			try {
				perform(action);
				return this.protocol.succeeded();
			}
			catch (RuntimeException thrown) {
				RuntimeException ex = beforePublishing(action) ? judged(thrown, this.all) : thrown;
				Verdict verdict = FailureTable.verdict(ex);
				logger.debug("{} failed, which means {}", action, verdict, ex);
				if (this.failure == null) {
					this.failure = ex;
				}
				else if (this.failure != ex) {
					this.failure.addSuppressed(ex);
				}
				return this.protocol.failed(verdict);
			}
		}

		private static boolean beforePublishing(Action action) {
			return action.step() != null && action != Action.PUBLISH;
		}

		private void perform(Action action) {
			CommitStep finished = this.done;
			this.done = null;
			if (finished != null) {
				Committer.this.listener.after(finished);
			}
			CommitStep step = action.step();
			if (step != null) {
				Committer.this.listener.before(step);
			}
			run(action);
			if (step == CommitStep.PUBLISH) {
				Committer.this.listener.after(step);
			}
			else {
				this.done = step;
			}
		}

		private void run(Action action) {
			ThreadProducer producer = Committer.this.producer;
			switch (action) {
				case FLUSH_OPERATORS -> this.committing.forEach(CommitParticipant::flushOperators);
				case WRITE_CHANGELOGS -> this.committing.forEach(CommitParticipant::writeChangelogs);
				case SEND_OFFSETS -> sendOffsets();
				case COMMIT -> commit();
				case PUBLISH -> publish();
				case ABORT_TRANSACTION -> {
					this.undone |= producer.inTransaction();
					producer.abort();
				}
				case RECREATE_PRODUCER -> {
					this.undone |= producer.inTransaction();
					producer.recreate();
				}
				case RESET_TASKS -> reset();
				case COMMITTED, ABORTED, REOPEN, FAIL -> {
				}
			}
		}

		private void sendOffsets() {
			this.offsets.clear();
			this.committing.forEach((task) -> this.offsets.putAll(task.offsetsToCommit()));
			if (!Committer.this.producer.transactional()) {
				Committer.this.producer.flush();
			}
			else if (!this.offsets.isEmpty()) {
				// The group's live metadata fences a member that has lost its tasks.
				Committer.this.producer.sendOffsets(this.offsets, Committer.this.consumer.groupMetadata());
			}
		}

		private void commit() {
			if (Committer.this.producer.transactional()) {
				Committer.this.producer.commit();
			}
			else if (!this.offsets.isEmpty()) {
				Committer.this.consumer.commitSync(this.offsets);
			}
		}

		private void publish() {
			this.publishing = true;
			for (CommitParticipant task : this.committing) {
				task.publish();
				this.published.add(task);
			}
		}

		private void reset() {
			Committer.this.producer.forgetFailure();
			this.undone |= !Committer.this.producer.transactional();
			Set<TopicPartition> assignment = Committer.this.consumer.assignment();
			for (CommitParticipant task : this.all) {
				task.abort().forEach((partition, offset) -> {
					if (assignment.contains(partition)) {
						Committer.this.consumer.seek(partition, offset);
					}
				});
			}
		}

		private CommitOutcome outcome(Action end) {
			if (this.undone) {
				Committer.this.counters.aborted();
			}
			return switch (end) {
				case COMMITTED -> {
					Committer.this.counters.committed(System.nanoTime() - this.startNanos);
					yield new CommitOutcome(CommitOutcome.End.COMMITTED, false, Set.of(), null);
				}
				case ABORTED ->
					new CommitOutcome(CommitOutcome.End.ABORTED, this.protocol.rejoin(), Set.of(), this.failure);
				case REOPEN ->
					new CommitOutcome(CommitOutcome.End.REOPEN, this.protocol.rejoin(), unpublished(), this.failure);
				default -> new CommitOutcome(CommitOutcome.End.FAILED, false, Set.of(), this.failure);
			};
		}

		private Set<CommitParticipant> unpublished() {
			Set<CommitParticipant> tasks = new LinkedHashSet<>(this.publishing ? this.committing : this.all);
			tasks.removeAll(this.published);
			return tasks;
		}

	}

}
