package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PersistentTreeTests {

	@Test
	void emptyTree() {
		assertThat(PersistentTree.EMPTY.size()).isZero();
		assertThat(PersistentTree.EMPTY.get(new byte[] { 1 })).isNull();
		assertThat(PersistentTree.EMPTY.scan(null, null, false).next()).isFalse();
		assertThat(PersistentTree.EMPTY.scan(null, null, true).next()).isFalse();
	}

	@Test
	void ordersBytesUnsigned() {
		PersistentTree.Editor editor = PersistentTree.EMPTY.edit();
		for (byte[] key : List.of(new byte[] { (byte) 0x80 }, new byte[] { 0x7f }, new byte[0],
				new byte[] { 0x7f, 0 })) {
			editor.put(key, key);
		}
		List<byte[]> keys = new ArrayList<>();
		EngineCursor cursor = editor.done().scan(null, null, false);
		while (cursor.next()) {
			keys.add(cursor.key());
		}
		assertThat(keys).containsExactly(new byte[0], new byte[] { 0x7f }, new byte[] { 0x7f, 0 },
				new byte[] { (byte) 0x80 });
	}

	@Test
	void growsAndShrinksInOrder() {
		PersistentTree tree = PersistentTree.EMPTY;
		for (int batch = 0; batch < 50; batch++) {
			PersistentTree.Editor editor = tree.edit();
			for (int i = 0; i < 1000; i++) {
				byte[] key = number(batch * 1000 + i);
				editor.put(key, key);
			}
			tree = editor.done();
		}
		assertThat(tree.size()).isEqualTo(50_000);
		assertThat(tree.get(number(49_999))).isEqualTo(number(49_999));
		PersistentTree full = tree;
		for (int batch = 0; batch < 50; batch++) {
			PersistentTree.Editor editor = tree.edit();
			for (int i = 0; i < 1000; i++) {
				editor.remove(number(batch * 1000 + i));
			}
			tree = editor.done();
			assertThat(tree.size()).isEqualTo(49_000 - batch * 1000L);
		}
		assertThat(tree.scan(null, null, false).next()).isFalse();
		assertThat(tree.depth()).isZero();
		assertThat(full.get(number(0))).isEqualTo(number(0));
		assertThat(full.size()).isEqualTo(50_000);
	}

	@Test
	void doesAsATreeMapDoes() throws Exception {
		for (int round = 0; round < 15; round++) {
			new Seeds("doesAsATreeMapDoes").run(round, this::compareWithTreeMap);
		}
	}

	/**
	 * Whole branches grow thin and are joined, and then what was taken out comes back.
	 */
	@Test
	void rangesComeAndGo() throws Exception {
		for (int round = 0; round < 4; round++) {
			new Seeds("rangesComeAndGo").run(round, (random) -> {
				int keys = 20_000;
				NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
				PersistentTree tree = PersistentTree.EMPTY;
				for (int batch = 0; batch < 60; batch++) {
					PersistentTree.Editor editor = tree.edit();
					boolean removing = batch % 2 == 1;
					int start = random.nextInt(keys);
					int length = (batch == 0) ? keys : random.nextInt(keys / 4);
					int spared = 1 + random.nextInt(40);
					for (int i = 0; i < length; i++) {
						byte[] key = number((start + i) % keys);
						if (!removing) {
							editor.put(key, key);
							model.put(key, key);
						}
						else if (random.nextInt(spared) != 0) {
							editor.remove(key);
							model.remove(key);
						}
					}
					tree = editor.done();
					assertThat(tree.size()).isEqualTo(model.size());
					checkScan(tree, model, null, null);
					for (byte[] key : model.keySet()) {
						if (tree.get(key) == null) {
							throw new AssertionError(Arrays.toString(key));
						}
					}
				}
			});
		}
	}

	private void compareWithTreeMap(Random random) {
		int keys = 1 << (1 + random.nextInt(14));
		int removals = random.nextInt(100);
		NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
		PersistentTree tree = PersistentTree.EMPTY;
		List<PersistentTree> versions = new ArrayList<>();
		List<NavigableMap<byte[], byte[]>> models = new ArrayList<>();
		for (int batch = 0; batch < 30; batch++) {
			PersistentTree.Editor editor = tree.edit();
			int changes = random.nextInt(2000);
			boolean removing = random.nextInt(5) == 0;
			for (int i = 0; i < changes; i++) {
				byte[] key = key(random, keys);
				if (random.nextInt(100) < (removing ? 95 : removals)) {
					editor.remove(key);
					model.remove(key);
				}
				else {
					byte[] value = number(random.nextInt());
					editor.put(key, value);
					model.put(key, value);
				}
			}
			tree = editor.done();
			versions.add(tree);
			models.add(new TreeMap<>(model));
			checkSame(tree, model, random, keys);
		}
		for (int i = 0; i < versions.size(); i++) {
			checkSame(versions.get(i), models.get(i), random, keys);
		}
	}

	private static void checkSame(PersistentTree tree, NavigableMap<byte[], byte[]> model, Random random, int keys) {
		assertThat(tree.size()).isEqualTo(model.size());
		checkScan(tree, model, null, null);
		for (int i = 0; i < 10; i++) {
			byte[] key = key(random, keys);
			assertThat(tree.get(key)).isEqualTo(model.get(key));
			byte[] from = random.nextInt(4) == 0 ? null : key(random, keys);
			byte[] to = random.nextInt(4) == 0 ? null : key(random, keys);
			checkScan(tree, model, from, to);
		}
	}

	private static void checkScan(PersistentTree tree, NavigableMap<byte[], byte[]> model, byte[] from, byte[] to) {
		NavigableMap<byte[], byte[]> expected = model;
		if (from != null && to != null && Arrays.compareUnsigned(from, to) > 0) {
			expected = new TreeMap<>();
		}
		else {
			expected = (from != null) ? expected.tailMap(from, true) : expected;
			expected = (to != null) ? expected.headMap(to, false) : expected;
		}
		checkCursor(tree.scan(from, to, false), expected);
		checkCursor(tree.scan(from, to, true), expected.descendingMap());
	}

	private static void checkCursor(EngineCursor cursor, NavigableMap<byte[], byte[]> expected) {
		for (var entry : expected.entrySet()) {
			if (!cursor.next() || !Arrays.equals(cursor.key(), entry.getKey())
					|| !Arrays.equals(cursor.value(), entry.getValue())) {
				throw new AssertionError("At " + Arrays.toString(entry.getKey()));
			}
		}
		assertThat(cursor.next()).isFalse();
		assertThat(cursor.next()).isFalse();
	}

	private static byte[] key(Random random, int keys) {
		byte[] number = number(random.nextInt(keys) * 0x9E3779B1);
		return Arrays.copyOf(number, 1 + Math.floorMod(number[3], 4));
	}

	static byte[] number(int number) {
		return new byte[] { (byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number };
	}

}
