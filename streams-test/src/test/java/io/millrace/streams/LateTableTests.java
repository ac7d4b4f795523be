package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.LateRecord;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.processor.api.RecordMetadata;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * Who asks to be told of what comes too late for a versioned table is told of records of
 * the table that are older than its history, and of those of a stream that are joined
 * with it after their grace period, or with nothing since the history doesn't reach back
 * to them. The history is 100 ms long, and grace periods 10 ms.
 */
class LateTableTests extends SmallCases {

	private final KStream<String, String> stream = this.builder.stream("A",
			Consumed.with(Serdes.String(), Serdes.String()));

	private final List<String> told = new ArrayList<>();

	private KTable<String, String> table() {
		return this.builder.table("B", Consumed.with(Serdes.String(), Serdes.String()), versioned());
	}

	private Materialized<String, String, KeyValueStore<Bytes, byte[]>> versioned() {
		return Materialized.as(Stores.persistentVersionedKeyValueStore("rows", Duration.ofMillis(100)));
	}

	private Joined<String, String, String> joined() {
		return Joined.with(Serdes.String(), Serdes.String(), Serdes.String());
	}

	private Joined<String, String, String> telling() {
		return joined().onLate(this::tell);
	}

	private Joined<String, String, String> tellingAfterGrace() {
		return telling().withGracePeriod(Duration.ofMillis(10));
	}

	private void join(Joined<String, String, String> joined) {
		this.stream.join(table(), (value, row) -> value + "+" + row, joined)
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
	}

	private void leftJoin(Joined<String, String, String> joined) {
		this.stream.leftJoin(table(), (value, row) -> value + "+" + row, joined)
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
	}

	private void tell(LateRecord<? extends String, ? extends String> late) {
		RecordMetadata origin = late.metadata().orElseThrow();
		this.told.add(late.record().key() + "=" + late.record().value() + "@" + late.record().timestamp() + " missed "
				+ late.window().start() + "-" + late.window().end() + " by " + late.lateness().toMillis() + " from "
				+ origin.topic() + "-" + origin.partition() + "@" + origin.offset());
	}

	@Test
	void aRecordBeyondItsGracePeriodIsToldOfAndJoinedAllTheSame() {
		join(tellingAfterGrace());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B", "k", "high", 0);
			pipe(driver, "B", "k", "low", 20);
			pipe(driver, "A", "z", "z", 50);
			assertThat(pipe(driver, "A", "k", "waits", 41)).isEmpty();
			assertThat(pipe(driver, "A", "k", "just", 40)).containsExactly("k=just+low@40");
			assertThat(this.told).isEmpty();
			assertThat(pipe(driver, "A", "k", "late", 39)).containsExactly("k=late+low@39");
			assertThat(pipe(driver, "A", "k", "later", 15)).containsExactly("k=later+high@15");
			assertThat(this.told).containsExactly("k=late@39 missed 39-40 by 0 from A-0@3",
					"k=later@15 missed 15-16 by 24 from A-0@4");
			assertThat(driver.dropped("late")).isZero();
		}
	}

	@Test
	void aRecordOlderThanTheHistoryIsToldOfIfItFindsNothing() {
		join(telling());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B", "k", "high", 0);
			pipe(driver, "B", "stays", "same", 10);
			pipe(driver, "B", "k", "low", 500);
			assertThat(pipe(driver, "A", "k", "v", 400)).containsExactly("k=v+high@400");
			assertThat(pipe(driver, "A", "stays", "v", 50)).containsExactly("stays=v+same@50");
			assertThat(this.told).isEmpty();
			assertThat(pipe(driver, "A", "k", "v", 399)).isEmpty();
			assertThat(this.told).containsExactly("k=v@399 missed 399-400 by 0 from A-0@2");
		}
	}

	@Test
	void aLeftJoinGivesWhatIsToldOf() {
		leftJoin(telling());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B", "k", "low", 500);
			assertThat(pipe(driver, "A", "k", "v", 300)).containsExactly("k=v+null@300");
			assertThat(this.told).containsExactly("k=v@300 missed 300-301 by 99 from A-0@0");
		}
	}

	@Test
	void aRecordThatHasWaitedMayFindNoHistory() {
		join(tellingAfterGrace());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B", "k", "high", 0);
			pipe(driver, "A", "k", "waits", 15);
			pipe(driver, "B", "k", "low", 500);
			assertThat(this.told).isEmpty();
			assertThat(pipe(driver, "A", "z", "z", 600)).isEmpty();
			assertThat(this.told).containsExactly("k=waits@15 missed 15-16 by 384 from A-0@0");
		}
	}

	@Test
	void aRecordThatIsLateForBothIsToldOfOnce() {
		join(tellingAfterGrace());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B", "k", "high", 0);
			pipe(driver, "B", "k", "low", 500);
			pipe(driver, "A", "z", "z", 600);
			assertThat(pipe(driver, "A", "k", "v", 50)).isEmpty();
			assertThat(this.told).containsExactly("k=v@50 missed 50-51 by 539 from A-0@1");
		}
	}

	@Test
	void aFilteredTableThatHasNoSuchRowIsNotForgetful() {
		this.stream
			.join(table().filter((key, value) -> !value.equals("high")), (value, row) -> value + "+" + row, telling())
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B", "k", "high", 0);
			pipe(driver, "B", "z", "z", 500);
			assertThat(pipe(driver, "A", "k", "v", 50)).isEmpty();
			assertThat(this.told).isEmpty();
			assertThat(pipe(driver, "A", "other", "v", 50)).isEmpty();
			assertThat(this.told).containsExactly("other=v@50 missed 50-51 by 349 from A-0@1");
		}
	}

	@Test
	void aRowOlderThanTheHistoryIsToldOf() {
		this.builder.table("B", Consumed.with(Serdes.String(), Serdes.String()), versioned().onLate(this::tell))
			.toStream()
			.to("out");
		checkLateRows("B");
	}

	@Test
	void aRowMadeOfAStreamThatIsOlderThanTheHistoryIsToldOf() {
		this.stream.toTable(versioned().onLate(this::tell)).toStream().to("out");
		checkLateRows("A");
	}

	private void checkLateRows(String topic) {
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, topic, "k", "high", 500);
			assertThat(pipe(driver, topic, "k", "low", 400)).containsExactly("k=low@400");
			assertThat(this.told).isEmpty();
			assertThat(pipe(driver, topic, "k", "v", 399)).isEmpty();
			assertThat(pipe(driver, topic, "k", null, 300)).isEmpty();
			assertThat(this.told).containsExactly("k=v@399 missed 399-400 by 0 from " + topic + "-0@2",
					"k=null@300 missed 300-301 by 99 from " + topic + "-0@3");
			assertThat(driver.dropped("expired-version")).isEqualTo(2);
		}
	}

	@Test
	void aJoinWithATableWithoutHistoryHasNothingToTell() {
		KTable<String, String> plain = this.builder.table("B", Consumed.with(Serdes.String(), Serdes.String()));
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.stream.join(plain, (value, row) -> value, telling()))
			.withMessage("The join of stream KSTREAM-SOURCE-0000000000 with table KTABLE-SOURCE-0000000003 tells of"
					+ " late records, but the table isn't versioned, so none is late; give it a store of"
					+ " Stores.persistentVersionedKeyValueStore, or leave onLate out.");
	}

	@Test
	void aTableWithoutHistoryHasNothingToTell() {
		Materialized<String, String, KeyValueStore<Bytes, byte[]>> plain = Materialized
			.<String, String, KeyValueStore<Bytes, byte[]>>as("rows")
			.onLate(this::tell);
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.builder.table("B", plain))
			.withMessage(
					"Store rows of operator KTABLE-SOURCE-0000000002 tells of late records, but it isn't versioned,"
							+ " so none is late; take one of Stores.persistentVersionedKeyValueStore, or leave onLate out.");
	}

	@Test
	void onlyTablesThatAreMadeOfRecordsTell() {
		String message = " tells of late records, which only versioned tables do that are read from a topic or made of"
				+ " a stream; leave onLate out of Materialized. Windows have an onLate of their own.";
		KTable<String, String> table = this.builder.table("B");
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> table.filter((key, value) -> true, versioned().onLate(this::tell)))
			.withMessageStartingWith("Store rows of operator KTABLE-FILTER-")
			.withMessageEndingWith(message);
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.stream.groupByKey()
				.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
				.reduce((one, other) -> one,
						Materialized.<String, String, WindowStore<Bytes, byte[]>>as("windows").onLate(this::tell)))
			.withMessageEndingWith(message);
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.builder.globalTable("C", versioned().onLate(this::tell)))
			.withMessageEndingWith(message);
	}

	@Test
	void aHandlerIsNeeded() {
		assertThatNullPointerException().isThrownBy(() -> joined().onLate(null)).withMessageContaining("handler");
		assertThatNullPointerException().isThrownBy(() -> versioned().onLate(null)).withMessageContaining("handler");
	}

	@Test
	void otherSettingsKeepTheHandler() {
		join(telling().withName("join")
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.String())
			.withOtherValueSerde(Serdes.String())
			.withGracePeriod(Duration.ZERO));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "z", "z", 50);
			pipe(driver, "A", "k", "v", 40);
			assertThat(this.told).containsExactly("k=v@40 missed 40-41 by 9 from A-0@1");
		}
	}

}
