package io.millrace.streams.benchmarks.measure;

import java.util.Map;

/**
 * Progress by the committed offsets of the input topic, whose offsets have no gaps.
 */
public final class InputProgress implements Progress {

	private final CommittedOffsets offsets;

	private final String topic;

	private final long total;

	private long records;

	public InputProgress(CommittedOffsets offsets, String topic, long total) {
		this.offsets = offsets;
		this.topic = topic;
		this.total = total;
	}

	@Override
	public long records() {
		this.records = this.offsets.read()
			.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().topic().equals(this.topic))
			.mapToLong(Map.Entry::getValue)
			.sum();
		return this.records;
	}

	@Override
	public boolean complete() {
		return this.records >= this.total;
	}

}
