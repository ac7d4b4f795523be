package io.millrace.streams.internal.store;

import java.util.Random;
import java.util.TreeMap;

import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first key from one on is found among what is committed and what isn't.
 */
class OrderedKeysTests {

	@Test
	void findsTheFirstKeyThatHasAValue() {
		for (int seed = 0; seed < 50; seed++) {
			Random random = new Random(seed);
			StoreFixture fixture = new StoreFixture(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"),
					Serdes.ByteArray(), Serdes.ByteArray()));
			KeyValueStore<byte[], byte[]> store = fixture.facade();
			TreeMap<Integer, Boolean> rows = new TreeMap<>();
			TreeMap<Integer, Boolean> marked = new TreeMap<>();
			for (int step = 0; step < 200; step++) {
				int key = random.nextInt(30);
				switch (random.nextInt(8)) {
					case 0 -> {
						fixture.commit();
						marked = new TreeMap<>(rows);
					}
					case 1 -> {
						fixture.store.mark();
						marked = new TreeMap<>(rows);
					}
					case 2 -> {
						fixture.store.rollback();
						rows = new TreeMap<>(marked);
					}
					case 3, 4, 5 -> {
						store.delete(new byte[] { (byte) key });
						rows.remove(key);
					}
					default -> {
						store.put(new byte[] { (byte) key }, new byte[0]);
						rows.put(key, true);
					}
				}
				int from = random.nextInt(32);
				Integer expected = rows.ceilingKey(from);
				byte[] found = ((OrderedKeys) store).firstKey(new byte[] { (byte) from });
				assertThat(found).as("seed %d, step %d", seed, step)
					.isEqualTo((expected != null) ? new byte[] { expected.byteValue() } : null);
				assertThat(((OrderedKeys) store).firstKey(null) == null).isEqualTo(rows.isEmpty());
			}
		}
	}

}
