package io.millrace.streams.internal.restore;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Questions are answered by an admin client that knows one id for all topics.
 */
class ChangelogIdentitiesTests {

	private Uuid id = Uuid.randomUuid();

	private @Nullable RuntimeException failure;

	private int asked;

	private final ChangelogIdentities identities = new ChangelogIdentities(admin());

	private Admin admin() {
		return (Admin) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Admin.class },
				(proxy, method, arguments) -> method.getName().equals("describeCluster") ? cluster()
						: new Topics(topics((Collection<?>) arguments[0])));
	}

	/**
	 * There is no other way to make an answer.
	 */
	private static Object cluster() throws ReflectiveOperationException {
		Constructor<?> constructor = DescribeClusterResult.class.getDeclaredConstructors()[0];
		constructor.setAccessible(true);
		return constructor.newInstance(KafkaFuture.completedFuture(List.of()), KafkaFuture.completedFuture(null),
				KafkaFuture.completedFuture("cluster"), KafkaFuture.completedFuture(Set.of()));
	}

	private Map<String, KafkaFuture<TopicDescription>> topics(Collection<?> names) {
		this.asked++;
		Map<String, KafkaFuture<TopicDescription>> topics = new HashMap<>();
		for (Object name : names) {
			if (this.failure != null) {
				KafkaFutureImpl<TopicDescription> failed = new KafkaFutureImpl<>();
				failed.completeExceptionally(this.failure);
				topics.put((String) name, failed);
				continue;
			}
			topics.put((String) name, KafkaFuture
				.completedFuture(new TopicDescription((String) name, false, List.of(), Set.of(), this.id)));
		}
		return topics;
	}

	@Test
	void answersOnce() {
		assertThat(this.identities.of(Set.of("a"), 0)).isNull();
		assertThat(this.identities.of(Set.of("a"), 1)).isNotNull();
		assertThat(this.identities.of(Set.of("a"), 2)).isNull();
	}

	@Test
	void theAnswerToWhatWasAskedBeforeTasksWereGivenAwayIsNotUsed() {
		assertThat(this.identities.of(Set.of("a"), 0)).isNull();
		this.identities.forget();
		Uuid before = this.id;
		this.id = Uuid.randomUuid();
		assertThat(this.identities.of(Set.of("a"), 60_000)).isNull();
		ChangelogIdentities.Answer answer = this.identities.of(Set.of("a"), 60_001);
		assertThat(answer).isNotNull();
		assertThat(answer.identities().topics()).containsEntry("a", this.id.toString())
			.doesNotContainValue(before.toString());
	}

	@Test
	void aTopicThatIsMissingForLongIsAskedForEveryFewSeconds() {
		this.failure = new UnknownTopicOrPartitionException("no such topic");
		for (long now = 0; now < 600_000; now += 50) {
			assertThat(this.identities.of(Set.of("a"), now)).isNull();
			if (now == 1_000) {
				assertThat(this.asked).as("asked soon at first").isBetween(2, 4);
			}
		}
		assertThat(this.asked).isBetween(100, 130);
		this.failure = null;
		long now = 600_000;
		while (this.identities.of(Set.of("a"), now) == null) {
			now += 50;
		}
		assertThat(now).isLessThanOrEqualTo(606_000);
		this.asked = 0;
		this.failure = new UnknownTopicOrPartitionException("no such topic");
		for (long later = now; later < now + 1_000; later += 50) {
			this.identities.of(Set.of("a"), later);
		}
		assertThat(this.asked).as("asked soon again").isBetween(2, 4);
	}

	private static final class Topics extends DescribeTopicsResult {

		private Topics(Map<String, KafkaFuture<TopicDescription>> topics) {
			super(null, topics);
		}

	}

}
