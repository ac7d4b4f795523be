package io.millrace.streams.internal.restore;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

import io.millrace.streams.internal.store.TopicIdentities;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The question which topics the changelogs are, on its way to the broker and back. Asked
 * by a thread's loop before it opens tasks with state on disk, without waiting for it;
 * each answer is given once, since a topic may be another one the next time. The longer
 * there is none, the less often it's asked.
 */
public final class ChangelogIdentities {

	private static final Logger logger = LoggerFactory.getLogger(ChangelogIdentities.class);

	private static final long FIRST_RETRY_MILLIS = 200;

	private static final long LONGEST_RETRY_MILLIS = 5_000;

	private final Admin admin;

	private @Nullable Question question;

	private long askAt = Long.MIN_VALUE;

	private long retryMillis = FIRST_RETRY_MILLIS;

	private @Nullable RetriableException delay;

	/**
	 * Makes it; no broker is asked yet.
	 * @param admin asks; its owner closes it
	 */
	public ChangelogIdentities(Admin admin) {
		this.admin = admin;
	}

	/**
	 * Asks, or looks whether there is an answer.
	 * @param topics the topics to ask for, unless a question is on its way
	 * @param now milliseconds
	 * @return what is known of the topics that were asked for, or null while there is no
	 * answer: the topic isn't there yet, say, or no broker answers
	 */
	public @Nullable Answer of(Set<String> topics, long now) {
		Question asked = this.question;
		if (asked == null) {
			if (now >= this.askAt) {
				this.question = Question.ask(this.admin, topics);
			}
			return null;
		}
		if (!asked.complete()) {
			return null;
		}
		this.question = null;
		try {
			Answer answer = asked.answer();
			this.delay = null;
			this.retryMillis = FIRST_RETRY_MILLIS;
			return answer;
		}
		catch (RetriableException ex) {
			this.delay = ex;
			logger.debug("The ids of {} aren't known yet: {}", asked.topics.keySet(), ex.toString());
			this.askAt = now + this.retryMillis;
			this.retryMillis = Math.min(2 * this.retryMillis, LONGEST_RETRY_MILLIS);
			return null;
		}
	}

	/**
	 * Why there was no answer the last time.
	 * @return what the broker said, or null if it did answer or wasn't asked
	 */
	public @Nullable RetriableException delay() {
		return this.delay;
	}

	/**
	 * Gives up on what was asked, as it may be long until somebody wants to know again.
	 */
	public void forget() {
		this.question = null;
	}

	/**
	 * What the broker said.
	 *
	 * @param topics the topics that it was asked for
	 * @param identities what is known of them
	 * @param partitions how many partitions each has; those that this application mustn't
	 * describe are missing
	 */
	public record Answer(Set<String> topics, TopicIdentities identities, Map<String, Integer> partitions) {
	}

	private record Question(Map<String, KafkaFuture<TopicDescription>> topics, KafkaFuture<String> cluster) {

		static Question ask(Admin admin, Set<String> topics) {
			return new Question(admin.describeTopics(topics).topicNameValues(), admin.describeCluster().clusterId());
		}

		boolean complete() {
			return this.cluster.isDone() && this.topics.values().stream().allMatch(KafkaFuture::isDone);
		}

		Answer answer() {
			Map<String, String> ids = new HashMap<>();
			Map<String, Integer> partitions = new HashMap<>();
			this.topics.forEach((topic, future) -> {
				TopicDescription description = valueOf(future);
				if (description != null) {
					partitions.put(topic, description.partitions().size());
				}
				if (description != null && !description.topicId().equals(Uuid.ZERO_UUID)) {
					ids.put(topic, description.topicId().toString());
				}
			});
			String clusterId = valueOf(this.cluster);
			return new Answer(Set.copyOf(this.topics.keySet()),
					new TopicIdentities((clusterId != null) ? clusterId : "", ids), partitions);
		}

		/**
		 * A part of the answer.
		 * @return the value, or null if it can't be had (a topic that this application
		 * mustn't describe, say): the rest has to do then
		 * @throws RetriableException if it can be had later
		 */
		private static <T> @Nullable T valueOf(KafkaFuture<T> future) {
			try {
				return future.get();
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof RetriableException later) {
					throw later;
				}
				logger.debug("An id can't be had", ex.getCause());
				return null;
			}
			catch (InterruptedException ex) {
				// It is there already, so nothing was waited for.
				Thread.currentThread().interrupt();
				return null;
			}
		}

	}

}
