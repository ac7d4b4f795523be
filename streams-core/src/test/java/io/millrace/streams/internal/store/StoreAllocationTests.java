package io.millrace.streams.internal.store;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the stores to their part of the hot path: what allocates nothing, allocates
 * nothing.
 */
class StoreAllocationTests {

	private static final int KEYS = 1000;

	private static final int UPDATES = 200_000;

	private final String[] keys = new String[KEYS];

	private final Long[] values = new Long[UPDATES];

	StoreAllocationTests() {
		for (int i = 0; i < KEYS; i++) {
			this.keys[i] = "key" + i;
		}
		for (int i = 0; i < UPDATES; i++) {
			this.values[i] = 1_000_000L + i;
		}
	}

	@Test
	void updatesOfKeysThatWereWrittenAllocateNothing() {
		StoreFixture fixture = new StoreFixture(Stores
			.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));
		TimestampedKeyValueAccess rows = fixture.facade();
		Runnable updates = () -> {
			for (int i = 0; i < UPDATES; i++) {
				fixture.store.mark();
				rows.find(this.keys[i % KEYS]);
				rows.update(this.values[i], rows.foundTimestamp() + 1);
			}
		};
		assertThat(allocatedBy(updates)).isLessThan(UPDATES / 10);
	}

	@Test
	void putsAndGetsOfKeysThatWereWrittenAllocateNothing() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));
		KeyValueStore<String, Long> store = fixture.facade();
		Runnable updates = () -> {
			for (int i = 0; i < UPDATES; i++) {
				fixture.store.mark();
				store.put(this.keys[i % KEYS], this.values[i]);
				store.get(this.keys[(i + 7) % KEYS]);
			}
		};
		assertThat(allocatedBy(updates)).isLessThan(UPDATES / 10);
	}

	@Test
	void recordsThatWriteNothingAllocateNothing() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));
		Runnable records = () -> {
			for (int i = 0; i < UPDATES; i++) {
				fixture.store.mark();
				fixture.store.rollback();
			}
		};
		assertThat(allocatedBy(records)).isLessThan(UPDATES / 10);
	}

	@Test
	void aCommitCostsAnEntryForEachKeyAndLittleMore() {
		StoreFixture fixture = new StoreFixture(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));
		KeyValueStore<String, Long> store = fixture.facade();
		Runnable commits = () -> {
			for (int commit = 0; commit < 20; commit++) {
				for (int i = 0; i < KEYS; i++) {
					fixture.store.mark();
					store.put(this.keys[i], this.values[i]);
				}
				fixture.store.discard();
			}
		};
		// The entry of 104 bytes; the key's bytes: the array from the string, with its
		// header and padding; and a place in two arrays.
		assertThat(allocatedBy(commits) / (20 * KEYS)).isLessThan(104 + 40);
	}

	private static long allocatedBy(Runnable work) {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		for (int i = 0; i < 5; i++) {
			work.run();
		}
		long least = Long.MAX_VALUE;
		for (int i = 0; i < 5; i++) {
			long before = threads.getCurrentThreadAllocatedBytes();
			work.run();
			least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
		}
		return least;
	}

}
