package io.millrace.streams.internal.query;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

import io.millrace.streams.internal.topology.CompiledTopology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many partitions the stores of a subtopology have: as many as the largest of the
 * topics it reads. A broker knows, and its answer is remembered for a while. Used by
 * {@link StateQueries} for partitions that aren't on this instance. Thread-safe.
 */
final class StorePartitions {

	private static final Logger logger = LoggerFactory.getLogger(StorePartitions.class);

	private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(30);

	private final CompiledTopology topology;

	private final ToIntFunction<String> broker;

	private final LongSupplier nanos;

	private final Map<Integer, Answer> answers = new ConcurrentHashMap<>();

	/**
	 * Makes it.
	 * @param broker tells how many partitions a topic has; may throw if it can't
	 * @param nanos the time as of {@code System.nanoTime()}
	 */
	StorePartitions(CompiledTopology topology, ToIntFunction<String> broker, LongSupplier nanos) {
		this.topology = topology;
		this.broker = broker;
		this.nanos = nanos;
	}

	/**
	 * Whether there is a partition on no instance at all.
	 * @return false if it isn't known
	 */
	boolean lacks(int subtopology, int partition) {
		if (partition < 0) {
			return true;
		}
		Answer answer = this.answers.get(subtopology);
		long now = this.nanos.getAsLong();
		if (answer == null || now - answer.nanos > REMEMBERED_NANOS) {
			answer = new Answer(ask(subtopology), now);
			this.answers.put(subtopology, answer);
		}
		return partition >= answer.partitions;
	}

	private int ask(int subtopology) {
		CompiledTopology.Subtopology of = this.topology.subtopologies().get(subtopology);
		Set<String> topics = new HashSet<>(of.sourceTopics());
		topics.addAll(of.repartitionSourceTopics().keySet());
		int partitions = 0;
		try {
			for (String topic : topics) {
				partitions = Math.max(partitions, this.broker.applyAsInt(topic));
			}
			return partitions;
		}
		catch (RuntimeException ex) {
			logger.debug("How many partitions {} have isn't known", topics, ex);
			return Integer.MAX_VALUE;
		}
	}

	private record Answer(int partitions, long nanos) {
	}

}
