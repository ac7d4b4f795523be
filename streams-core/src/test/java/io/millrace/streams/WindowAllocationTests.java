package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindowedSerializer;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.TimeWindowedSerializer;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.WindowedSerdes;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.kstream.internals.WindowedSerializer;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What windowed aggregations and suppressions allocate for a record in steady state,
 * beyond what the clients and the serdes do, the aggregate, and for a new row its key.
 */
class WindowAllocationTests {

	private static final double NOTHING = 1;

	private static final int RECORDS = AllocationFixture.RECORDS;

	private static final int KEYS = AllocationFixture.KEYS;

	private static final long START = 1_790_000_000_000L - 1_790_000_000_000L % 300_000;

	private static final Duration WINDOW = Duration.ofSeconds(40);

	/** Ten records of a key fall into a window. */
	private static final int STEP = 4000;

	private final StreamsBuilder builder = new StreamsBuilder();

	private final WindowedSerializer<String> windows = new TimeWindowedSerializer<>(new StringSerializer());

	private final WindowedSerializer<String> sessions = new SessionWindowedSerializer<>(new StringSerializer());

	private long count = 1000;

	@Test
	void hoppingWindows() {
		toOutput(grouped()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5)).advanceBy(Duration.ofMinutes(1)))
			.count(inWindows()));
		AllocationFixture task = new AllocationFixture(this.builder);
		Windowed<String> row = new Windowed<>("key-100", new TimeWindow(START, START + 300_000));
		int[] number = new int[1];
		double own = task.ownBytes("hopping windows", 5 * RECORDS, (round) -> records(task, round, 0), (record) -> {
			String key = task.readKey(record);
			task.readValue(record);
			if (number[0]++ % (RECORDS / KEYS / 5) == 0) {
				// Once for each row in each transaction.
				AllocationFixture.keep(new Windowed<>(key, new TimeWindow(START, START + 300_000)));
			}
			for (int i = 0; i < 5; i++) {
				produce(task, record, this.windows, row, nextCount());
			}
		});
		assertThat(own).isLessThan(NOTHING + (AllocationFixture.ENTRY + AllocationFixture.NUMBER) * 5 * KEYS / RECORDS);
	}

	@Test
	void slidingWindows() {
		toOutput(grouped().windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
			.count(inWindows()));
		AllocationFixture task = new AllocationFixture(this.builder);
		Windowed<String> row = new Windowed<>("key-100", new TimeWindow(START, START + 10));
		double own = task.ownBytes("sliding windows", 3 * RECORDS, (round) -> records(task, round, 4), (record) -> {
			String key = task.readKey(record);
			task.readValue(record);
			// Looks for the windows of the key, which hold few records.
			task.write(key);
			produce(task, record, this.windows, row, 3L);
			for (int i = 0; i < 2; i++) {
				Windowed<String> next = new Windowed<>(key, new TimeWindow(START, START + 10));
				AllocationFixture.keep(next);
				row(task, key, Long.BYTES + Integer.BYTES);
				produce(task, record, this.windows, next, 3L);
			}
		});
		// Once in a transaction, rows are read from the engine.
		assertThat(own).isLessThan(10 + AllocationFixture.ENTRY * 2);
	}

	@Test
	void sessions() {
		sessionsToOutput(grouped().windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(10)))
			.count(inSessions()));
		AllocationFixture task = new AllocationFixture(this.builder);
		double own = task.ownBytes("sessions", 2 * RECORDS, (round) -> records(task, round, 4), (record) -> {
			String key = task.readKey(record);
			task.readValue(record);
			// Looks for the sessions of the key.
			task.write(key);
			Windowed<String> next = new Windowed<>(key, new SessionWindow(START, START + 10));
			AllocationFixture.keep(next);
			row(task, key, 2 * Long.BYTES);
			AllocationFixture.keep(this.sessions.serializeBaseKey("out", record.headers(), next));
			task.produce(record, this.sessions.serialize("out", record.headers(), next), null);
			produce(task, record, this.sessions, next, nextCount());
		});
		// Once in a transaction, an index is made.
		assertThat(own).isLessThan(5 + AllocationFixture.ENTRY);
	}

	@Test
	void suppressedWindows() {
		toOutput(grouped().windowedBy(TimeWindows.ofSizeWithNoGrace(WINDOW))
			.count(inWindows())
			.suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded())));
		AllocationFixture task = new AllocationFixture(this.builder);
		Windowed<String> row = new Windowed<>("key-100", new TimeWindow(START, START + 10));
		int[] number = new int[1];
		double own = task.ownBytes("suppressed windows", RECORDS / 10, (round) -> records(task, round, STEP),
				(record) -> {
					String key = task.readKey(record);
					task.readValue(record);
					// Few records are in a window.
					Long now = 3L;
					AllocationFixture.keep(this.windows.serialize("out", record.headers(), row));
					task.write(now);
					if (number[0]++ % 10 != 0) {
						task.write(now);
					}
					else {
						AllocationFixture.keep(new Windowed<>(key, new TimeWindow(START, START + 40_000)));
						row(task, key, Long.BYTES + Integer.BYTES);
						produce(task, record, this.windows, row, now);
					}
				});
		// Headers for the serdes of the key at each change, a place in the order for a
		// new row, and what is read back of a row that is passed on: 99 to 123 bytes, as
		// the compiler leaves out more or fewer objects.
		assertThat(own).isLessThan(180);
	}

	@Test
	void finalResultsOfTumblingWindows() {
		toOutput(grouped().windowedBy(TimeWindows.ofSizeWithNoGrace(WINDOW))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count(inWindows()));
		AllocationFixture task = new AllocationFixture(this.builder);
		Windowed<String> row = new Windowed<>("key-100", new TimeWindow(START, START + 10));
		int[] number = new int[1];
		double own = task.ownBytes("final tumbling windows", RECORDS / 10, (round) -> records(task, round, STEP),
				(record) -> {
					String key = task.readKey(record);
					task.readValue(record);
					// Few records are in a window.
					Long now = 3L;
					if (number[0]++ % 10 == 0) {
						AllocationFixture.keep(new Windowed<>(key, new TimeWindow(START, START + 40_000)));
						row(task, key, Long.BYTES + Integer.BYTES);
						produce(task, record, this.windows, row, now);
					}
				});
		// Once in a transaction, rows are read from the engine.
		assertThat(own).isLessThan(5 + AllocationFixture.ENTRY / 10);
	}

	private Long nextCount() {
		// A loop has to keep the count also.
		Long next = this.count++;
		AllocationFixture.keep(next);
		return next;
	}

	/**
	 * A new row: its key in the layout of the store.
	 */
	private static void row(AllocationFixture task, String key, int times) {
		AllocationFixture.keep(new byte[Long.BYTES + task.write(key).length + times]);
	}

	private static void produce(AllocationFixture task, ConsumerRecord<byte[], byte[]> record,
			WindowedSerializer<String> serializer, Windowed<String> row, Long value) {
		AllocationFixture.keep(serializer.serializeBaseKey("out", record.headers(), row));
		task.produce(record, serializer.serialize("out", record.headers(), row), task.write(value));
	}

	private KGroupedStream<String, Long> grouped() {
		return this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.Long()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.Long()));
	}

	private static Materialized<String, Long, WindowStore<Bytes, byte[]>> inWindows() {
		return Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long())
			.withCachingDisabled();
	}

	private static Materialized<String, Long, SessionStore<Bytes, byte[]>> inSessions() {
		return Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("counts")
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long())
			.withCachingDisabled();
	}

	private static void toOutput(KTable<Windowed<String>, Long> table) {
		table.toStream()
			.to("out", Produced.with(WindowedSerdes.timeWindowedSerdeFrom(String.class, 300_000), Serdes.Long()));
	}

	private static void sessionsToOutput(KTable<Windowed<String>, Long> table) {
		table.toStream().to("out", Produced.with(WindowedSerdes.sessionWindowedSerdeFrom(String.class), Serdes.Long()));
	}

	/**
	 * Records of each key in turn.
	 * @param step how many milliseconds after a record of a key the next one comes
	 */
	private static List<ConsumerRecord<byte[], byte[]>> records(AllocationFixture task, int round, int step) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		int turns = RECORDS / KEYS;
		for (int turn = 0; turn < turns; turn++) {
			long time = START + 250_000 + step * ((long) round * turns + turn);
			for (int key = 0; key < KEYS; key++) {
				records.add(task.record("in", key, time));
			}
		}
		return records;
	}

}
