package io.millrace.streams.benchmarks.measure;

import java.util.List;
import java.util.Map;

import org.apache.kafka.common.TopicPartition;

/**
 * Progress of a join by a foreign key. How much goes through its topics depends on what
 * was forwarded, so it says nothing on the way: progress is that of the input, and the
 * last record isn't done before all topics are through.
 */
public final class ForeignKeyProgress implements Progress {

	private final CommittedOffsets offsets;

	private final String input;

	private final List<String> between;

	private final long total;

	private final int partitions;

	private final int threads;

	private Map<TopicPartition, Long> committed = Map.of();

	/**
	 * Makes a progress.
	 * @param offsets the group's offsets
	 * @param input the input topic
	 * @param between the join's topics, in the order in which records go through them
	 * @param total how many records are in the input
	 * @param partitions the number of partitions of each topic
	 * @param threads the number of the application's threads
	 */
	public ForeignKeyProgress(CommittedOffsets offsets, String input, List<String> between, long total, int partitions,
			int threads) {
		this.offsets = offsets;
		this.input = input;
		this.between = between;
		this.total = total;
		this.partitions = partitions;
		this.threads = threads;
	}

	@Override
	public long records() {
		this.committed = this.offsets.read();
		long taken = taken();
		return (taken < this.total || complete()) ? taken : this.total - 1;
	}

	@Override
	public boolean complete() {
		return taken() >= this.total && this.between.stream()
			.allMatch((topic) -> this.offsets.through(this.committed, topic, this.partitions, this.threads));
	}

	private long taken() {
		return this.committed.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().topic().equals(this.input))
			.mapToLong(Map.Entry::getValue)
			.sum();
	}

}
