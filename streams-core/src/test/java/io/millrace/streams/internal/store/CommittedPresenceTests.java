package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows at random times, also at the ends of segments and their parts: none that is there
 * is taken for missing, and most that are missing are known to be.
 */
class CommittedPresenceTests {

	private static final int ROWS = 20_000;

	private static final int KEYS = 1_000;

	private record Row(int key, long time) {

	}

	@Test
	void rowsOfDuplicatesAreFoundByKeyAndTime() throws Exception {
		for (long interval : new long[] { 1, 2, 3, 1_000, 60_000, 86_400_001 }) {
			find(SegmentLayout.windows(10 * interval, interval, 0, true, 0), 20 * interval);
		}
	}

	@Test
	void sessionsAreFoundByKeyAndEnd() throws Exception {
		for (long interval : new long[] { 1, 7, 60_000 }) {
			find(SegmentLayout.sessions(10 * interval, interval), 20 * interval);
		}
	}

	@Test
	void oneSegmentMayBeAllTime() throws Exception {
		find(SegmentLayout.windows(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, 0, true, 0), Long.MAX_VALUE);
	}

	@Test
	void whereAKeyHasNoRowInATimeThatIsKnownMostly() {
		long interval = 60_000;
		SegmentLayout layout = SegmentLayout.windows(2 * interval, interval, 0, true, 0);
		CommittedPresence presence = presence(layout);
		for (int key = 0; key < ROWS; key++) {
			add(presence, layout, new Row(key, key % interval));
		}
		int wrong = 0;
		for (int key = 0; key < ROWS; key++) {
			int hash = SegmentLayout.hash(bytes(key));
			wrong += presence.mayHaveKey(0, hash, 31_000, interval + 5) ? 1 : 0;
			wrong += presence.mayHaveKey(1, hash, 31_000, interval + 5) ? 1 : 0;
		}
		assertThat(wrong).isLessThan(ROWS / 30);
	}

	private static void find(SegmentLayout layout, long end) throws Exception {
		new Seeds("presence").run(0, (random) -> find(random, layout, end));
	}

	private static void find(Random random, SegmentLayout layout, long end) {
		CommittedPresence presence = presence(layout);
		// Has it begun before there is anything.
		presence.mayHaveKey(0, 0, 0, 0);
		List<Row> rows = new ArrayList<>();
		for (int i = 0; i < ROWS; i++) {
			Row row = new Row(random.nextInt(KEYS), time(random, layout.interval(), end));
			rows.add(row);
			add(presence, layout, row);
		}
		for (Row row : rows) {
			long first = random.nextBoolean() ? row.time() : random.nextLong(row.time() + 1);
			long last = random.nextBoolean() ? row.time() : random.nextLong(row.time(), Long.MAX_VALUE);
			assertThat(
					presence.mayHaveKey(layout.segment(row.time()), SegmentLayout.hash(bytes(row.key())), first, last))
				.as("interval %d, %s, from %d to %d", layout.interval(), row, first, last)
				.isTrue();
		}
	}

	/** Half of them next to the ends of parts. */
	private static long time(Random random, long interval, long end) {
		long time = random.nextLong(end);
		if (interval >= 8 && random.nextBoolean()) {
			time = time - time % (interval / 4) + random.nextInt(5);
		}
		return Math.max(0, time);
	}

	private static CommittedPresence presence(SegmentLayout layout) {
		StateEngine engine = new InMemoryStateEngine("0_0", Set.of("store"));
		return new CommittedPresence(layout, new StoreMemory(engine, "store"), new CacheBudget(100_000_000));
	}

	private static void add(CommittedPresence presence, SegmentLayout layout, Row row) {
		presence.added(layout.segment(row.time()), layout.engineKey(bytes(row.key()), row.time(), row.time(), 0));
	}

	private static byte[] bytes(int key) {
		return ("user-" + key).getBytes(StandardCharsets.UTF_8);
	}

}
