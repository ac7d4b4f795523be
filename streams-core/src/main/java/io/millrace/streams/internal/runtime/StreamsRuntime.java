package io.millrace.streams.internal.runtime;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.KafkaStreams.StateListener;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.StreamsUncaughtExceptionHandler;
import io.millrace.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.millrace.streams.internal.group.StartInquiry;
import io.millrace.streams.internal.store.OrphanedTaskDirectories;
import io.millrace.streams.internal.store.ProcessIdentity;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.internal.store.StateEngines;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running application instance: its threads, what they share, and what happens when
 * one of them fails. {@link io.millrace.streams.KafkaStreams} is the user's handle on it.
 * Thread-safe.
 */
public final class StreamsRuntime {

	private static final Logger logger = LoggerFactory.getLogger(StreamsRuntime.class);

	private final StreamsConfig config;

	private final CompiledTopology topology;

	private final RuntimeProbe probe;

	private final ThreadClients clients;

	private final ClientLifecycle lifecycle;

	private final RuntimeControl control;

	private final List<StreamThread> threads = new CopyOnWriteArrayList<>();

	private final ThreadChanges changes;

	private final ThreadOwner owner = new ThreadOwner();

	private volatile @Nullable GlobalThread globalThread;

	private volatile @Nullable StreamsUncaughtExceptionHandler exceptionHandler;

	private volatile @Nullable StateRestoreListener restoreListener;

	private volatile @Nullable String failure;

	private volatile long stopDeadline = Long.MAX_VALUE;

	private volatile boolean stopping;

	private volatile boolean remain;

	private @Nullable RuntimeContext context;

	private @Nullable StartInquiry inquiry;

	private final ProcessIdentity identity;

	private @Nullable StateCleaner cleaner;

	/** The numbers of threads that are there; transactional ids are made of them. */
	private final Set<Integer> numbers = new HashSet<>();

	/**
	 * Makes an instance; no client is made before it's started.
	 * @param config the settings
	 * @param topology the topology
	 * @param probe told of the points where tests make it fail
	 * @param time the clock of punctuations, commits and timeouts
	 */
	public StreamsRuntime(StreamsConfig config, CompiledTopology topology, RuntimeProbe probe, Time time) {
		this.control = new RuntimeControl(time);
		this.config = config;
		this.topology = topology;
		this.probe = probe;
		this.identity = config.exactlyOnce() ? ProcessIdentity.claim(applicationDirectory(config))
				: ProcessIdentity.random();
		this.clients = new ThreadClients(config, this.identity.id(), topology.subtopologies());
		this.lifecycle = new ClientLifecycle(this.clients.clientId());
		this.changes = new ThreadChanges(this, this.lifecycle, this.control, probe);
	}

	private static Path applicationDirectory(StreamsConfig config) {
		return config.stateDirectory().resolve(config.applicationId());
	}

	public CompiledTopology topology() {
		return this.topology;
	}

	public StreamsConfig config() {
		return this.config;
	}

	public State state() {
		return this.lifecycle.state();
	}

	public void stateListener(@Nullable StateListener listener) {
		this.lifecycle.listener(listener);
	}

	public void exceptionHandler(@Nullable StreamsUncaughtExceptionHandler handler) {
		this.exceptionHandler = handler;
	}

	public void restoreListener(@Nullable StateRestoreListener listener) {
		this.restoreListener = listener;
	}

	/**
	 * One sentence that says what stopped the application, if anything did.
	 */
	Optional<String> failure() {
		return Optional.ofNullable(this.failure);
	}

	void failure(@Nullable String sentence) {
		this.failure = sentence;
	}

	List<StreamThread> threads() {
		return this.threads;
	}

	ThreadClients clients() {
		return this.clients;
	}

	/**
	 * Starts the threads and returns at once.
	 * @throws IllegalStateException if it was started before
	 */
	public void start() {
		List<StreamThread> started = new ArrayList<>();
		synchronized (this) {
			if (state() != State.CREATED) {
				// Throws; nothing may be made for it.
				this.lifecycle.started(List.of());
			}
			prepare();
			try {
				createGlobalThread();
				for (int i = 0; i < threadCount(); i++) {
					started.add(newThread());
				}
				// Fails if it was closed meanwhile.
				this.lifecycle.started(names(started));
			}
			catch (RuntimeException ex) {
				started.forEach(StreamThread::discard);
				discardGlobalThread();
				closeShared();
				throw ex;
			}
			this.threads.addAll(started);
			this.control.threads(this.threads.size());
			if (this.context != null) {
				startCleaner(this.context);
			}
		}
		try {
			this.changes.startAll(this.globalThread, started);
		}
		finally {
			this.lifecycle.tell();
		}
		if (this.stopping) {
			stopThreads();
		}
	}

	/**
	 * A topology of global stores alone needs no thread that processes.
	 */
	private int threadCount() {
		return this.topology.subtopologies().isEmpty() ? 0 : this.config.numStreamThreads();
	}

	private List<String> names(List<StreamThread> started) {
		List<String> names = new ArrayList<>(started.stream().map(Thread::getName).toList());
		GlobalThread global = this.globalThread;
		if (global != null) {
			names.add(global.getName());
		}
		return names;
	}

	private void createGlobalThread() {
		RuntimeContext shared = this.context;
		StartInquiry asked = this.inquiry;
		if (!this.topology.globalStores().isEmpty() && shared != null && asked != null) {
			this.globalThread = new GlobalThread(new GlobalThreadOwner(this, this.lifecycle), asked, shared);
		}
	}

	void discardGlobalThread() {
		GlobalThread global = this.globalThread;
		this.globalThread = null;
		if (global != null) {
			global.discard();
		}
	}

	/**
	 * A global store, for any thread.
	 * @param name the store's name
	 * @return the store, to be read only, or null if there is none of that name here
	 */
	public @Nullable StateStore globalStore(String name) {
		GlobalThread global = this.globalThread;
		return (global != null) ? global.view(name) : null;
	}

	/**
	 * Whether all global stores can be read.
	 * @return true if so, or if there are none
	 */
	public boolean globalStoresReady() {
		GlobalThread global = this.globalThread;
		return (global != null) ? global.ready() : this.topology.globalStores().isEmpty();
	}

	@Nullable GlobalThread globalThread() {
		return this.globalThread;
	}

	private void prepare() {
		Admin admin = this.clients.admin();
		Path directory = applicationDirectory(this.config);
		this.context = new RuntimeContext(this.config, this.topology, this.clients, admin, engines(), directory,
				() -> new ProbedRestoreListener(this.probe, this.restoreListener), this.probe, this::globalStore,
				this::globalStoresReady, this.control);
		this.inquiry = new StartInquiry(admin, this.config.applicationId(), this.topology,
				this.config.missingTopics() == StreamsConfig.MissingTopics.FAIL,
				this.config.adminSettings(this.clients.adminClientId()));
	}

	private void startCleaner(RuntimeContext shared) {
		if (shared.engines().persistent()) {
			this.cleaner = new StateCleaner(this.clients.clientId() + "-StateCleaner", shared.stateDirectory(),
					Duration.ofMillis(this.config.stateCleanupDelayMs()), this::ownedTasks,
					() -> state() == State.RUNNING);
		}
	}

	private Set<TaskId> ownedTasks() {
		Set<TaskId> owned = new HashSet<>();
		this.threads.forEach((thread) -> thread.snapshot().tasks().forEach((task) -> owned.add(task.id())));
		return owned;
	}

	private StateEngineFactory engines() {
		return StateEngines.create(this.config.stateStore(), this.config.originals());
	}

	StreamThread newThread() {
		int number = 1;
		while (!this.numbers.add(number)) {
			number++;
		}
		String name = this.clients.clientId() + "-StreamThread-" + number;
		RuntimeContext shared = this.context;
		StartInquiry asked = this.inquiry;
		if (shared == null || asked == null) {
			throw new IllegalStateException("The application isn't started.");
		}
		try {
			return new StreamThread(name, number, this.owner, asked, ThreadParts.create(name, number, shared),
					shared.globalStoresReady());
		}
		catch (RuntimeException | Error ex) {
			this.numbers.remove(number);
			throw ex;
		}
	}

	/**
	 * Stops a thread that may have been started too late to be told.
	 */
	void stopIfStopping(StreamThread thread) {
		if (this.stopping) {
			if (this.remain) {
				thread.remainInGroup();
			}
			thread.requestStop(this.stopDeadline);
		}
	}

	public ThreadChanges changes() {
		return this.changes;
	}

	boolean stopping() {
		return this.stopping;
	}

	/**
	 * A number of a thread is free again.
	 */
	synchronized void release(int number) {
		this.numbers.remove(number);
	}

	/**
	 * Stops processing, or goes on with it.
	 */
	public void pause(boolean pause) {
		this.control.pause(pause);
	}

	/**
	 * The admin client.
	 * @throws IllegalStateException if the application isn't running
	 */
	synchronized Admin runningAdmin() {
		RuntimeContext shared = this.context;
		if (shared == null) {
			throw new IllegalStateException("The application is " + state() + "; it has to be running.");
		}
		return shared.admin();
	}

	/**
	 * Commits and ends the threads.
	 * @param timeout how long to wait
	 * @param remain whether the group isn't told
	 * @return whether all has ended in that time
	 */
	public boolean close(Duration timeout, boolean remain) {
		long nanos = Deadline.saturatedNanos(timeout);
		this.stopDeadline = Deadline.after(nanos);
		if (remain) {
			this.remain = true;
			this.threads.forEach(StreamThread::remainInGroup);
		}
		this.lifecycle.shutDown();
		stopThreads();
		closeSharedIfNoThread();
		if ((Thread.currentThread() instanceof StreamThread own && this.threads.contains(own))
				|| Thread.currentThread() == this.globalThread) {
			// Called by a listener or by user code: the thread ends once that returns.
			return false;
		}
		try {
			return this.lifecycle.awaitEnd(nanos);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * Deletes the application's state on disk.
	 */
	public void deleteState() {
		StateCleaner closed = closedCleaner();
		if (closed != null) {
			// It may still hold a directory that is to be deleted.
			closed.awaitEnd();
		}
		OrphanedTaskDirectories.removeAll(applicationDirectory(this.config));
	}

	private synchronized @Nullable StateCleaner closedCleaner() {
		return this.cleaner;
	}

	void stopThreads() {
		this.stopping = true;
		for (StreamThread thread : this.threads) {
			thread.requestStop(this.stopDeadline);
		}
		stopGlobalThreadIfUnread();
	}

	private boolean allThreadsEnded() {
		return this.threads.stream().allMatch((thread) -> thread.snapshot().state().ended());
	}

	void stopGlobalThreadIfUnread() {
		GlobalThread global = this.globalThread;
		if (global != null && this.stopping && allThreadsEnded()) {
			global.requestStop();
		}
	}

	/**
	 * If nothing was started that would do so in its end.
	 */
	private synchronized void closeSharedIfNoThread() {
		if (this.threads.isEmpty() && this.globalThread == null) {
			closeShared();
		}
	}

	synchronized void closeSharedIfUnused() {
		GlobalThread global = this.globalThread;
		if (allThreadsEnded() && (global == null || global.threadState().ended())) {
			closeShared();
		}
	}

	private synchronized void closeShared() {
		RuntimeContext shared = this.context;
		this.context = null;
		if (this.cleaner != null) {
			this.cleaner.close();
		}
		this.identity.close();
		if (shared != null) {
			shared.admin().close(Duration.ofSeconds(5));
			if (shared.engines() instanceof AutoCloseable closeable) {
				try {
					closeable.close();
				}
				catch (Exception ex) {
					logger.warn("The state engines couldn't be closed properly", ex);
				}
			}
		}
	}

	StreamThreadExceptionResponse decide(String thread, Throwable failed) {
		StreamsUncaughtExceptionHandler handler = this.exceptionHandler;
		this.failure = FailureSentence.of(thread, failed);
		// A handler that replaced the thread would undo what the group was asked for.
		if (handler == null || failed instanceof ShutdownRequestedException) {
			return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
		}
		try {
			return handler.handle(failed);
		}
		catch (RuntimeException | Error ex) {
			logger.error("The uncaught exception handler failed; the application shuts down", ex);
			return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
		}
	}

	/**
	 * What the threads report to.
	 */
	private final class ThreadOwner implements StreamThread.Owner {

		@Override
		public void changed(StreamThread thread, ThreadState state) {
			StreamsRuntime.this.lifecycle.changed(thread.getName(), state);
		}

		@Override
		public StreamThreadExceptionResponse decide(StreamThread thread, Throwable failure) {
			return StreamsRuntime.this.decide(thread.getName(), failure);
		}

		@Override
		public void ended(StreamThread thread, ThreadState state, @Nullable StreamThreadExceptionResponse response) {
			if (thread.removed() && (response == null || response == StreamThreadExceptionResponse.REPLACE_THREAD)) {
				StreamsRuntime.this.changes.left(thread);
				return;
			}
			if (response == StreamThreadExceptionResponse.REPLACE_THREAD) {
				StreamsRuntime.this.changes.replace(thread);
			}
			else if (response != null) {
				StreamsRuntime.this.lifecycle.fail();
				stopThreads();
			}
			stopGlobalThreadIfUnread();
			closeSharedIfUnused();
			StreamsRuntime.this.lifecycle.changed(thread.getName(), state);
		}

	}

}
