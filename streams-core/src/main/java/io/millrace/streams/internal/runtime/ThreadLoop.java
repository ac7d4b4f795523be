package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.commit.CommitOutcome;
import io.millrace.streams.internal.commit.Committer;
import io.millrace.streams.internal.commit.FailureTable;
import io.millrace.streams.internal.commit.ThreadProducer;
import io.millrace.streams.internal.commit.Verdict;
import io.millrace.streams.internal.group.GroupCondition;
import io.millrace.streams.internal.group.GroupStatus;
import io.millrace.streams.internal.group.JoinFailures;
import io.millrace.streams.internal.group.Membership;
import io.millrace.streams.internal.task.SendUndoneException;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What one thread does over and over: poll, bring tasks on their way a step further,
 * process for a while, commit when it's due, and answer queries in between. It never
 * waits anywhere but in the poll, and what failures mean is looked up in the commit
 * room's table. Run by {@link StreamThread}.
 */
final class ThreadLoop {

	private static final Logger logger = LoggerFactory.getLogger(ThreadLoop.class);

	/**
	 * For how long to process without a poll in between.
	 */
	private static final long ROUND_MILLIS = 100;

	private static final Duration RESTORE_POLL = Duration.ofMillis(10);

	/**
	 * How long to poll while an answer is awaited that a task needs to go on.
	 */
	private static final Duration UNSETTLED_POLL = Duration.ofMillis(5);

	/**
	 * How long to poll while queries ask for what isn't committed, which nobody else can
	 * look up meanwhile.
	 */
	private static final long QUESTIONED_POLL_MILLIS = 10;

	private final String groupId;

	private final RuntimeSettings settings;

	private final Membership membership;

	private final AssignedTasks tasks;

	private final Committer committer;

	private final ThreadProducer producer;

	private final RuntimeControl control;

	private final LongSupplier clock;

	private final RepartitionPurge purge;

	private final CommitSchedule schedule;

	private final BatchSize batchSize = new BatchSize();

	private final LagView lag;

	private final Freshness freshness;

	private final SilenceWatch silences;

	private final QuestionQueue questions;

	private final BooleanSupplier globalStoresReady;

	private List<GroupStatus> statuses = List.of();

	private GroupCondition condition = GroupCondition.none();

	private boolean conditionChanged;

	private boolean unheard;

	private boolean busy;

	private long now;

	ThreadLoop(String groupId, RuntimeSettings settings, Membership membership, AssignedTasks tasks,
			Committer committer, ThreadProducer producer, RepartitionPurge purge, Freshness freshness,
			SilenceWatch silences, QuestionQueue questions, BooleanSupplier globalStoresReady, RuntimeControl control) {
		this.groupId = groupId;
		this.settings = settings;
		this.membership = membership;
		this.tasks = tasks;
		this.committer = committer;
		this.producer = producer;
		this.purge = purge;
		this.freshness = freshness;
		this.silences = silences;
		this.questions = questions;
		this.globalStoresReady = globalStoresReady;
		this.control = control;
		this.clock = control::now;
		this.schedule = new CommitSchedule(settings, this.clock.getAsLong());
		this.lag = new LagView(membership.consumer());
	}

	/**
	 * The first half of a round: polls, and brings tasks on their way a step further.
	 */
	void takeIn() {
		Duration timeout = pollTimeout();
		this.questions.beforePoll(uncommittedBytes() == 0);
		ConsumerRecords<byte[], byte[]> records = poll(timeout);
		this.questions.afterPoll();
		this.membership.throwListenerFailure();
		this.questions.answer();
		this.now = this.clock.getAsLong();
		this.freshness.observe(System.nanoTime(), this.membership.heartbeatAnswers(),
				this.membership.heartbeatIntervalMillis());
		this.lag.refresh();
		lookAtGroup();
		this.tasks.enqueue(records);
		takeOverTransactionalId();
		this.tasks.advance(this.busy ? Duration.ZERO : RESTORE_POLL, this.now);
	}

	/**
	 * The second half: processes for a while and commits.
	 */
	void work() {
		boolean may = mayProcess(this.now);
		this.busy = may && !this.control.paused() && process(this.now);
		if (may && this.control.paused() && commitNeeded()) {
			// What was done before the pause.
			commitIfDue(this.now);
		}
		this.tasks.holdBack(this.settings.bufferedRecordsPerPartition());
	}

	private Duration pollTimeout() {
		if (this.busy || this.tasks.restoring()) {
			return Duration.ZERO;
		}
		if (!this.tasks.allRunning()) {
			return UNSETTLED_POLL;
		}
		long now = this.clock.getAsLong();
		long timeout = this.settings.pollMillis();
		if (commitNeeded()) {
			timeout = Math.min(timeout, Math.max(0, this.schedule.dueAt() - now));
		}
		if (this.questions.askedLately(System.nanoTime())) {
			timeout = Math.min(timeout, QUESTIONED_POLL_MILLIS);
		}
		return Duration.ofMillis(timeout);
	}

	private ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
		try {
			return this.membership.poll(timeout);
		}
		catch (InvalidOffsetException ex) {
			this.tasks.reposition(ex, this.clock.getAsLong());
			return ConsumerRecords.empty();
		}
		catch (RuntimeException ex) {
			Verdict verdict = FailureTable.verdict(ex);
			if (verdict == Verdict.RETRY || verdict == Verdict.REJOIN) {
				logger.warn("A poll failed and is repeated: {}", ex.toString());
				return ConsumerRecords.empty();
			}
			String explanation = JoinFailures.explain(this.groupId, ex);
			throw (explanation != null) ? new StreamsException(explanation, ex) : ex;
		}
	}

	private void lookAtGroup() {
		boolean silent = this.membership.unheard();
		List<GroupStatus> current = this.membership.statuses();
		if (silent == this.unheard && current.equals(this.statuses)) {
			return;
		}
		this.unheard = silent;
		this.statuses = current;
		this.conditionChanged = true;
		this.condition = GroupCondition.of(this.groupId, current, this.settings.failOnMissingTopics());
		// Internal topics are missing at each first start, and only for a moment.
		waiting().forEach((waiting) -> logger
			.atLevel((waiting.reason() == Reason.MISSING_INTERNAL_TOPICS) ? Level.INFO : Level.WARN)
			.log("{}", waiting.detail()));
		String failure = this.condition.failure();
		if (failure != null) {
			throw this.condition.shutdown() ? new ShutdownRequestedException(failure) : new StreamsException(failure);
		}
	}

	/**
	 * What the group waits for.
	 */
	List<Waiting> waiting() {
		List<Waiting> all = new ArrayList<>(this.condition.waiting());
		all.addAll(this.tasks.waiting());
		if (this.unheard) {
			all.add(new Waiting(Reason.BROKER_UNAVAILABLE, "The broker that coordinates group " + this.groupId
					+ " hasn't been reached for some time; work goes on as soon as one answers."));
		}
		return all;
	}

	boolean takeConditionChanged() {
		boolean result = this.conditionChanged;
		this.conditionChanged = false;
		return result;
	}

	private boolean mayProcess(long now) {
		if (!this.tasks.ready() || this.tasks.running().isEmpty() || this.schedule.suspended(now)) {
			return false;
		}
		if (!this.globalStoresReady.getAsBoolean()) {
			// One is rebuilt, and what it held must not be missed meanwhile.
			return false;
		}
		return this.producer.initialised();
	}

	/**
	 * Done even if no task processes yet: what an earlier producer left open keeps this
	 * thread's own tasks from learning what was committed.
	 */
	private void takeOverTransactionalId() {
		if (this.producer.initialised() || this.tasks.none() || this.schedule.suspended(this.now)) {
			return;
		}
		try {
			this.producer.initialise();
		}
		catch (RuntimeException ex) {
			settle(this.committer.abort(ex, this.tasks.running()), this.now);
		}
	}

	/**
	 * Processes until nothing is left, it's time to poll, or a failure needs to be slept
	 * on.
	 * @return whether there may be more to do at once
	 */
	private boolean process(long start) {
		this.silences.round(this.tasks.running(), start);
		long now = start;
		boolean any = false;
		boolean more;
		do {
			this.questions.answer();
			long before = now;
			int processed = 0;
			boolean punctuated = false;
			try {
				for (OwnedTask task : this.tasks.running()) {
					processed += task.task().process(this.batchSize.records(), now, this.lag);
					punctuated |= task.task().punctuate(now);
				}
			}
			catch (RuntimeException ex) {
				settle(this.committer.abort(ex, this.tasks.running()), now);
				return false;
			}
			more = processed > 0;
			any |= more;
			now = this.clock.getAsLong();
			if (more) {
				this.batchSize.observe(processed, now - before);
			}
			if ((more || punctuated || commitNeeded()) && !commitIfDue(now)) {
				return false;
			}
		}
		while (more && now - start < ROUND_MILLIS);
		return any;
	}

	private boolean commitNeeded() {
		for (OwnedTask task : this.tasks.running()) {
			if (task.commitNeeded()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Commits if it's due.
	 * @return whether processing may go on
	 */
	private boolean commitIfDue(long now) {
		boolean requested = false;
		for (OwnedTask task : this.tasks.running()) {
			requested |= task.task().commitRequested();
		}
		if (!this.schedule.due(now, requested, uncommittedBytes())) {
			return true;
		}
		return settle(this.committer.commit(this.tasks.running()), now);
	}

	private long uncommittedBytes() {
		long bytes = 0;
		for (OwnedTask task : this.tasks.running()) {
			bytes += task.task().uncommittedBytes();
		}
		return bytes;
	}

	/**
	 * Commits before the thread ends.
	 */
	void commitFinally() {
		this.tasks.settle(this.committer.commit(this.tasks.running()));
	}

	private boolean settle(CommitOutcome outcome, long now) {
		switch (outcome.end()) {
			case NOTHING -> this.schedule.committed(now, this.clock.getAsLong());
			case COMMITTED -> {
				this.schedule.committed(now, this.clock.getAsLong());
				this.schedule.recovered();
				this.purge.committed(this.tasks.running(), now);
			}
			case ABORTED, REOPEN -> {
				RuntimeException failure = outcome.failure();
				if (failure != null && FailureTable.verdict(failure) == Verdict.AWAIT_ROOM) {
					// What was committed is in the changelogs, and no time is too long.
					this.schedule.committed(now, this.clock.getAsLong());
					break;
				}
				logger.warn("Work since the last commit was undone and is repeated: {}", String.valueOf(failure));
				if (failure instanceof SendUndoneException undone && undone.settled()) {
					this.schedule.undone(now);
					break;
				}
				boolean again = this.schedule.failed(now, this.settings.retryBackoffMillis());
				if (!again && failure != null) {
					throw new StreamsException("Nothing could be committed for " + this.settings.taskTimeoutMillis()
							+ " ms (task.timeout.ms); the last failure was: " + failure, failure);
				}
			}
			case FAILED -> {
			}
		}
		this.tasks.settle(outcome);
		return outcome.failure() == null;
	}

}
