package io.millrace.streams.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what the broker holds when a round isn't complete: how far each partition goes,
 * how far it is stable, what the group committed, and which transactions are open. Asked
 * by {@link FaultRun}.
 */
final class Diagnosis {

	private static final Logger logger = LoggerFactory.getLogger(Diagnosis.class);

	private Diagnosis() {
	}

	static List<String> of(String bootstrapServers, String applicationId) {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
			List<String> lines = new ArrayList<>();
			lines.addAll(partitions(admin, applicationId));
			lines.addAll(transactions(admin));
			return lines;
		}
		catch (ExecutionException ex) {
			return List.of("The broker doesn't say: " + ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return List.of("Interrupted");
		}
	}

	/**
	 * Copies the broker's data and log, which go with the broker: what is in the topics
	 * and in the transaction log says who is wrong. Files that change meanwhile are
	 * copied as they are.
	 */
	static void keep(Path broker, Path target) {
		try (Stream<Path> files = Files.walk(broker)) {
			for (Path file : (Iterable<Path>) files::iterator) {
				Path copy = target.resolve(broker.relativize(file).toString());
				if (Files.isDirectory(file)) {
					Files.createDirectories(copy);
				}
				// To open and close a lock file gives the lock away.
				else if (!file.getFileName().toString().endsWith("lock")) {
					Files.copy(file, copy);
				}
			}
		}
		catch (IOException | UncheckedIOException ex) {
			logger.error("Not all of the broker's files are kept in {}", target, ex);
		}
	}

	private static List<String> partitions(Admin admin, String applicationId)
			throws ExecutionException, InterruptedException {
		List<String> topics = admin.listTopics()
			.names()
			.get()
			.stream()
			.filter((topic) -> topic.startsWith(applicationId))
			.toList();
		Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
		Map<String, TopicDescription> descriptions = admin.describeTopics(topics).allTopicNames().get();
		descriptions.forEach((topic, description) -> description.partitions()
			.forEach((partition) -> wanted.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest())));
		var ends = admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)).all().get();
		var stable = admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all().get();
		var producers = admin.describeProducers(wanted.keySet()).all().get();
		Map<TopicPartition, OffsetAndMetadata> committed = admin
			.listStreamsGroupOffsets(Map.of(applicationId, new ListStreamsGroupOffsetsSpec()))
			.partitionsToOffsetAndMetadata(applicationId)
			.get();
		Map<String, String> lines = new TreeMap<>();
		ends.forEach((partition, end) -> {
			OffsetAndMetadata offset = committed.get(partition);
			String line = partition + " ends at " + end.offset() + ", is stable up to "
					+ Objects.requireNonNull(stable.get(partition)).offset();
			line += (offset != null) ? ", committed is " + offset.offset() : "";
			line += Objects.requireNonNull(producers.get(partition))
				.activeProducers()
				.stream()
				.filter((producer) -> producer.currentTransactionStartOffset().isPresent())
				.map((producer) -> ", open since " + producer.currentTransactionStartOffset().getAsLong() + " by "
						+ producer)
				.reduce("", String::concat);
			lines.put(partition.toString(), line);
		});
		return new ArrayList<>(lines.values());
	}

	private static List<String> transactions(Admin admin) throws ExecutionException, InterruptedException {
		List<String> ids = admin.listTransactions()
			.all()
			.get()
			.stream()
			.map(TransactionListing::transactionalId)
			.toList();
		return admin.describeTransactions(ids)
			.all()
			.get()
			.entrySet()
			.stream()
			.map((transaction) -> transaction.getKey() + ": " + transaction.getValue())
			.sorted()
			.toList();
	}

}
