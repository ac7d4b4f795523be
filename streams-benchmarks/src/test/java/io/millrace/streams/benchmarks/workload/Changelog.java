package io.millrace.streams.benchmarks.workload;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The content of a changelog of a store with timestamps, as Kafka Streams and Millrace
 * lay it out, with as many keys as records.
 *
 * @param topic the topic
 * @param records the number of records
 */
public record Changelog(String topic, int records) {

	/**
	 * Writes the records to the topic, which exists and is empty.
	 */
	public void fill(String bootstrapServers) {
		SplittableRandom random = new SplittableRandom(Input.SEED);
		InputRecords input = new InputRecords(InputShape.UNIFORM, this.records,
				System.currentTimeMillis() - this.records, Input.SEED);
		try (TopicWriter<byte[]> writer = new TopicWriter<>(bootstrapServers, this.topic, new ByteArraySerializer())) {
			for (int i = 0; i < this.records; i++) {
				input.next();
				// Keys don't come to a store in their order.
				String key = String.format("%08x", i * 0x9E3779B1) + input.key().substring(8);
				byte[] value = ByteBuffer.allocate(Long.BYTES + InputRecords.VALUE_LENGTH)
					.putLong(input.timestamp())
					.put(text(random))
					.array();
				writer.write(input.timestamp(), key, value);
			}
		}
	}

	/**
	 * Text by chance, which takes about as much room compressed as not.
	 */
	private static byte[] text(SplittableRandom random) {
		byte[] text = new byte[InputRecords.VALUE_LENGTH];
		for (int i = 0; i < text.length; i++) {
			text[i] = (byte) ('!' + random.nextInt('~' - '!'));
		}
		return text;
	}

}
