package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.group.StartInquiry;
import io.millrace.streams.internal.restore.ChangelogIdentities;
import io.millrace.streams.internal.restore.Restoration;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.task.GlobalTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import io.millrace.streams.monitor.ApplicationStatus.ThreadStatus;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps an instance's global stores up to date, from its start to the
 * last of them closed. It ends after all processing threads, which read what it holds; if
 * it fails, it has them end first. Made by {@link StreamsRuntime}.
 */
final class GlobalThread extends Thread {

	private static final Logger logger = LoggerFactory.getLogger(GlobalThread.class);

	private static final Duration POLL = Duration.ofMillis(100);

	private static final long WAIT_MILLIS = 10;

	private final Owner owner;

	private final StartInquiry inquiry;

	private final Consumer<byte[], byte[]> consumer;

	private final Restoration restoration;

	private final GlobalStores stores;

	private final Map<String, StateStore> views = new HashMap<>();

	private final TaskCounters counters = new TaskCounters();

	private final CountDownLatch stop = new CountDownLatch(1);

	private volatile ThreadState state = ThreadState.STARTING;

	private volatile List<Waiting> waiting = List.of();

	/**
	 * Makes the thread and its consumer.
	 * @param owner what it reports to
	 * @param inquiry finds out whether the broker is fit
	 * @param context what it shares with the processing threads
	 */
	GlobalThread(Owner owner, StartInquiry inquiry, RuntimeContext context) {
		super(context.clients().globalThread());
		setDaemon(false);
		this.owner = owner;
		this.inquiry = inquiry;
		TaskEnvironment environment = new TaskEnvironment(context.config().applicationId(), context.config(),
				context.stateDirectory(), context.engines(), new NoProducer(), new CacheBudget(0), this.counters,
				System::currentTimeMillis, this::view);
		List<GlobalTask> tasks = new ArrayList<>();
		for (GlobalStoreSpec spec : context.topology().globalStores()) {
			tasks.add(new GlobalTask(spec, environment));
		}
		this.consumer = context.clients().globalConsumer(getName());
		this.restoration = new Restoration(() -> this.consumer, context.admin(), context.restoreListener());
		this.stores = new GlobalStores(tasks, this.consumer, this.restoration, new ChangelogIdentities(context.admin()),
				new GlobalTopicWatch(new ChangelogIdentities(context.admin()),
						context.config().globalConsumerSettings(getName())),
				POLL);
		tasks.forEach((task) -> this.views.put(task.store(), task.view(this.stores::ready)));
	}

	/**
	 * A global store, to be read by any thread.
	 * @param name the store's name
	 * @return the store, which throws
	 * {@link io.millrace.streams.errors.StateStoreMigratedException} while it isn't
	 * restored, or null if there is none of that name
	 */
	@Nullable StateStore view(String name) {
		return this.views.get(name);
	}

	/**
	 * Whether all stores can be read.
	 */
	boolean ready() {
		return this.stores.ready();
	}

	ThreadState threadState() {
		return this.state;
	}

	List<Waiting> waiting() {
		return this.waiting;
	}

	ThreadStatus status() {
		return new ThreadStatus(getName(), this.state.name(), this.stores.status(),
				new Counters(this.counters.processedCount(), this.counters.skippedCount(), 0,
						this.counters.droppedCount(), 0, 0, 0, 0, 0, this.counters.restoredCount(),
						this.counters.droppedCounts()));
	}

	Map<MetricName, ? extends Metric> clientMetrics() {
		return this.consumer.metrics();
	}

	/**
	 * Tells the thread to end; nobody reads the stores any more.
	 */
	void requestStop() {
		this.stop.countDown();
	}

	/**
	 * Closes the client of a thread that was never started.
	 */
	void discard() {
		quietly("close its consumer", this.consumer::close);
		quietly("close its stores", this.stores::close);
	}

	private boolean stopping() {
		return this.stop.getCount() == 0;
	}

	@Override
	public void run() {
		Throwable failure = null;
		try {
			if (awaitFitBroker()) {
				work();
			}
		}
		catch (Throwable ex) {
			failure = ex;
		}
		end(failure);
	}

	private boolean awaitFitBroker() throws InterruptedException {
		while (!stopping()) {
			StartInquiry.Outcome outcome = this.inquiry.advance(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
			if (outcome.failure() != null) {
				throw new StreamsException(outcome.failure());
			}
			if (outcome.passed()) {
				return true;
			}
			this.stop.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
		}
		return false;
	}

	private void work() throws InterruptedException {
		while (!stopping()) {
			boolean polled = this.stores.step(System.currentTimeMillis());
			publish();
			if (!polled) {
				this.stop.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
			}
		}
	}

	private void publish() {
		this.waiting = this.stores.waiting();
		ThreadState before = this.state;
		this.state = this.stores.threadState();
		if (before != this.state) {
			this.owner.changed(this, this.state);
		}
	}

	private void end(@Nullable Throwable failure) {
		// An interrupt would keep the consumer from closing properly.
		boolean interrupted = Thread.interrupted();
		if (failure != null) {
			logger.error("Thread {} failed, and global stores aren't kept up to date any more", getName(), failure);
			this.owner.failed(this, failure);
			awaitReaders();
		}
		quietly("close its consumer", this.consumer::close);
		quietly("close its stores", this.stores::close);
		this.waiting = List.of();
		this.state = (failure != null) ? ThreadState.FAILED : ThreadState.CLOSED;
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		this.owner.ended(this, this.state);
	}

	/**
	 * Processing threads commit before they end, and may read the stores for it.
	 */
	private void awaitReaders() {
		try {
			this.stop.await();
		}
		catch (InterruptedException ex) {
			// They fail at their next look into a store, and that's the end of it.
			Thread.currentThread().interrupt();
		}
	}

	private void quietly(String what, Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			// The thread ends anyway, and every other step has to be tried.
			logger.warn("Thread {} couldn't {}", getName(), what, ex);
		}
	}

	/**
	 * What the thread reports to. Called by the thread, without any lock held.
	 */
	interface Owner {

		/** The thread's state changed, but it goes on. */
		void changed(GlobalThread thread, ThreadState state);

		/** The thread failed, and waits for the processing threads to end. */
		void failed(GlobalThread thread, Throwable failure);

		/** The thread has closed everything. */
		void ended(GlobalThread thread, ThreadState state);

	}

}
