package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows of bytes are those of a map, through commits, failed records and aborts, whatever
 * the caller does with the arrays of keys afterwards.
 */
class ByteRowsTests {

	private static final int ROUNDS = 50;

	private static final int STEPS = 300;

	private static final int KEYS = 40;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void areThoseOfAMap(boolean timestamped) throws Exception {
		for (int round = 0; round < ROUNDS; round++) {
			new Seeds("areThoseOfAMap").run(round, (random) -> compare(timestamped, random));
		}
	}

	private static void compare(boolean timestamped, Random random) {
		StoreFixture fixture = new StoreFixture(timestamped
				? Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), Serdes.Bytes(),
						Serdes.ByteArray())
				: Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), Serdes.ByteArray(),
						Serdes.ByteArray()));
		ByteRows store = fixture.facade();
		TreeMap<Integer, Integer> rows = new TreeMap<>();
		TreeMap<Integer, Integer> marked = new TreeMap<>();
		TreeMap<Integer, Integer> committed = new TreeMap<>();
		FoundRows found = new FoundRows();
		for (int step = 0; step < STEPS; step++) {
			int number = random.nextInt(KEYS);
			byte[] key = { (byte) number };
			switch (random.nextInt(12)) {
				case 0 -> {
					fixture.commit();
					marked = new TreeMap<>(rows);
					committed = new TreeMap<>(rows);
				}
				case 1, 2 -> {
					fixture.store.mark();
					marked = new TreeMap<>(rows);
				}
				case 3 -> {
					fixture.store.rollback();
					rows = new TreeMap<>(marked);
				}
				case 4 -> {
					if (random.nextInt(4) == 0) {
						fixture.store.discard();
						fixture.store.mark();
						rows = new TreeMap<>(committed);
						marked = new TreeMap<>(committed);
					}
				}
				case 5, 6 -> {
					store.write(key, null, step);
					rows.remove(number);
				}
				default -> {
					store.write(key, new byte[] { (byte) step }, step);
					rows.put(number, step);
				}
			}
			key[0] = (byte) random.nextInt(KEYS);
			byte[] value = store.bytes(key);
			Integer expected = rows.get((int) key[0]);
			assertThat(value).isEqualTo((expected != null) ? new byte[] { expected.byteValue() } : null);
			int from = random.nextInt(KEYS);
			int to = from + random.nextInt(KEYS);
			store.collect(new byte[] { (byte) from }, new byte[] { (byte) to }, found);
			List<Integer> keys = new ArrayList<>();
			for (int i = 0; i < found.count(); i++) {
				keys.add((int) found.key(i)[0]);
				assertThat(found.value(i)).containsExactly(rows.get((int) found.key(i)[0]).byteValue());
			}
			assertThat(keys).containsExactlyElementsOf(rows.subMap(from, to).keySet());
		}
	}

}
