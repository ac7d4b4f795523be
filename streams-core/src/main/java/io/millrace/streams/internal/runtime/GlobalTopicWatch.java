package io.millrace.streams.internal.runtime;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.internal.restore.ChangelogIdentities;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/**
 * Looks from time to time whether the topics of global stores are what they were when the
 * stores were opened. A consumer that is told its partitions learns neither of one that
 * is added, nor that a topic was deleted and made anew as long as its offsets are there.
 * Asked by {@link GlobalStores}, without waiting for a broker.
 */
final class GlobalTopicWatch {

	private static final long MOST_MILLIS = 30_000;

	private final ChangelogIdentities topics;

	private final long intervalMillis;

	private final Map<String, Known> known = new HashMap<>();

	private long askAt;

	/**
	 * Makes it; no broker is asked yet.
	 * @param topics asks for nobody else
	 * @param consumer the settings of the consumer that reads the topics: it looks at
	 * them as often as its client does by {@code metadata.max.age.ms}, but at least every
	 * half a minute
	 */
	GlobalTopicWatch(ChangelogIdentities topics, Map<String, Object> consumer) {
		this.topics = topics;
		Object age = ConfigDef.parseType(CommonClientConfigs.METADATA_MAX_AGE_CONFIG,
				consumer.getOrDefault(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, MOST_MILLIS), ConfigDef.Type.LONG);
		this.intervalMillis = Math.min(MOST_MILLIS, (Long) age);
	}

	/**
	 * A store was opened for a topic as it is now.
	 * @param topic the topic
	 * @param answer what the broker says of it
	 * @param now milliseconds
	 */
	void opened(String topic, ChangelogIdentities.Answer answer, long now) {
		Known found = Known.of(topic, answer);
		if (found != null) {
			this.known.put(topic, found);
		}
		// What is on its way may be older.
		this.topics.forget();
		this.askAt = now + this.intervalMillis;
	}

	/**
	 * The topics that have partitions more than were read, or are other ones.
	 * @param now milliseconds
	 * @return their names; empty if it isn't time to ask, or there is no answer yet
	 */
	Set<String> changed(long now) {
		if (now < this.askAt) {
			return Set.of();
		}
		ChangelogIdentities.Answer answer = this.topics.of(this.known.keySet(), now);
		if (answer == null) {
			return Set.of();
		}
		this.askAt = now + this.intervalMillis;
		Set<String> changed = new HashSet<>();
		this.known.forEach((topic, before) -> {
			Known after = Known.of(topic, answer);
			if (after != null && after.differsFrom(before)) {
				changed.add(topic);
			}
		});
		return changed;
	}

	/**
	 * A topic.
	 *
	 * @param partitions how many it has
	 * @param id its id, null if the broker doesn't tell
	 */
	private record Known(int partitions, @Nullable String id) {

		static @Nullable Known of(String topic, ChangelogIdentities.Answer answer) {
			Integer partitions = answer.partitions().get(topic);
			return (partitions != null) ? new Known(partitions, answer.identities().topics().get(topic)) : null;
		}

		boolean differsFrom(Known before) {
			return this.partitions > before.partitions
					|| (this.id != null && before.id != null && !this.id.equals(before.id));
		}

	}

}
