package io.millrace.streams;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

import io.millrace.streams.errors.StreamsUncaughtExceptionHandler;
import io.millrace.streams.internal.query.InstanceDirectory;
import io.millrace.streams.internal.query.StateQueries;
import io.millrace.streams.internal.query.StoreViews;
import io.millrace.streams.internal.runtime.InstanceFacts;
import io.millrace.streams.internal.runtime.LocalTasks;
import io.millrace.streams.internal.runtime.RuntimeProbe;
import io.millrace.streams.internal.runtime.StatusReport;
import io.millrace.streams.internal.runtime.StreamsRuntime;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.query.StateQueryRequest;
import io.millrace.streams.query.StateQueryResult;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Runs a topology: one instance of an application, which shares the work with all other
 * instances that have the same application id. It's made, started, and closed once.
 * Thread-safe.
 */
public class KafkaStreams implements AutoCloseable {

	private final StreamsRuntime runtime;

	private final StatusReport report;

	private final StoreViews stores;

	private final StateQueries queries;

	private final InstanceFacts facts;

	private final InstanceDirectory instances;

	/**
	 * Makes an instance; nothing runs before {@link #start()}.
	 * @param topology what to run
	 * @param properties the settings, see {@link StreamsConfig}
	 * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong
	 * @throws io.millrace.streams.errors.TopologyException if the topology can't be run
	 */
	public KafkaStreams(Topology topology, Properties properties) {
		this(topology, new StreamsConfig(properties));
	}

	/**
	 * Makes an instance; nothing runs before {@link #start()}.
	 * @param topology what to run
	 * @param config the settings
	 * @throws io.millrace.streams.errors.TopologyException if the topology can't be run
	 */
	public KafkaStreams(Topology topology, StreamsConfig config) {
		this(topology, config, RuntimeProbe.find());
	}

	/**
	 * Makes an instance with another clock; nothing runs before {@link #start()}.
	 * @param topology what to run
	 * @param properties the settings, see {@link StreamsConfig}
	 * @param time the clock of wall-clock punctuations, commits and timeouts
	 * @throws org.apache.kafka.common.config.ConfigException if a setting is wrong
	 * @throws io.millrace.streams.errors.TopologyException if the topology can't be run
	 */
	public KafkaStreams(Topology topology, Properties properties, Time time) {
		this(topology, new StreamsConfig(properties), time);
	}

	/**
	 * Makes an instance with another clock; nothing runs before {@link #start()}.
	 * @param topology what to run
	 * @param config the settings
	 * @param time the clock of wall-clock punctuations, commits and timeouts
	 * @throws io.millrace.streams.errors.TopologyException if the topology can't be run
	 */
	public KafkaStreams(Topology topology, StreamsConfig config, Time time) {
		this(topology, config, RuntimeProbe.find(), time);
	}

	/**
	 * Makes an instance whose commits can be watched and disturbed, for tests.
	 */
	KafkaStreams(Topology topology, StreamsConfig config, RuntimeProbe probe) {
		this(topology, config, probe, Time.SYSTEM);
	}

	private KafkaStreams(Topology topology, StreamsConfig config, RuntimeProbe probe, Time time) {
		CompiledTopology compiled = topology.compile(config);
		this.runtime = new StreamsRuntime(config, compiled, probe, time);
		this.report = new StatusReport(this.runtime);
		this.facts = new InstanceFacts(this.runtime);
		LocalTasks tasks = new LocalTasks(this.runtime);
		this.instances = new InstanceDirectory(compiled, this.runtime::state, this.facts::partitionsByHost,
				tasks::partitionCount, config::applicationServer);
		IsolationLevel isolation = config.defaultInteractiveQueryIsolationLevel();
		this.stores = new StoreViews(compiled, this.runtime::state, tasks,
				(name) -> this.runtime.globalStoresReady() ? this.runtime.globalStore(name) : null, isolation);
		this.queries = new StateQueries(this.stores, tasks, tasks::partitionCount, isolation);
	}

	/**
	 * Starts the threads and returns at once. No broker needs to be there: the instance
	 * waits for one, and {@link #status()} says so.
	 * @throws IllegalStateException if it was started or closed before
	 */
	public void start() {
		this.runtime.start();
	}

	/**
	 * Closes as {@link #close(Duration)} does, and waits until everything has ended.
	 */
	@Override
	public void close() {
		close(Duration.ofMillis(Long.MAX_VALUE));
	}

	/**
	 * Commits, leaves the group and ends the threads. May be called often and by any
	 * thread. Called by a thread of this instance, say in a state listener, it doesn't
	 * wait. If the caller is interrupted, it stops waiting and keeps the interrupt.
	 * @param timeout how long to wait; zero not to wait
	 * @return true if everything has ended in that time
	 * @throws IllegalArgumentException if the timeout is negative
	 */
	public boolean close(Duration timeout) {
		return this.runtime.close(checked("close", timeout), false);
	}

	/**
	 * Closes as {@link #close(Duration)} does, and leaves the group or not.
	 * @param options how long to wait, and whether to leave the group
	 * @return true if everything has ended in that time
	 * @throws IllegalArgumentException if the timeout is negative
	 */
	public boolean close(CloseOptions options) {
		Duration timeout = checked("close", options.timeout.orElse(Duration.ofMillis(Long.MAX_VALUE)));
		return this.runtime.close(timeout, options.operation == CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP);
	}

	/**
	 * Adds a processing thread, which takes its share of the tasks. The memory for caches
	 * is shared anew.
	 * @return its name; empty if the instance isn't running
	 */
	public Optional<String> addStreamThread() {
		return this.runtime.changes().add();
	}

	/**
	 * Takes a processing thread out as {@link #removeStreamThread(Duration)} does, and
	 * waits until it has ended.
	 * @return its name; empty if there is none, or the instance isn't running
	 */
	public Optional<String> removeStreamThread() {
		return this.runtime.changes().remove(Duration.ofMillis(Long.MAX_VALUE));
	}

	/**
	 * Takes a processing thread out: it commits, leaves the group and ends, and others
	 * get its tasks. Without any thread the instance still runs, and does nothing. Called
	 * by a processing thread, it takes another one out if there is one; its own end isn't
	 * waited for.
	 * @param timeout how long to wait until it has ended
	 * @return its name; empty if there is none, or the instance isn't running
	 * @throws org.apache.kafka.common.errors.TimeoutException if it hasn't ended in that
	 * time; it goes on to end
	 * @throws IllegalArgumentException if the timeout is negative
	 */
	public Optional<String> removeStreamThread(Duration timeout) {
		return this.runtime.changes().remove(checked("removeStreamThread", timeout));
	}

	/**
	 * Stops processing on this instance until {@link #resume()}: records and punctuations
	 * wait. What was processed is committed; the instance stays in its group, keeps its
	 * tasks, restores their state and answers queries. Punctuations by wall clock that
	 * become due meanwhile are called once afterwards. It may be called before
	 * {@link #start()}, and isn't remembered beyond this object.
	 */
	public void pause() {
		this.runtime.pause(true);
	}

	/**
	 * Goes on with processing.
	 */
	public void resume() {
		this.runtime.pause(false);
	}

	/**
	 * Whether processing is stopped.
	 * @return true between {@link #pause()} and {@link #resume()}
	 */
	public boolean isPaused() {
		return this.runtime.changes().paused();
	}

	/**
	 * Deletes the local state of this application below the state directory, so that it
	 * is rebuilt from the changelogs at the next start. State in memory is gone anyway.
	 * @throws IllegalStateException if the instance is running
	 * @throws io.millrace.streams.errors.LockException if another one, in this process or
	 * not, is using a part of it, which is left alone
	 * @throws io.millrace.streams.errors.StreamsException if it can't be deleted
	 */
	public void cleanUp() {
		State current = state();
		if (!current.hasNotStarted() && !current.hasCompletedShutdown()) {
			throw new IllegalStateException("Local state can't be deleted while the application is in the state "
					+ current + "; close it first.");
		}
		this.runtime.deleteState();
	}

	/**
	 * What the instance is doing.
	 * @return the state now
	 */
	public State state() {
		return this.runtime.state();
	}

	/**
	 * Sets who is told when the state changes. It's told by the thread that changes the
	 * state, one change at a time and in order, and may call anything.
	 * @param listener the listener, or null for none
	 * @throws IllegalStateException if the instance was started
	 */
	public void setStateListener(@Nullable StateListener listener) {
		checkNotStarted("state listener");
		this.runtime.stateListener(listener);
	}

	/**
	 * Sets who decides what happens after a thread failed. Without one, the instance
	 * shuts down and its state becomes {@link State#ERROR}.
	 * @param handler the handler, or null for none
	 * @throws IllegalStateException if the instance was started
	 */
	public void setUncaughtExceptionHandler(@Nullable StreamsUncaughtExceptionHandler handler) {
		checkNotStarted("uncaught exception handler");
		this.runtime.exceptionHandler(handler);
	}

	/**
	 * Sets who is told while stores are restored; called by the threads.
	 * @param listener the listener, or null for none
	 * @throws IllegalStateException if the instance was started
	 */
	public void setGlobalStateRestoreListener(@Nullable StateRestoreListener listener) {
		checkNotStarted("restore listener");
		this.runtime.restoreListener(listener);
	}

	private static Duration checked(String method, Duration timeout) {
		if (timeout.isNegative()) {
			throw new IllegalArgumentException(
					"The timeout of " + method + " is " + timeout + "; it must not be negative.");
		}
		return timeout;
	}

	private void checkNotStarted(String what) {
		if (state() != State.CREATED) {
			throw new IllegalStateException(
					"The " + what + " has to be set before the application is started; its state is " + state() + ".");
		}
	}

	/**
	 * A read-only view of a store: the content of all its partitions that are on this
	 * instance. It shows committed data, unless
	 * {@link StreamsConfig#DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG} or its own
	 * {@code readOnly(IsolationLevel)} says otherwise. It may be kept: each read looks
	 * anew which partitions are here, and fails with the same exceptions if none may be
	 * read.
	 * <p>
	 * Uncommitted data is looked up by the thread that processes, between two batches of
	 * records. A read waits for that, 5 seconds at most, and then fails with an
	 * {@link io.millrace.streams.errors.InvalidStateStoreException}. Called by that very
	 * thread, a read doesn't wait.
	 * @param parameters which store, and in which form
	 * @param <T> the read-only form
	 * @return the view
	 * @throws io.millrace.streams.errors.StreamsNotStartedException if the instance isn't
	 * started
	 * @throws io.millrace.streams.errors.UnknownStateStoreException if the topology has
	 * no such store
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if it can't be read
	 * at the moment; subclasses and the message tell why
	 */
	public <T> T store(StoreQueryParameters<T> parameters) {
		return this.stores.view(Objects.requireNonNull(parameters, "The parameters of a query are null."));
	}

	/**
	 * Asks the partitions of a store that are on this instance. Each of them answers for
	 * itself, with a result or the reason for which there is none; nothing is thrown on
	 * account of one. Answers that are iterators have to be closed.
	 * <p>
	 * It shows committed data, unless the request or
	 * {@link StreamsConfig#DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG} says
	 * otherwise; uncommitted data is looked up and waited for as {@link #store} says. A
	 * position bound is held against what is shown: against the last commit if it is
	 * committed data, and against all records that are through if not.
	 * @param request which store, what for, and how
	 * @param <R> the type of the answer
	 * @return the answers by partition
	 * @throws io.millrace.streams.errors.UnknownStateStoreException if the topology has
	 * no such store
	 * @throws io.millrace.streams.errors.StreamsNotStartedException if the instance isn't
	 * started
	 * @throws io.millrace.streams.errors.StreamsStoppedException if it has stopped, or is
	 * about to
	 */
	public <R extends @Nullable Object> StateQueryResult<R> query(StateQueryRequest<R> request) {
		return this.queries.query(Objects.requireNonNull(request, "The request of a query is null."));
	}

	/**
	 * How far the stores on this instance are behind their changelogs. A store whose task
	 * processes isn't behind. Asks a broker where changelogs end.
	 * @return lags by store and partition; stores without a changelog are missing
	 * @throws io.millrace.streams.errors.StreamsException if no broker answers
	 * @throws IllegalStateException if the instance isn't running
	 */
	public Map<String, Map<Integer, LagInfo>> allLocalStorePartitionLags() {
		return LocalStores.lags(this.facts);
	}

	/**
	 * The ids by which brokers know this instance's clients in the metrics that clients
	 * push.
	 * @param timeout how long to wait for them
	 * @return the ids
	 * @throws IllegalArgumentException if the timeout is negative
	 * @throws IllegalStateException if the instance isn't running
	 * @throws org.apache.kafka.common.errors.TimeoutException if brokers haven't given
	 * them in that time, as those that collect no metrics never do
	 */
	public ClientInstanceIds clientInstanceIds(Duration timeout) {
		return this.facts.instanceIds(checked("clientInstanceIds", timeout));
	}

	/**
	 * All instances of the application that have set
	 * {@link StreamsConfig#APPLICATION_SERVER_CONFIG}.
	 * @return what each has, as the group told last
	 * @throws io.millrace.streams.errors.StreamsNotStartedException if the instance isn't
	 * started
	 * @throws IllegalStateException if it has ended
	 */
	public Collection<StreamsMetadata> metadataForAllStreamsClients() {
		return this.instances.all();
	}

	/**
	 * The instances that have a part of a store, and have set
	 * {@link StreamsConfig#APPLICATION_SERVER_CONFIG}. Of a global store, each has all.
	 * @param storeName the store
	 * @return what each has, as the group told last
	 * @throws io.millrace.streams.errors.UnknownStateStoreException if the topology has
	 * no such store
	 * @throws io.millrace.streams.errors.StreamsNotStartedException if the instance isn't
	 * started
	 */
	public Collection<StreamsMetadata> streamsMetadataForStore(String storeName) {
		return this.instances.withStore(storeName);
	}

	/**
	 * The instance to ask for a key of a store that is partitioned as Kafka does by
	 * default. Asks a broker for the number of partitions. A global store is on every
	 * instance: the answer is this one, or any if it has no endpoint, and no partition.
	 * @param storeName the store
	 * @param key the key
	 * @param keySerializer serialises the key as in the topics that feed the store
	 * @param <K> the type of the key
	 * @return the instance; {@link KeyQueryMetadata#NOT_AVAILABLE} if the group hasn't
	 * told yet, or the instance has no endpoint
	 * @throws io.millrace.streams.errors.UnknownStateStoreException if the topology has
	 * no such store
	 * @throws io.millrace.streams.errors.StreamsNotStartedException if the instance isn't
	 * started
	 */
	public <K> KeyQueryMetadata queryMetadataForKey(String storeName, K key, Serializer<K> keySerializer) {
		return queryMetadataForKey(storeName, key, new RecordHeaders(), keySerializer);
	}

	/**
	 * The same for a serialiser that looks at headers.
	 * @param storeName the store
	 * @param key the key
	 * @param headers the headers of the key's records
	 * @param keySerializer serialises the key as in the topics that feed the store
	 * @param <K> the type of the key
	 * @return the instance
	 */
	public <K> KeyQueryMetadata queryMetadataForKey(String storeName, K key, Headers headers,
			Serializer<K> keySerializer) {
		Objects.requireNonNull(key, "The key is null.");
		return this.instances.ofKey(storeName, KeyPartition.byDefault(key, headers, keySerializer));
	}

	/**
	 * The instance to ask for a key of a store with a partitioner of the user's. Asks a
	 * broker for the number of partitions.
	 * @param storeName the store
	 * @param key the key
	 * @param partitioner chooses the partition as for the topics that feed the store; it
	 * is given no value
	 * @param <K> the type of the key
	 * @return the instance; {@link KeyQueryMetadata#NOT_AVAILABLE} if the group hasn't
	 * told yet, or the instance has no endpoint
	 * @throws IllegalArgumentException if it doesn't choose one partition
	 */
	public <K> KeyQueryMetadata queryMetadataForKey(String storeName, K key,
			StreamPartitioner<? super K, ?> partitioner) {
		return queryMetadataForKey(storeName, key, new RecordHeaders(), partitioner);
	}

	/**
	 * The same for a partitioner that looks at headers.
	 * @param storeName the store
	 * @param key the key
	 * @param headers the headers of the key's records
	 * @param partitioner chooses the partition
	 * @param <K> the type of the key
	 * @return the instance
	 */
	public <K> KeyQueryMetadata queryMetadataForKey(String storeName, K key, Headers headers,
			StreamPartitioner<? super K, ?> partitioner) {
		return this.instances.ofKey(storeName, KeyPartition.by(partitioner, key, headers));
	}

	/**
	 * The threads of this instance and their tasks.
	 * @return a snapshot, taken without asking a broker
	 */
	public Set<ThreadMetadata> metadataForLocalThreads() {
		return this.report.threadMetadata();
	}

	/**
	 * What this instance is doing, what it waits for and what it did.
	 * @return a snapshot, taken without asking a broker
	 */
	public ApplicationStatus status() {
		return this.report.status();
	}

	/**
	 * The stores of the topology, those of the user's own making left out.
	 * @return their descriptions
	 */
	public List<StoreDescription> storeDescriptions() {
		return LocalStores.descriptions(this.runtime.topology(), this.runtime.config());
	}

	/**
	 * The metrics of the Kafka clients of this instance.
	 * @return names and live values
	 */
	public Map<MetricName, ? extends Metric> metrics() {
		return this.facts.clientMetrics();
	}

	/**
	 * What an instance is doing.
	 */
	public enum State {

		/** It isn't started. */
		CREATED,
		/** It waits for a broker or for tasks, or restores state. */
		REBALANCING,
		/** All its tasks process. */
		RUNNING,
		/** It closes. */
		PENDING_SHUTDOWN,
		/** It is closed. */
		NOT_RUNNING,
		/** It closes because of a failure. */
		PENDING_ERROR,
		/** A failure ended it. */
		ERROR;

		/**
		 * Whether it isn't started.
		 * @return true for {@link #CREATED}
		 */
		public boolean hasNotStarted() {
			return this == CREATED;
		}

		/**
		 * Whether it is at work.
		 * @return true for {@link #RUNNING} and {@link #REBALANCING}
		 */
		public boolean isRunningOrRebalancing() {
			return this == RUNNING || this == REBALANCING;
		}

		/**
		 * Whether it closes.
		 * @return true for {@link #PENDING_SHUTDOWN} and {@link #PENDING_ERROR}
		 */
		public boolean isShuttingDown() {
			return this == PENDING_SHUTDOWN || this == PENDING_ERROR;
		}

		/**
		 * Whether it has ended.
		 * @return true for {@link #NOT_RUNNING} and {@link #ERROR}
		 */
		public boolean hasCompletedShutdown() {
			return this == NOT_RUNNING || this == ERROR;
		}

		/**
		 * Whether it was started or has ended.
		 * @return false for {@link #CREATED} and while it closes
		 */
		public boolean hasStartedOrFinishedShuttingDown() {
			return isRunningOrRebalancing() || hasCompletedShutdown();
		}

		/**
		 * Whether this state can be followed by another.
		 * @param newState the other
		 * @return true if it can
		 */
		public boolean isValidTransition(State newState) {
			return switch (this) {
				case CREATED -> newState == REBALANCING || newState == PENDING_SHUTDOWN;
				case REBALANCING -> newState == RUNNING || newState == PENDING_SHUTDOWN || newState == PENDING_ERROR;
				case RUNNING -> newState == REBALANCING || newState == RUNNING || newState == PENDING_SHUTDOWN
						|| newState == PENDING_ERROR;
				case PENDING_SHUTDOWN -> newState == NOT_RUNNING;
				case PENDING_ERROR -> newState == ERROR;
				case NOT_RUNNING, ERROR -> false;
			};
		}

	}

	/**
	 * Told when the state of an instance changes.
	 */
	@FunctionalInterface
	public interface StateListener {

		/**
		 * Called after each change.
		 * @param newState the state now
		 * @param oldState the state before
		 */
		void onChange(State newState, State oldState);

	}

}
