package io.millrace.streams.store.rocksdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads what was written with a decoder of its own. That RocksDB reads it too, the tests
 * of the engine show.
 */
class WriteBatchBufferTests {

	private static final byte[] DELETED = new byte[0];

	@Test
	void changesComeInTheOrderOfKeys() {
		WriteBatchBuffer buffer = new WriteBatchBuffer(300);
		buffer.put(bytes("key-2"), new byte[200]);
		buffer.put(bytes("key-\u00ff"), new byte[0]);
		buffer.delete(bytes("key-1"));
		buffer.put(bytes("key-"), new byte[1]);
		buffer.put(bytes("key-10"), new byte[3]);
		assertThat(buffer.count()).isEqualTo(5);
		assertThat(decode(buffer)).extracting(Change::toString)
			.containsExactly("5 300 key- 1", "4 300 key-1 -1", "5 300 key-10 3", "5 300 key-2 200",
					"5 300 key-\u00ff 0");

		buffer.reset();
		buffer.put(new byte[0], new byte[20_000]);
		assertThat(decode(buffer)).extracting(Change::toString).containsExactly("5 300  20000");
	}

	@Test
	void randomKeysAreSorted() {
		Random random = new Random(3);
		WriteBatchBuffer buffer = new WriteBatchBuffer(1);
		List<String> keys = new ArrayList<>();
		for (int i = 0; i < 3_000; i++) {
			String key = "a-long-common-prefix-" + Integer.toString(random.nextInt(Integer.MAX_VALUE), 36);
			keys.add(key);
			buffer.put(bytes(key), bytes(key));
		}
		// Five characters tell these keys apart but for the last one or two.
		keys.sort(Comparator.comparing((key) -> key.substring(0, Math.min(key.length(), 26))));
		assertThat(decode(buffer)).extracting((change) -> change.key.substring(0, Math.min(change.key.length(), 26)))
			.isEqualTo(keys.stream().map((key) -> key.substring(0, Math.min(key.length(), 26))).toList());
	}

	@Test
	void changesOfAKeyStayInTheirOrder() {
		Random random = new Random(5);
		WriteBatchBuffer buffer = new WriteBatchBuffer(1);
		Map<String, List<Integer>> expected = new HashMap<>();
		for (int i = 0; i < 20_000; i++) {
			int number = random.nextInt(50);
			// Some longer than what takes part in the order, and alike in it.
			String key = ("common" + number % 3 + "aaaaaaaa" + number).repeat(1 + number % 20);
			expected.computeIfAbsent(key, (absent) -> new ArrayList<>()).add(i);
			buffer.put(bytes(key), ByteBuffer.allocate(4).putInt(0, i).array());
		}
		Map<String, List<Integer>> found = new HashMap<>();
		for (Change change : decode(buffer)) {
			found.computeIfAbsent(change.key, (absent) -> new ArrayList<>())
				.add(ByteBuffer.wrap(change.value).getInt());
		}
		assertThat(found).isEqualTo(expected);
	}

	@Test
	void theLastChangeOfEachKeyComesInTheExactOrder() {
		long seed = Long.getLong("millrace.test.seed", new Random().nextLong());
		Random random = new Random(seed);
		for (int round = 0; round < 200; round++) {
			NavigableMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
			WriteBatchBuffer buffer = new WriteBatchBuffer(300);
			String prefix = "common".repeat(random.nextInt(4));
			int parts = 1 + random.nextInt(3);
			for (int part = 0; part < parts; part++) {
				WriteBatchBuffer more = new WriteBatchBuffer(300);
				int changes = random.nextInt(400);
				for (int i = 0; i < changes; i++) {
					byte[] key = key(random, prefix);
					byte[] value = new byte[random.nextInt(200)];
					random.nextBytes(value);
					if (random.nextInt(5) == 0) {
						more.delete(key);
						expected.put(key, DELETED);
					}
					else {
						more.put(key, value);
						expected.put(key, value);
					}
				}
				buffer.append(more);
			}
			List<String> found = new ArrayList<>();
			SortedChanges changes = buffer.sorted();
			while (changes.next()) {
				found.add(entry(part(changes.bytes(), changes.keyAt(), changes.keyLength()),
						changes.deleted() ? DELETED : part(changes.bytes(), changes.valueAt(), changes.valueLength())));
			}
			List<String> all = new ArrayList<>();
			expected.forEach((key, value) -> all.add(entry(key, value)));
			assertThat(found).as("seed %s, round %s", seed, round).isEqualTo(all);
			if (!expected.isEmpty()) {
				assertThat(buffer.sorted().first()).isEqualTo(expected.firstKey());
				assertThat(buffer.sorted().last()).isEqualTo(expected.lastKey());
			}
		}
	}

	/** Short and long ones, many alike in all that takes part in the rough order. */
	private static byte[] key(Random random, String prefix) {
		byte[] end = new byte[random.nextInt(9)];
		for (int i = 0; i < end.length; i++) {
			end[i] = (byte) (random.nextInt(3) * 127);
		}
		byte[] start = bytes(prefix);
		byte[] key = Arrays.copyOf(start, start.length + end.length);
		System.arraycopy(end, 0, key, start.length, end.length);
		return key;
	}

	private static byte[] part(byte[] bytes, int at, int length) {
		return Arrays.copyOfRange(bytes, at, at + length);
	}

	private static String entry(byte[] key, byte[] value) {
		return HexFormat.of().formatHex(key) + "=" + ((value != DELETED) ? HexFormat.of().formatHex(value) : "deleted");
	}

	private static List<Change> decode(WriteBatchBuffer buffer) {
		byte[] target = new byte[buffer.size() + 7];
		assertThat(buffer.copyTo(target, 3)).isEqualTo(buffer.size() + 3);
		ByteBuffer bytes = ByteBuffer.wrap(target, 3, buffer.size());
		List<Change> changes = new ArrayList<>();
		while (bytes.hasRemaining()) {
			byte tag = bytes.get();
			int family = integer(bytes);
			byte[] key = part(bytes);
			changes
				.add(new Change(tag, family, new String(key, StandardCharsets.UTF_8), (tag == 5) ? part(bytes) : null));
		}
		return changes;
	}

	private static byte[] part(ByteBuffer bytes) {
		byte[] part = new byte[integer(bytes)];
		bytes.get(part);
		return part;
	}

	private static int integer(ByteBuffer bytes) {
		byte next = bytes.get();
		return (next >= 0) ? next : (next & 0x7F) + (integer(bytes) << 7);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static final class Change {

		private final byte tag;

		private final int family;

		private final String key;

		private final byte[] value;

		private Change(byte tag, int family, String key, byte[] value) {
			this.tag = tag;
			this.family = family;
			this.key = key;
			this.value = value;
		}

		@Override
		public String toString() {
			return this.tag + " " + this.family + " " + this.key + " "
					+ ((this.value != null) ? this.value.length : -1);
		}

	}

}
