package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.state.Stores;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WaitingRecordsTests {

	private final StoreFixture fixture = fixture();

	private static StoreFixture fixture() {
		return new StoreFixture(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("waiting"), Serdes.Bytes(),
				Serdes.ByteArray()));
	}

	private static void add(WaitingRecords records, String key, String value, long timestamp) {
		records.add(key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8), timestamp,
				new RecordHeaders(), "in", 0, 7);
	}

	private static List<String> walk(WaitingRecords records, long from, long to) {
		List<String> all = new ArrayList<>();
		try (WaitingRecords.Walk walk = records.walk(from, to)) {
			while (walk.next()) {
				all.add(new String(walk.value(), StandardCharsets.UTF_8));
			}
		}
		return all;
	}

	@Test
	void areWalkedInTheOrderOfTheirTime() {
		WaitingRecords records = new WaitingRecords(this.fixture.facade(), this.fixture.facade());
		add(records, "k", "late", Long.MAX_VALUE);
		add(records, "k", "b", 20);
		add(records, "z", "a", 10);
		assertThat(walk(records, 0, Long.MAX_VALUE)).containsExactly("a", "b", "late");
		assertThat(walk(records, 10, 19)).containsExactly("a");
		assertThat(walk(records, 11, 20)).containsExactly("b");
		assertThat(records.firstTime(-1)).isEqualTo(10);
		assertThat(records.firstTime(11)).isEqualTo(20);
		assertThat(records.firstTime(21)).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void whatIsTheSameKeepsItsOrderBeyondARestart() {
		WaitingRecords before = new WaitingRecords(this.fixture.facade(), this.fixture.facade());
		for (int i = 0; i < 3; i++) {
			add(before, "other", "x", 5);
		}
		add(before, "k", "first", 10);
		this.fixture.commit();
		StoreFixture restarted = fixture();
		restarted.restoreFrom(this.fixture);
		WaitingRecords after = new WaitingRecords(restarted.facade(), restarted.facade());
		add(after, "k", "second", 10);
		assertThat(walk(after, 10, 10)).containsExactly("first", "second");
	}

}
