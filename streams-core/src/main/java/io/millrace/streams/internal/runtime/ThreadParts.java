package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.commit.Committer;
import io.millrace.streams.internal.commit.ThreadProducer;
import io.millrace.streams.internal.group.GroupCondition;
import io.millrace.streams.internal.group.Membership;
import io.millrace.streams.internal.metrics.CommitCounters;
import io.millrace.streams.internal.restore.ChangelogIdentities;
import io.millrace.streams.internal.restore.Restoration;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * The clients and workers of one thread, put together. Used by {@link StreamThread}; what
 * counts is for any thread.
 */
final class ThreadParts {

	/**
	 * How long a client may take to close if nobody said.
	 */
	static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

	private final String groupId;

	private final Membership membership;

	private final ThreadProducer producer;

	private final Restoration restoration;

	private final Committer committer;

	private final AssignedTasks tasks;

	private final ThreadLoop loop;

	private final Freshness freshness = new Freshness();

	private final QuestionQueue questions;

	private final TaskCounters taskCounters = new TaskCounters();

	private final CommitCounters commitCounters = new CommitCounters();

	private ThreadParts(String thread, ThreadProducer producer, Membership membership, Restoration restoration,
			RuntimeContext context) {
		this.questions = new QuestionQueue(thread, QuestionQueue.PATIENCE);
		this.groupId = context.config().applicationId();
		this.membership = membership;
		this.producer = producer;
		this.restoration = restoration;
		CompiledTopology topology = context.topology();
		this.committer = new Committer(producer, membership.consumer(), context.stepListener(), this.commitCounters);
		TaskEnvironment environment = new TaskEnvironment(this.groupId, context.config(), context.stateDirectory(),
				context.engines(), producer, cacheBudget(context), this.taskCounters, context.control()::now,
				context.globalStores());
		this.tasks = new AssignedTasks((id) -> new StreamTask(id, topology.subtopology(id.subtopology()), environment),
				membership.consumer(), this.committer, restoration, startPositions(context),
				new TaskOpening(new ChangelogIdentities(context.admin())), context.control()::now);
		RepartitionPurge purge = new RepartitionPurge(context.admin(), repartitionTopics(topology),
				context.config().repartitionPurgeIntervalMs(), context.control().now());
		this.loop = new ThreadLoop(this.groupId, RuntimeSettings.of(context.config()), membership, this.tasks,
				this.committer, producer, purge, this.freshness,
				new SilenceWatch(context.admin(), membership.consumer()), this.questions, context.globalStoresReady(),
				context.control());
	}

	private static CacheBudget cacheBudget(RuntimeContext context) {
		long all = context.config().stateCacheMaxBytes();
		return new CacheBudget(() -> all / context.control().threads());
	}

	private static StartPositions startPositions(RuntimeContext context) {
		Object reset = context.config().consumerSettings("").get(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG);
		return new StartPositions(context.topology().subtopologies(), String.valueOf(reset));
	}

	static ThreadParts create(String thread, int number, RuntimeContext context) {
		ThreadClients clients = context.clients();
		ThreadProducer producer = new ThreadProducer(() -> clients.producer(thread, number),
				context.config().exactlyOnce());
		Membership membership;
		try {
			membership = clients.membership(thread);
		}
		catch (RuntimeException ex) {
			producer.close(Duration.ZERO);
			throw ex;
		}
		Restoration restoration = new Restoration(() -> clients.restoreConsumer(thread), context.admin(),
				context.restoreListener());
		return new ThreadParts(thread, producer, membership, restoration, context);
	}

	private static Set<String> repartitionTopics(CompiledTopology topology) {
		Set<String> topics = new HashSet<>();
		topology.subtopologies()
			.forEach((subtopology) -> topics.addAll(subtopology.repartitionSourceTopics().keySet()));
		return topics;
	}

	Membership membership() {
		return this.membership;
	}

	ThreadProducer producer() {
		return this.producer;
	}

	Restoration restoration() {
		return this.restoration;
	}

	AssignedTasks tasks() {
		return this.tasks;
	}

	ThreadLoop loop() {
		return this.loop;
	}

	/**
	 * What others want the thread to look up.
	 */
	QuestionQueue questions() {
		return this.questions;
	}

	/**
	 * Whether the thread's tasks are its own as far as anyone can know.
	 */
	boolean fresh() {
		return this.freshness.observe(System.nanoTime(), this.membership.heartbeatAnswers(),
				this.membership.heartbeatIntervalMillis());
	}

	/**
	 * Ends an open transaction of a thread that failed.
	 */
	void abort() {
		this.committer.abandon();
	}

	boolean shutdownHeard() {
		return GroupCondition.of(this.groupId, this.membership.statuses(), false).shutdown();
	}

	void pollNothing() {
		this.membership.consumer().pause(this.membership.consumer().assignment());
		this.membership.poll(Duration.ofMillis(100));
	}

	Counters counters() {
		return new Counters(this.taskCounters.processedCount(), this.taskCounters.skippedCount(),
				this.taskCounters.deadLetteredCount(), this.taskCounters.droppedCount(), this.taskCounters.sentCount(),
				this.taskCounters.changeloggedCount(), this.commitCounters.commits(), this.commitCounters.aborts(),
				this.commitCounters.commitNanos(), this.taskCounters.restoredCount(),
				this.taskCounters.droppedCounts());
	}

	Map<MetricName, Metric> clientMetrics() {
		Map<MetricName, Metric> all = new HashMap<>(this.membership.consumer().metrics());
		all.putAll(this.producer.metrics());
		return all;
	}

}
