package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What joins allocate for a record in steady state, beyond what the clients, the serdes
 * and a new row in a store take.
 */
class JoinAllocationTests {

	private static final double NOTHING = 1;

	private static final int RECORDS = AllocationFixture.RECORDS;

	private static final int KEYS = AllocationFixture.KEYS;

	private static final long START = 1_790_000_000_000L;

	private final StreamsBuilder builder = new StreamsBuilder();

	@Test
	void aStreamWithATable() {
		stream("left")
			.join(table("right"), (left, right) -> left, Joined.with(Serdes.String(), Serdes.Long(), Serdes.Long()))
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		AllocationFixture task = new AllocationFixture(this.builder);
		double own = task.ownBytes("stream-table join", RECORDS / 2, (round) -> sides(task, round), (record) -> {
			String key = task.readKey(record);
			Long value = task.readValue(record);
			if (record.topic().equals("left")) {
				task.produce(record, task.write(key), task.write(value));
			}
		});
		assertThat(own).isLessThan(NOTHING + AllocationFixture.ENTRY * KEYS / RECORDS);
	}

	@Test
	void aStreamWithAVersionedTable() {
		AllocationFixture task = new AllocationFixture(withAVersionedTable(null));
		// Each key has a hundred versions, one for each record.
		task.process(records(task, "right", 0));
		task.commit();
		double own = task.ownBytes("stream with a versioned table", RECORDS, (round) -> records(task, "left", 0),
				(record) -> {
					// The row is read from its bytes.
					task.readValue(record);
					joined(task, record);
				});
		assertThat(own).isLessThan(NOTHING);
	}

	@Test
	void aStreamWithAVersionedTableThatChanges() {
		AllocationFixture task = new AllocationFixture(withAVersionedTable(null));
		int[] number = new int[1];
		double own = task.ownBytes("stream with a versioned table that changes", RECORDS / 2,
				(round) -> sides(task, round), (record) -> {
					if (record.topic().equals("left")) {
						joined(task, record);
						return;
					}
					String key = task.readKey(record);
					task.readValue(record);
					// Looks for the row, and writes a version.
					int keyLength = task.write(key).length;
					AllocationFixture.keep(new byte[1 + Integer.BYTES + keyLength + Long.BYTES]);
					if (number[0]++ % (RECORDS / 2) < KEYS) {
						// Once for each key in each transaction, from the engine.
						task.readValue(record);
					}
				});
		assertThat(own).isLessThan(NOTHING + AllocationFixture.ENTRY / 2);
	}

	@Test
	void aStreamThatWaitsForATable() {
		AllocationFixture task = new AllocationFixture(withAVersionedTable(null));
		double atOnce = task.ownBytes("stream with a versioned table without rows", RECORDS,
				(round) -> records(task, "left", round), (record) -> joined(task, record));
		assertThat(atOnce).isLessThan(NOTHING);
		AllocationFixture waiting = new AllocationFixture(withAVersionedTable(Duration.ofMillis(KEYS)));
		double own = waiting.ownBytes("stream that waits for a versioned table", RECORDS,
				(round) -> records(waiting, "left", round), (record) -> {
					int keyLength = waiting.write(waiting.readKey(record)).length;
					int valueLength = waiting.write(waiting.readValue(record)).length;
					// The row: its key and its content, in Kafka Streams' layout.
					AllocationFixture.keep(new byte[1 + Long.BYTES + keyLength + Integer.BYTES]);
					AllocationFixture
						.keep(new byte[3 * Long.BYTES + 6 * Integer.BYTES + "left".length() + valueLength]);
					// What is read back of it when the record has waited.
					AllocationFixture.keep(new byte[keyLength]);
					AllocationFixture.keep(new byte[valueLength]);
					AllocationFixture.keep(new RecordHeaders());
					joined(waiting, record);
				});
		// What is read back comes as one object.
		assertThat(own - atOnce).isLessThan(90 + AllocationFixture.ENTRY);
	}

	private static StreamsBuilder withAVersionedTable(@Nullable Duration grace) {
		StreamsBuilder builder = new StreamsBuilder();
		KTable<String, Long> right = builder.table("right", Consumed.with(Serdes.String(), Serdes.Long()),
				Materialized.as(Stores.persistentVersionedKeyValueStore("right-rows", Duration.ofHours(1))));
		Joined<String, Long, Long> joined = Joined.with(Serdes.String(), Serdes.Long(), Serdes.Long());
		builder.stream("left", Consumed.with(Serdes.String(), Serdes.Long()))
			.leftJoin(right, (left, found) -> left, (grace != null) ? joined.withGracePeriod(grace) : joined)
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		return builder;
	}

	private static void joined(AllocationFixture task, ConsumerRecord<byte[], byte[]> record) {
		String key = task.readKey(record);
		Long value = task.readValue(record);
		// Looks for the row.
		task.write(key);
		task.produce(record, task.write(key), task.write(value));
	}

	@Test
	void aTableWithATable() {
		table("left").join(table("right"), (left, right) -> left)
			.toStream()
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		AllocationFixture task = new AllocationFixture(this.builder);
		double own = task.ownBytes("table-table join", RECORDS, (round) -> sides(task, round), (record) -> {
			String key = task.readKey(record);
			task.produce(record, task.write(key), task.write(task.readValue(record)));
		});
		assertThat(own).isLessThan(NOTHING + AllocationFixture.ENTRY * 2 * KEYS / RECORDS);
	}

	@Test
	void aStreamWithAGlobalTable() {
		GlobalKTable<String, Long> global = this.builder.globalTable("global",
				Consumed.with(Serdes.String(), Serdes.Long()));
		stream("left").join(global, (key, value) -> key, (left, right) -> left)
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		AllocationFixture task = new AllocationFixture(this.builder);
		double own = task.ownBytes("stream-global join", RECORDS, (round) -> records(task, "left", round), (record) -> {
			String key = task.readKey(record);
			Long value = task.readValue(record);
			// The row is read from its bytes.
			task.write(key);
			task.readValue(record);
			task.produce(record, task.write(key), task.write(value));
		});
		// The value is cut from its row in the engine.
		assertThat(own).isLessThan(25);
	}

	@Test
	void aStreamWithAStream() {
		stream("left")
			.join(stream("right"), (left, right) -> left, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5)),
					StreamJoined.with(Serdes.String(), Serdes.Long(), Serdes.Long()))
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		AllocationFixture task = new AllocationFixture(this.builder);
		double own = task.ownBytes("stream-stream join", RECORDS / 2, (round) -> pairs(task, round), (record) -> {
			String key = task.readKey(record);
			Long value = task.readValue(record);
			row(task, key);
			if (record.topic().equals("right")) {
				// Looks for the record of the left side.
				task.write(key);
				task.produce(record, task.write(key), task.write(value));
			}
		});
		assertThat(own).isLessThan(NOTHING + AllocationFixture.ENTRY);
	}

	@Test
	void aStreamWithAStreamOfWhichEachRecordGivesAResult() {
		stream("left")
			.outerJoin(stream("right"), (left, right) -> (left != null) ? left : right,
					JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5)),
					StreamJoined.with(Serdes.String(), Serdes.Long(), Serdes.Long()))
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		AllocationFixture task = new AllocationFixture(this.builder);
		double own = task.ownBytes("outer stream-stream join", RECORDS / 2, (round) -> pairs(task, round), (record) -> {
			String key = task.readKey(record);
			Long value = task.readValue(record);
			row(task, key);
			// The row without a match: its key, and the list of its values.
			int keyLength = task.write(key).length;
			if (record.topic().equals("right")) {
				// Looks for the record of the left side.
				task.write(key);
				task.produce(record, task.write(key), task.write(value));
			}
			else {
				AllocationFixture.keep(new byte[Long.BYTES + 1 + keyLength]);
				AllocationFixture.keep(new byte[1 + 2 * Integer.BYTES + 1 + task.write(value).length]);
			}
		});
		assertThat(own).isLessThan(NOTHING + AllocationFixture.ENTRY * 1.5);
	}

	@Test
	void aTableWithATableByAForeignKey() {
		KTable<String, Long> right = table("right");
		table("left")
			.join(right, (value) -> AllocationFixture.key((int) (value % KEYS)), (left, other) -> left,
					TableJoined.as("join"))
			.toStream()
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		AllocationFixture task = new AllocationFixture(this.builder);
		AllocationFixture.Measured changes = new AllocationFixture.Measured("rows that refer to another one",
				(record) -> {
					String key = task.readKey(record);
					Long value = task.readValue(record);
					// The fingerprint of the value, and whether the row refers to
					// another.
					task.write(value);
					String now = AllocationFixture.key((int) (value % KEYS));
					AllocationFixture.keep(now);
					String before = AllocationFixture.key((int) ((value - 1) % KEYS));
					AllocationFixture.keep(before);
					task.write(now);
					task.write(before);
					task.produce(record, task.write(now), subscription(task, key));
					task.produce(record, task.write(before), subscription(task, key));
				});
		int[] number = new int[1];
		AllocationFixture.Measured subscriptions = new AllocationFixture.Measured("subscriptions", (record) -> {
			String foreignKey = task.readKey(record);
			String key = task.readKey(record);
			AllocationFixture.keep(new byte[key.length()]);
			task.write(foreignKey);
			task.write(key);
			if (number[0]++ % 2 != 0) {
				AllocationFixture.keep(subscription(task, null));
				task.produce(record, task.write(key), answer(task));
			}
		});
		AllocationFixture.Measured answers = new AllocationFixture.Measured("answers", (record) -> {
			String key = task.readKey(record);
			AllocationFixture.keep(new byte[Long.BYTES]);
			Long value = Long.valueOf(record.offset());
			AllocationFixture.keep(value);
			// The fingerprint of the row's value.
			task.write(value);
			task.produce(record, task.write(key), task.write(value));
		});
		AllocationFixture.Measured referred = new AllocationFixture.Measured("rows that another one refers to",
				(record) -> {
					String key = task.readKey(record);
					task.readValue(record);
					task.write(key);
					AllocationFixture.keep(new byte[key.length()]);
					task.readKey(record);
					task.produce(record, task.write(key), answer(task));
				});
		for (int round = 0; round < AllocationFixture.ROUNDS; round++) {
			boolean first = round == 0;
			changes.process(task, moving(task, round), first ? AllocationFixture.ANY : 2 * RECORDS);
			List<ConsumerRecord<byte[], byte[]>> subscribed = task.sentTo("app-join-subscription-registration-topic");
			task.commit();
			referred.process(task, records(task, "right", round), first ? AllocationFixture.ANY : RECORDS);
			subscriptions.process(task, subscribed, first ? AllocationFixture.ANY : RECORDS);
			List<ConsumerRecord<byte[], byte[]>> answered = task.sentTo("app-join-subscription-response-topic");
			task.commit();
			answers.process(task, latest(task, answered), RECORDS);
			task.commit();
		}
		assertThat(changes.ownBytes()).isLessThan(NOTHING + AllocationFixture.ENTRY * KEYS / RECORDS);
		assertThat(answers.ownBytes()).isLessThan(NOTHING + AllocationFixture.NUMBER);
		// The key of a row that wasn't there lately is copied.
		assertThat(subscriptions.ownBytes()).isLessThan(10 + (AllocationFixture.ENTRY + AllocationFixture.NUMBER) / 2);
		// The value of a subscription is cut from its row in the engine.
		assertThat(referred.ownBytes()).isLessThan(25 + AllocationFixture.ENTRY * KEYS / RECORDS);
	}

	/**
	 * The answers that aren't overtaken by others, over and over.
	 */
	private static List<ConsumerRecord<byte[], byte[]>> latest(AllocationFixture task,
			List<ConsumerRecord<byte[], byte[]>> answered) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (int i = 0; i < RECORDS; i++) {
			records.add(task.again(answered.get(answered.size() - KEYS + i % KEYS)));
		}
		return records;
	}

	/**
	 * What goes with a subscription, in Kafka Streams' layout.
	 */
	private static byte[] subscription(AllocationFixture task, @Nullable String key) {
		return new byte[2 + 16 + ((key != null) ? task.write(key).length : 7) + Integer.BYTES];
	}

	/**
	 * What goes with an answer, in Kafka Streams' layout.
	 */
	private static byte[] answer(AllocationFixture task) {
		return new byte[1 + 16 + task.write(1_000_000L).length];
	}

	/**
	 * A new row: its key in the layout of the store.
	 */
	private static void row(AllocationFixture task, String key) {
		AllocationFixture.keep(new byte[Long.BYTES + task.write(key).length + Long.BYTES + Integer.BYTES]);
	}

	private KStream<String, Long> stream(String topic) {
		return this.builder.stream(topic, Consumed.with(Serdes.String(), Serdes.Long()));
	}

	private KTable<String, Long> table(String topic) {
		return this.builder.table(topic, Consumed.with(Serdes.String(), Serdes.Long()),
				Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(topic + "-rows").withCachingDisabled());
	}

	private static List<ConsumerRecord<byte[], byte[]>> records(AllocationFixture task, String topic, int round) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (int i = 0; i < RECORDS; i++) {
			records.add(task.record(topic, i % KEYS, START + (long) round * RECORDS + i));
		}
		return records;
	}

	/**
	 * Each row refers to the one behind the one that it referred to before.
	 */
	private static List<ConsumerRecord<byte[], byte[]>> moving(AllocationFixture task, int round) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (int i = 0; i < RECORDS; i++) {
			long turn = ((long) round * RECORDS + i) / KEYS;
			records.add(task.record("left", i % KEYS, 1_000_000 + i % KEYS + turn, START + (long) round * RECORDS + i));
		}
		return records;
	}

	/**
	 * A record of either side of each key by turns, at the same time.
	 */
	private static List<ConsumerRecord<byte[], byte[]>> sides(AllocationFixture task, int round) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (int i = 0; i < RECORDS / 2; i++) {
			long time = START + (long) round * RECORDS + 2 * i;
			records.add(task.record("right", i % KEYS, time));
			records.add(task.record("left", i % KEYS, time + 1));
		}
		return records;
	}

	/**
	 * Each key has a record of the left side every ten milliseconds, and three later one
	 * of the right side.
	 */
	private static List<ConsumerRecord<byte[], byte[]>> pairs(AllocationFixture task, int round) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		int steps = RECORDS / 2 / KEYS;
		for (int step = 0; step < steps; step++) {
			long time = START + 10L * ((long) round * steps + step);
			for (int key = 0; key < KEYS; key++) {
				records.add(task.record("left", key, time));
			}
			for (int key = 0; key < KEYS; key++) {
				records.add(task.record("right", key, time + 3));
			}
		}
		return records;
	}

}
