package io.millrace.streams.benchmarks.measure;

import java.util.Map;

import org.apache.kafka.common.TopicPartition;

/**
 * Progress of an application with a repartition topic: a record is done half when it is
 * in there, and wholly when it is through the second part also.
 */
public final class RepartitionProgress implements Progress {

	private final CommittedOffsets offsets;

	private final String input;

	private final String repartition;

	private final long total;

	private final int partitions;

	private final int threads;

	private Map<TopicPartition, Long> committed = Map.of();

	/**
	 * Makes a progress.
	 * @param offsets the group's offsets
	 * @param input the input topic
	 * @param repartition the repartition topic
	 * @param total how many records are in the input
	 * @param partitions the number of partitions of either topic
	 * @param threads the number of the application's threads
	 */
	public RepartitionProgress(CommittedOffsets offsets, String input, String repartition, long total, int partitions,
			int threads) {
		this.offsets = offsets;
		this.input = input;
		this.repartition = repartition;
		this.total = total;
		this.partitions = partitions;
		this.threads = threads;
	}

	/**
	 * Transactions leave marks in the repartition topic, which count as records here:
	 * some tens in a second.
	 */
	@Override
	public long records() {
		this.committed = this.offsets.read();
		return (sum(this.input) + Math.min(this.total, sum(this.repartition))) / 2;
	}

	/**
	 * Whether both parts are through.
	 */
	@Override
	public boolean complete() {
		return sum(this.input) >= this.total
				&& this.offsets.through(this.committed, this.repartition, this.partitions, this.threads);
	}

	private long sum(String topic) {
		return this.committed.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().topic().equals(topic))
			.mapToLong(Map.Entry::getValue)
			.sum();
	}

}
