package io.millrace.streams.benchmarks.workload;

import java.util.Locale;
import java.util.OptionalLong;

import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The content of an input topic, which all candidates of a scenario read.
 *
 * @param shape how keys and timestamps come about
 * @param keys the number of different keys
 * @param records the number of records
 * @param partitions the number of partitions; keys go to them as producers do it
 */
public record Input(InputShape shape, int keys, long records, int partitions) {

	public static final long SEED = 20260101;

	public String topic() {
		return String.format(Locale.ROOT, "input-%s-%dk-%dr-%dp", this.shape.name().toLowerCase(Locale.ROOT), this.keys,
				this.records, this.partitions);
	}

	/**
	 * Writes the records to the topic, which exists and is empty.
	 * @return how many records are too late for their window
	 */
	public long fill(String bootstrapServers) {
		InputRecords input = new InputRecords(this.shape, this.keys, System.currentTimeMillis() - this.records, SEED);
		try (TopicWriter<String> writer = new TopicWriter<>(bootstrapServers, topic(), new StringSerializer())) {
			for (long i = 0; i < this.records; i++) {
				input.next();
				writer.write(input.timestamp(), input.key(), input.value());
			}
		}
		return input.tooLate();
	}

	/**
	 * The sum over all results that a workload has to come to: of counts for one that
	 * counts, of records for any other.
	 * @param tooLate how many records are too late for their window
	 * @return the sum, or empty if the rows are known in its place, or nothing but that
	 * all must come to the same
	 */
	public OptionalLong expected(Workload workload, long tooLate) {
		return switch (workload.operation()) {
			case PASS_THROUGH, CHAIN, COUNT, SESSION_COUNT, STREAM_TABLE_JOIN, REPARTITION_COUNT ->
				OptionalLong.of(this.records);
			case MAP_FILTER -> OptionalLong.of(this.records - (this.records + 9) / 10);
			case TUMBLING_COUNT -> OptionalLong.of(this.records - tooLate);
			case HOPPING_COUNT ->
				OptionalLong.of(this.records * Functions.WINDOW.toMillis() / Functions.ADVANCE.toMillis());
			case SLIDING_COUNT, STREAM_STREAM_JOIN, TABLE_TABLE_JOIN, FOREIGN_KEY_JOIN -> OptionalLong.empty();
			case RESTORE -> OptionalLong.of(0);
		};
	}

}
