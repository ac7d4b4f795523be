package io.millrace.streams.internal.store;

import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random changes that go into the buffer of a suppression and come out, with records that
 * fail and transactions that are aborted, compared with a map that is copied where the
 * store has a savepoint.
 */
class SuppressionStoreModelTests {

	@Test
	void givesWhatWasPutInLast() throws Exception {
		for (int round = 0; round < 60; round++) {
			new Seeds("givesWhatWasPutInLast").run(round, (random) -> new Run(random).run());
		}
	}

	/**
	 * What is buffered of a key.
	 */
	private record Row(long place, @Nullable String prior, @Nullable String now, long timestamp, String topic,
			int headers) {
	}

	private static final class Run {

		private final Random random;

		private final StoreFixture fixture = fixture();

		private final SuppressionBuffer buffer = this.fixture.facade();

		private final int keys;

		private Map<String, Row> model = new TreeMap<>();

		private Map<String, Row> marked = new TreeMap<>();

		private Map<String, Row> committed = new TreeMap<>();

		private long now;

		private Run(Random random) {
			this.random = random;
			this.keys = 1 + random.nextInt(12);
		}

		private static StoreFixture fixture() {
			return new StoreFixture(
					new SuppressionStoreBuilder("store", Serdes.String(), UnaryOperator.identity(), Serdes.String()));
		}

		private void run() {
			for (int i = 0; i < 1500; i++) {
				step();
			}
			while (!this.model.isEmpty()) {
				take();
			}
			assertThat(this.buffer.rows()).isZero();
			assertThat(this.buffer.bytes()).isZero();
		}

		private void step() {
			switch (this.random.nextInt(14)) {
				case 0, 1, 2, 3, 4, 5 -> put("key" + this.random.nextInt(this.keys));
				case 6 -> {
					if (!this.model.isEmpty()) {
						take();
					}
				}
				case 7, 8, 9, 10 -> mark();
				case 11 -> {
					this.fixture.store.rollback();
					this.model = new TreeMap<>(this.marked);
				}
				case 12 -> {
					this.fixture.commit();
					this.committed = new TreeMap<>(this.model);
					mark();
				}
				default -> {
					if (this.random.nextInt(4) == 0) {
						this.fixture.store.discard();
						this.model = new TreeMap<>(this.committed);
						mark();
					}
				}
			}
			assertThat(this.buffer.rows()).isEqualTo(this.model.size());
		}

		private void mark() {
			this.fixture.store.mark();
			this.marked = new TreeMap<>(this.model);
		}

		private @Nullable String value() {
			return (this.random.nextInt(6) == 0) ? null : "value" + this.random.nextInt(20);
		}

		private void put(String key) {
			Row before = this.model.get(key);
			String old = value();
			String value = value();
			String topic = (this.random.nextInt(4) == 0) ? "other" : "in";
			int headerCount = (this.random.nextInt(4) == 0) ? 1 : 0;
			RecordHeaders headers = new RecordHeaders();
			if (headerCount > 0) {
				headers.add("h", new byte[] { 1 });
			}
			this.now++;
			this.buffer.put(this.now, key, value, old, this.now, headers, topic, 0, this.now);
			this.model.put(key, new Row((before != null) ? before.place() : this.now,
					(before != null) ? before.prior() : old, value, this.now, topic, headerCount));
		}

		private void take() {
			Map.Entry<String, Row> first = this.model.entrySet()
				.stream()
				.min(Comparator.comparingLong((entry) -> entry.getValue().place()))
				.orElseThrow();
			assertThat(this.buffer.earliest()).isEqualTo(first.getValue().place());
			SuppressionBuffer.Change change = this.buffer.takeEarliest();
			assertThat(change.key()).isEqualTo(first.getKey());
			assertThat(new Row(first.getValue().place(), (String) change.prior(), (String) change.newValue(),
					change.timestamp(), String.valueOf(change.topic()), change.headers().toArray().length))
				.isEqualTo(first.getValue());
			assertThat(change.offset()).isEqualTo(change.timestamp());
			this.model.remove(first.getKey());
		}

	}

}
