package io.millrace.streams.benchmarks;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

import io.millrace.streams.benchmarks.measure.CommittedOffsets;
import io.millrace.streams.benchmarks.measure.TopicEnds;
import io.millrace.streams.benchmarks.workload.ExpectedRows;
import io.millrace.streams.benchmarks.workload.Input;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The broker in its own JVM that all runs share, and what is on it: inputs, made once
 * each, and the topics of the applications, which go after each run.
 */
final class Site implements AutoCloseable {

	private final EmbeddedKafkaProcess broker;

	private final Admin admin;

	/** How many records of each input are too late for their window. */
	private final Map<Input, Long> inputs = new HashMap<>();

	private final Map<Scenario, Long> results = new HashMap<>();

	private final Map<Scenario, ExpectedRows> rows = new HashMap<>();

	Site() {
		this.broker = EmbeddedKafkaProcess.builder()
			.jvmArguments("-Xmx1g")
			// Sizes of changelogs are sizes of what was written only without compaction.
			.brokerProperty("log.cleaner.backoff.ms", "86400000")
			.start();
		this.admin = Admin.create(Map.of("bootstrap.servers", this.broker.bootstrapServers()));
	}

	String bootstrapServers() {
		return this.broker.bootstrapServers();
	}

	CommittedOffsets offsets(String group) {
		return new CommittedOffsets(this.admin, group);
	}

	/**
	 * Makes the input if it isn't there yet.
	 */
	void provide(Input input) {
		this.inputs.computeIfAbsent(input, (missing) -> {
			createTopic(missing.topic(), missing.partitions());
			return missing.fill(bootstrapServers());
		});
	}

	/**
	 * How many records of an input that is there are too late for their window.
	 */
	long tooLate(Input input) {
		return this.inputs.get(input);
	}

	/**
	 * What the results of a scenario come to, if only this is known that all must agree.
	 * @param found what they came to just now
	 * @return what they came to the first time
	 */
	long agreed(Scenario scenario, long found) {
		return this.results.computeIfAbsent(scenario, (first) -> found);
	}

	/**
	 * The rows that a scenario comes to, worked out once.
	 */
	ExpectedRows rows(Scenario scenario, Input input) {
		return this.rows.computeIfAbsent(scenario, (first) -> ExpectedRows.of(first.workload(), input));
	}

	/**
	 * Deletes an input, to have room for others.
	 */
	void drop(Input input) {
		if (this.inputs.remove(input) != null) {
			deleteTopics(input.topic()::equals);
		}
	}

	/**
	 * Creates a topic that keeps everything, and returns when it can be used.
	 */
	void createTopic(String name, int partitions) {
		createTopic(name, partitions, "delete");
	}

	void createTopic(String name, int partitions, String cleanupPolicy) {
		Map<String, String> configs = Map.of("retention.ms", "-1", "cleanup.policy", cleanupPolicy);
		wait(this.admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(configs))).all());
		// Finds that it is there, and waits until all know of it; leaders answer only
		// when they are ready.
		this.broker.createTopic(name, partitions);
		TopicEnds.of(this.admin, name, partitions);
	}

	/**
	 * Deletes the topics whose names are chosen.
	 */
	void deleteTopics(Predicate<String> chosen) {
		Collection<String> names = wait(this.admin.listTopics().names()).stream().filter(chosen).toList();
		try {
			this.admin.deleteTopics(names).all().get();
		}
		catch (ExecutionException ex) {
			if (!(ex.getCause() instanceof UnknownTopicOrPartitionException)) {
				throw new IllegalStateException("The topics " + names + " can't be deleted", ex.getCause());
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The size of the topics whose names are chosen, on the broker's disk.
	 */
	long size(Predicate<String> chosen) {
		List<Integer> brokers = wait(this.admin.describeCluster().nodes()).stream().map((node) -> node.id()).toList();
		return wait(this.admin.describeLogDirs(brokers).allDescriptions()).values()
			.stream()
			.flatMap((directories) -> directories.values().stream())
			.map(LogDirDescription::replicaInfos)
			.flatMap((replicas) -> replicas.entrySet().stream())
			.filter((replica) -> chosen.test(replica.getKey().topic()))
			.mapToLong((replica) -> replica.getValue().size())
			.sum();
	}

	private static <T> T wait(KafkaFuture<T> future) {
		try {
			return future.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The broker refuses", ex.getCause());
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.admin.close();
		this.broker.close();
	}

}
