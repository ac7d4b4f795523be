package io.millrace.streams;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A member whose user code takes its time misses that a task was given to it and taken
 * away again.
 */
class SlowMemberIT {

	@Test
	void taskThatCameAndWentUnnoticedIsNotOrphaned() throws InterruptedException {
		// Heartbeats are far apart, so that none is sent between the coming and the
		// going.
		try (Cluster cluster = Cluster.start(2000, 20_000)) {
			Run run = cluster.run("slow", 2);
			CountDownLatch entered = new CountDownLatch(1);
			CountDownLatch released = new CountDownLatch(1);
			Topology blocking = CountingTopology.of(run.input(), run.output(), (value) -> {
				if (value.equals("v10")) {
					entered.countDown();
					try {
						assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
					}
					catch (InterruptedException ex) {
						Thread.currentThread().interrupt();
					}
				}
			});
			try (KafkaStreams slow = new KafkaStreams(blocking, run.config());
					KafkaStreams leaving = new KafkaStreams(blocking, run.config())) {
				slow.start();
				await().atMost(Duration.ofSeconds(30)).until(() -> running(slow) == 2);
				leaving.start();
				await().atMost(Duration.ofSeconds(30)).until(() -> running(slow) == 1 && running(leaving) == 1);
				run.send(0, 10);
				run.awaitOutput(10);
				boolean first = slow.metadataForLocalThreads()
					.stream()
					.flatMap((thread) -> thread.activeTasks().stream())
					.anyMatch((task) -> task.taskId().partition() == 0);
				// v10 goes to partition 0, so it blocks whoever has that.
				KafkaStreams blocked = first ? slow : leaving;
				KafkaStreams other = first ? leaving : slow;
				run.send(10, 1);
				assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
				other.close(Duration.ofSeconds(20));
				await().atMost(Duration.ofSeconds(30)).until(() -> targets(cluster, run).equals(List.of(2)));
				try (KafkaStreams joining = new KafkaStreams(CountingTopology.of(run.input(), run.output()),
						run.config())) {
					joining.start();
					await().atMost(Duration.ofSeconds(30)).until(() -> targets(cluster, run).equals(List.of(1, 1)));
					// The blocked member's client hears of it with one of its next
					// heartbeats.
					double heard = heartbeats(blocked);
					await().atMost(Duration.ofSeconds(30)).until(() -> heartbeats(blocked) >= heard + 2);
					released.countDown();
					run.send(11, 9);
					assertThat(run.awaitOutput(20)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(20));
				}
			}
		}
	}

	private static double heartbeats(KafkaStreams streams) {
		return streams.metrics()
			.entrySet()
			.stream()
			.filter((metric) -> metric.getKey().name().equals("heartbeat-total"))
			.mapToDouble((metric) -> ((Number) metric.getValue().metricValue()).doubleValue())
			.sum();
	}

	private static long running(KafkaStreams streams) {
		return streams.status()
			.threads()
			.stream()
			.flatMap((thread) -> thread.tasks().stream())
			.filter((task) -> task.state().equals("RUNNING"))
			.count();
	}

	/**
	 * How many tasks each member shall have in the end.
	 */
	private static List<Integer> targets(Cluster cluster, Run run) {
		try {
			return cluster.admin()
				.describeStreamsGroups(List.of(run.name()))
				.describedGroups()
				.get(run.name())
				.get()
				.members()
				.stream()
				.map(StreamsGroupMemberDescription::targetAssignment)
				.map((assignment) -> assignment.activeTasks().stream().mapToInt((ids) -> ids.partitions().size()).sum())
				.sorted()
				.toList();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
