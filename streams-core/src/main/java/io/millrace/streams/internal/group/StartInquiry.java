package io.millrace.streams.internal.group;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeFeaturesOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker what {@link StartChecks} want to know, again and again until one
 * answers. Shared by the threads of a client, each of which calls {@link #advance} until
 * it says something else than pending. Never blocks.
 */
public final class StartInquiry {

	private static final Logger logger = LoggerFactory.getLogger(StartInquiry.class);

	private static final long RETRY_MILLIS = 200;

	/** Short, as nobody is told that no broker answers before it has passed. */
	private static final int MOST_ANSWER_MILLIS = 5000;

	private final Admin admin;

	private final String groupId;

	private final StartChecks checks;

	private final int answerMillis;

	private @Nullable Answers pending;

	private long retryAt = Long.MIN_VALUE;

	private boolean warned;

	private Outcome outcome = Outcome.asking();

	/**
	 * Makes an inquiry; asks nothing yet.
	 * @param admin asks the broker; its owner closes it
	 * @param groupId the group id
	 * @param topology the topology of the application
	 * @param failOnMissingTopics whether a missing source topic is a failure
	 * @param settings the settings of the admin client: its
	 * {@code default.api.timeout.ms} is how long to wait for answers, but no longer than
	 * five seconds
	 */
	public StartInquiry(Admin admin, String groupId, CompiledTopology topology, boolean failOnMissingTopics,
			Map<String, Object> settings) {
		this.admin = admin;
		Object timeout = ConfigDef.parseType(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
				settings.getOrDefault(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, MOST_ANSWER_MILLIS),
				ConfigDef.Type.INT);
		this.answerMillis = Math.min(MOST_ANSWER_MILLIS, (Integer) timeout);
		this.groupId = groupId;
		this.checks = new StartChecks(groupId, topology.subtopologies(), topology.globalTopics(), failOnMissingTopics);
	}

	/**
	 * Goes a step on: asks, or looks whether an answer has come.
	 * @param now milliseconds on any clock that doesn't go backwards
	 * @return how far it is
	 */
	public synchronized Outcome advance(long now) {
		if (this.outcome.decided()) {
			return this.outcome;
		}
		Answers answers = this.pending;
		if (answers == null) {
			if (now >= this.retryAt) {
				this.pending = new Answers(this.admin, this.checks.sourceTopics(), this.answerMillis);
			}
			return this.outcome;
		}
		if (answers.complete()) {
			this.pending = null;
			this.retryAt = now + RETRY_MILLIS;
			evaluate(answers);
		}
		return this.outcome;
	}

	private void evaluate(Answers answers) {
		try {
			BrokerFacts facts = answers.facts();
			String failure = this.checks.failure(facts);
			Set<String> missing = this.checks.missingTopics(facts);
			if (failure == null && !missing.isEmpty()) {
				logger.warn("{} waits for source topics that don't exist: {}", this.groupId, missing);
			}
			this.outcome = (failure != null) ? Outcome.fail(failure) : Outcome.pass();
		}
		catch (RetriableException ex) {
			if (!this.warned) {
				this.warned = true;
				logger.warn("{} waits for a broker to answer: {}", this.groupId, ex.toString());
			}
			this.outcome = Outcome.unavailable("No broker answers " + this.groupId
					+ "; it goes on as soon as one does. (" + ex.getMessage() + ")");
		}
		catch (RuntimeException ex) {
			this.outcome = Outcome.fail("The broker refused to answer " + this.groupId + " before it joined: " + ex);
		}
	}

	/**
	 * How far an inquiry is.
	 *
	 * @param passed whether the application may join
	 * @param failure one sentence why it may not; null if it may or isn't decided
	 * @param waiting what it waits for; null if for nothing
	 */
	public record Outcome(boolean passed, @Nullable String failure, @Nullable Waiting waiting) {

		static Outcome asking() {
			return new Outcome(false, null, null);
		}

		static Outcome unavailable(String detail) {
			return new Outcome(false, null, new Waiting(Reason.BROKER_UNAVAILABLE, detail));
		}

		static Outcome pass() {
			return new Outcome(true, null, null);
		}

		static Outcome fail(String failure) {
			return new Outcome(false, failure, null);
		}

		public boolean decided() {
			return this.passed || this.failure != null;
		}

	}

	/**
	 * The answers to one round of questions, on their way.
	 */
	private static final class Answers {

		private final KafkaFuture<FeatureMetadata> features;

		private final Map<String, KafkaFuture<TopicDescription>> topics;

		Answers(Admin admin, Set<String> topics, int millis) {
			this.features = admin.describeFeatures(new DescribeFeaturesOptions().timeoutMs(millis)).featureMetadata();
			this.topics = admin.describeTopics(topics, new DescribeTopicsOptions().timeoutMs(millis)).topicNameValues();
		}

		boolean complete() {
			return this.features.isDone() && this.topics.values().stream().allMatch(KafkaFuture::isDone);
		}

		BrokerFacts facts() {
			return new BrokerFacts(streamsVersion(), partitionCounts());
		}

		private int streamsVersion() {
			try {
				FinalizedVersionRange level = result(this.features).finalizedFeatures().get("streams.version");
				return (level != null) ? level.maxVersionLevel() : 0;
			}
			catch (UnsupportedVersionException ex) {
				return 0;
			}
		}

		private Map<String, Integer> partitionCounts() {
			Map<String, Integer> counts = new HashMap<>();
			this.topics.forEach((topic, answer) -> {
				try {
					counts.put(topic, result(answer).partitions().size());
				}
				catch (UnknownTopicOrPartitionException | InvalidTopicException ex) {
					logger.debug("No topic {}: {}", topic, ex.toString());
				}
			});
			return counts;
		}

		private static <T> T result(KafkaFuture<T> answer) {
			try {
				return answer.get();
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof RuntimeException cause) {
					throw cause;
				}
				throw new IllegalStateException(ex.getCause());
			}
			catch (InterruptedException ex) {
				// The answer is there already, so nothing was waited for.
				Thread.currentThread().interrupt();
				throw new IllegalStateException(ex);
			}
		}

	}

}
