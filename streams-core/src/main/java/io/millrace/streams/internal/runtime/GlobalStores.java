package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.commit.FailureTable;
import io.millrace.streams.internal.commit.Verdict;
import io.millrace.streams.internal.restore.ChangelogIdentities;
import io.millrace.streams.internal.restore.Restoration;
import io.millrace.streams.internal.runtime.GlobalStoreStates.Phase;
import io.millrace.streams.internal.task.GlobalTask;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The global stores of an instance with the consumer that fills them: opened, restored to
 * the end of their topics, then kept up to date; a store whose state is damaged is opened
 * anew and restored. What follows from what is decided by {@link GlobalStoreStates}; this
 * is the shell that opens, polls and logs. Driven by {@link GlobalThread}, step by step.
 */
final class GlobalStores {

	private static final Logger logger = LoggerFactory.getLogger(GlobalStores.class);

	private final Map<String, GlobalFeed> feeds = new LinkedHashMap<>();

	private final GlobalTask[] tasks;

	private final GlobalStoreStates states;

	private final ChangelogIdentities topics;

	private final GlobalTopicWatch watch;

	private final Restoration restoration;

	private final Consumer<byte[], byte[]> consumer;

	private final Duration pollTimeout;

	private final Map<String, String> lacks = new HashMap<>();

	private boolean assigned;

	/** Whether all stores can be read. */
	private volatile boolean ready;

	private volatile List<TaskStatus> status = List.of();

	/**
	 * Makes it; nothing is opened or read.
	 * @param tasks the stores
	 * @param consumer reads topics, committed records only; closed by its owner
	 * @param restoration restores with that consumer
	 * @param topics asks what topics there are
	 * @param watch looks whether those change
	 * @param pollTimeout how long to wait for records
	 */
	GlobalStores(List<GlobalTask> tasks, Consumer<byte[], byte[]> consumer, Restoration restoration,
			ChangelogIdentities topics, GlobalTopicWatch watch, Duration pollTimeout) {
		this.tasks = tasks.toArray(GlobalTask[]::new);
		tasks.forEach((task) -> this.feeds.put(task.store(), new GlobalFeed(task)));
		this.states = new GlobalStoreStates(this.feeds.keySet());
		this.consumer = consumer;
		this.restoration = restoration;
		this.topics = topics;
		this.watch = watch;
		this.pollTimeout = pollTimeout;
	}

	/**
	 * Whether all stores are restored and sound, so that they can be read. For any
	 * thread.
	 */
	boolean ready() {
		if (!this.ready) {
			return false;
		}
		for (GlobalTask task : this.tasks) {
			if (task.damage() != null) {
				return false;
			}
		}
		return true;
	}

	/**
	 * What the stores are doing, as of the last step. For any thread.
	 */
	List<TaskStatus> status() {
		return this.status;
	}

	ThreadState threadState() {
		return this.states.threadState();
	}

	/**
	 * Goes a step on: polls, if there is anything to read.
	 * @param now milliseconds
	 * @return false if there was nothing to do but to wait for a broker's answer or for
	 * time to pass
	 * @throws RuntimeException if the thread can't go on
	 */
	boolean step(long now) {
		closeChanged(now);
		open(now);
		boolean waited = false;
		if (this.restoration.active()) {
			waited = this.restoration.reading();
			restore(now);
		}
		else if (this.states.allRunning()) {
			waited = true;
			update();
		}
		for (GlobalFeed feed : this.feeds.values()) {
			settle(feed, now);
		}
		this.ready = this.states.allRunning();
		this.status = this.feeds.values()
			.stream()
			.map((feed) -> feed.status(this.states.phase(feed.store()), this::lag))
			.toList();
		return waited;
	}

	private long lag(TopicPartition partition) {
		return this.assigned ? this.consumer.currentLag(partition).orElse(-1) : -1;
	}

	/**
	 * What is opened again reads all partitions there are, and if the topic is another
	 * one, nothing is left of the one before.
	 */
	private void closeChanged(long now) {
		if (!this.states.allRunning()) {
			return;
		}
		Set<String> changed = this.watch.changed(now);
		for (GlobalFeed feed : this.feeds.values()) {
			if (changed.contains(feed.task().topic())) {
				logger.info(
						"Topic {} has more partitions than before or was made anew; global store {} is opened again",
						feed.task().topic(), feed.store());
				close(feed);
				this.states.closed(feed.store());
			}
		}
	}

	private void close(GlobalFeed feed) {
		this.ready = false;
		unassign();
		this.restoration.remove(feed);
		feed.task().release();
		feed.forgetFailure();
	}

	/**
	 * The consumer is the restoration's until all is restored.
	 */
	private void unassign() {
		if (this.assigned) {
			this.consumer.assign(List.of());
			this.assigned = false;
		}
	}

	private void open(long now) {
		List<GlobalFeed> due = this.states.toOpen(now).stream().map(this::feed).toList();
		if (due.isEmpty()) {
			return;
		}
		ChangelogIdentities.Answer answer = this.topics
			.of(due.stream().map((feed) -> feed.task().topic()).collect(Collectors.toSet()), now);
		if (answer == null) {
			return;
		}
		for (GlobalFeed feed : due) {
			if (answer.topics().contains(feed.task().topic())) {
				open(feed, answer, now);
			}
		}
	}

	private void open(GlobalFeed feed, ChangelogIdentities.Answer answer, long now) {
		Integer partitions = answer.partitions().get(feed.task().topic());
		if (partitions == null) {
			throw new StreamsException("Topic " + feed.task().topic() + " of global store " + feed.store()
					+ " can't be described; allow this application to describe and read it.");
		}
		try {
			feed.task().open(answer.identities());
			feed.partitions(partitions);
			this.watch.opened(feed.task().topic(), answer, now);
			this.restoration.add(feed);
			this.states.opened(feed.store());
		}
		catch (RuntimeException ex) {
			RuntimeException damage = feed.failure();
			failed(feed, (damage != null) ? damage : ex, now);
		}
	}

	private void restore(long now) {
		unassign();
		try {
			this.restoration.step(this.pollTimeout, now);
		}
		catch (RuntimeException ex) {
			goOnAfter(ex);
		}
		for (GlobalFeed feed : this.feeds.values()) {
			if (this.states.phase(feed.store()) == Phase.RESTORING && feed.failure() == null
					&& this.restoration.complete(feed)) {
				this.restoration.remove(feed);
				this.states.restored(feed.store());
				if (this.lacks.containsKey(feed.store())) {
					written(feed);
				}
				logger.info("Global store {} is restored from topic {}", feed.store(), feed.task().topic());
			}
		}
	}

	private void update() {
		if (!this.assigned) {
			assign();
		}
		ConsumerRecords<byte[], byte[]> records;
		try {
			records = this.consumer.poll(this.pollTimeout);
		}
		catch (InvalidOffsetException ex) {
			setBack(ex);
			return;
		}
		catch (RuntimeException ex) {
			goOnAfter(ex);
			return;
		}
		if (records.isEmpty()) {
			return;
		}
		for (GlobalFeed feed : this.feeds.values()) {
			boolean any = false;
			for (TopicPartition partition : feed.positions().keySet()) {
				List<ConsumerRecord<byte[], byte[]>> polled = records.records(partition);
				if (!polled.isEmpty()) {
					any = true;
					feed.take(partition, polled, polled.get(polled.size() - 1).offset() + 1);
				}
			}
			if (any) {
				feed.show();
				written(feed);
			}
		}
	}

	private void written(GlobalFeed feed) {
		if (feed.failure() == null) {
			this.lacks.remove(feed.store());
			if (this.states.written(feed.store())) {
				logger.info("There is room on the disk again; global stores go on");
			}
		}
	}

	private void assign() {
		Map<TopicPartition, Long> positions = new HashMap<>();
		this.feeds.values().forEach((feed) -> positions.putAll(feed.positions()));
		this.consumer.assign(positions.keySet());
		positions.forEach(this.consumer::seek);
		this.assigned = true;
	}

	/**
	 * Records that were to be read are gone: deleted, or cut off, with others in their
	 * place. Nothing tells what of that is in the store, so it starts over. By the time a
	 * broker is asked the topic may have grown to where the store was, and would seem to
	 * fit.
	 */
	private void setBack(InvalidOffsetException failure) {
		Set<GlobalFeed> affected = new HashSet<>();
		for (GlobalFeed feed : this.feeds.values()) {
			if (failure.partitions().stream().anyMatch(feed.positions()::containsKey)) {
				affected.add(feed);
			}
		}
		this.ready = false;
		for (GlobalFeed feed : affected) {
			logger
				.warn("Records of topic {} are gone that global store {} was to read: it's restored from the beginning"
						+ " ({})", feed.task().topic(), feed.store(), failure.getMessage());
			this.states.setBack(feed.store());
			feed.clearState();
			this.restoration.add(feed);
		}
	}

	/**
	 * A client failed.
	 * @throws RuntimeException the failure, if trying again is of no use
	 */
	private static void goOnAfter(RuntimeException failure) {
		if (FailureTable.verdict(failure) != Verdict.RETRY) {
			throw failure;
		}
		logger.warn("Global stores couldn't be read on, which is tried again: {}", failure.toString());
	}

	private void settle(GlobalFeed feed, long now) {
		RuntimeException failure = feed.failure();
		if (failure != null && this.states.phase(feed.store()) != Phase.CLOSED) {
			failed(feed, failure, now);
		}
	}

	private void failed(GlobalFeed feed, RuntimeException failure, long now) {
		this.ready = false;
		Verdict verdict = FailureTable.verdict(failure);
		StateRecovery.Action action = this.states.failed(feed.store(), verdict, now);
		if (action == StateRecovery.Action.FAIL) {
			throw failure;
		}
		close(feed);
		if (verdict == Verdict.AWAIT_ROOM) {
			this.lacks.put(feed.store(), String.valueOf(failure.getMessage()));
			if (action == StateRecovery.Action.TELL_AND_OPEN_AGAIN) {
				logger.warn("{} Nothing is lost: global store {} is read again from its topic as soon as there is room",
						failure.getMessage(), feed.store());
			}
		}
		else if (verdict == Verdict.REOPEN_TASKS) {
			logger.warn("Global store {} is opened again, as its state can't be trusted", feed.store(), failure);
		}
		logger.debug("The state of global store {} can't be used; it's opened again", feed.store(), failure);
	}

	/**
	 * What the stores wait for, in words.
	 */
	List<Waiting> waiting() {
		List<Waiting> all = new ArrayList<>();
		this.states.awaitingRoom()
			.forEach((store) -> all.add(new Waiting(Reason.DISK_FULL, this.lacks.getOrDefault(store, ""))));
		RetriableException delay = this.topics.delay();
		if (delay != null) {
			Reason reason = (delay instanceof UnknownTopicOrPartitionException) ? Reason.MISSING_SOURCE_TOPICS
					: Reason.BROKER_UNAVAILABLE;
			all.add(new Waiting(reason, "Global stores wait until the broker tells of their topics " + topicNames()
					+ ": " + delay.getMessage()));
		}
		for (GlobalFeed feed : this.feeds.values()) {
			if (this.states.phase(feed.store()) == Phase.RESTORING) {
				long remaining = feed.remaining();
				all.add(new Waiting(Reason.RESTORING,
						"Global store " + feed.store() + " is restored from topic " + feed.task().topic() + ": "
								+ ((remaining >= 0) ? remaining + " records to go."
										: "the end of the topic isn't known yet.")));
			}
		}
		return all;
	}

	private List<String> topicNames() {
		return this.feeds.values().stream().map((feed) -> feed.task().topic()).toList();
	}

	private GlobalFeed feed(String store) {
		return Objects.requireNonNull(this.feeds.get(store));
	}

	/**
	 * Closes all stores.
	 */
	void close() {
		this.ready = false;
		this.status = List.of();
		RuntimeException failure = null;
		for (GlobalFeed feed : this.feeds.values()) {
			try {
				feed.task().close();
			}
			catch (RuntimeException ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

}
