package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.millrace.streams.ClientInstanceIds;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the clients of an instance for the ids that brokers gave them. Consumers belong to
 * their threads, so each is asked by its own, briefly and again until it knows.
 */
final class InstanceIds implements ClientInstanceIds {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private static final Logger logger = LoggerFactory.getLogger(InstanceIds.class);

	private final long deadline;

	private final Map<String, Uuid> consumers = new HashMap<>();

	private final Map<String, Uuid> producers = new HashMap<>();

	private @Nullable Uuid admin;

	private InstanceIds(Duration timeout) {
		this.deadline = Deadline.after(Deadline.saturatedNanos(timeout));
	}

	/**
	 * Asks.
	 * @param admin the admin client
	 * @param threads the threads that run
	 * @param timeout how long to ask
	 * @return the ids
	 */
	static ClientInstanceIds ask(Admin admin, Iterable<StreamThread> threads, Duration timeout) {
		InstanceIds ids = new InstanceIds(timeout);
		ids.admin = ids.known("the admin client", admin::clientInstanceId);
		for (StreamThread thread : threads) {
			if (thread.snapshot().state().ended()) {
				continue;
			}
			ThreadParts parts = thread.parts();
			String name = thread.getName();
			ids.put(ids.consumers, ThreadClients.consumerClientId(name), (wait) -> parts.questions()
				.ask(name, () -> parts.membership().consumer().clientInstanceId(wait), ids.timeLeft()));
			ids.put(ids.producers, ThreadClients.producerClientId(name), parts.producer()::clientInstanceId);
		}
		return ids;
	}

	private void put(Map<String, Uuid> into, String client, Function<Duration, @Nullable Uuid> question) {
		Uuid id = known(client, question);
		if (id != null) {
			into.put(client, id);
		}
	}

	/**
	 * Asks one client.
	 * @return its id, or null if it doesn't push metrics
	 */
	private @Nullable Uuid known(String client, Function<Duration, @Nullable Uuid> question) {
		while (true) {
			// Null for an id that isn't known in time, whatever the clients say.
			try {
				Uuid id = question.apply(Duration.ZERO);
				if (id != null) {
					return id;
				}
			}
			catch (TimeoutException ex) {
				logger.debug("{} has no instance id yet", client, ex);
			}
			catch (IllegalStateException ex) {
				// Metrics aren't pushed.
				return null;
			}
			if (Thread.currentThread().isInterrupted()) {
				throw new InterruptException("Interrupted while asking " + client + " for its instance id.");
			}
			if (System.nanoTime() >= this.deadline) {
				throw new TimeoutException("No broker has given " + client
						+ " an instance id in time; brokers do so if they collect metrics of clients.");
			}
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

	private Duration timeLeft() {
		return Duration.ofNanos(Math.max(PAUSE_NANOS, this.deadline - System.nanoTime()));
	}

	@Override
	public Uuid adminInstanceId() {
		if (this.admin == null) {
			throw new IllegalStateException("The admin client has no instance id, since it doesn't push metrics; set"
					+ " admin.enable.metrics.push to true.");
		}
		return this.admin;
	}

	@Override
	public Map<String, Uuid> consumerInstanceIds() {
		return Map.copyOf(this.consumers);
	}

	@Override
	public Map<String, Uuid> producerInstanceIds() {
		return Map.copyOf(this.producers);
	}

}
