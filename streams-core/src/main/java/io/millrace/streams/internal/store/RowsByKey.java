package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * What a window or session store was told since the last commit, by key: the rows of each
 * key, the latest first. Follows an {@link Overlay} when it is asked, so a store that is
 * never asked pays nothing. The links are in the entries, so in steady state nothing is
 * allocated but an array a commit. Owned by {@link SegmentTaskStore}.
 */
final class RowsByKey {

	private static final int SMALLEST = 64;

	private final Overlay overlay;

	private final SegmentLayout layout;

	/** The latest row of each key, by the hash of the key's bytes. */
	private @Nullable OverlayEntry[] table = new OverlayEntry[SMALLEST];

	private int keys;

	/** So many of the overlay's entries are in here. */
	private int known;

	private long removals;

	RowsByKey(Overlay overlay, SegmentLayout layout) {
		this.overlay = overlay;
		this.layout = layout;
	}

	/**
	 * The latest row of a key, from which {@link OverlayEntry#earlier} leads to the
	 * others.
	 * @param key the key
	 * @param hash its {@link SegmentLayout#hash}
	 * @return the row, null if nothing was written for the key
	 */
	@Nullable OverlayEntry latest(byte[] key, int hash) {
		follow();
		OverlayEntry head = this.table[bucket(hash)];
		while (head != null && (head.keyHash != hash || this.layout.compareKey(head.keyBytes, key) != 0)) {
			head = head.nextKey;
		}
		return head;
	}

	private void follow() {
		if (this.removals != this.overlay.removals()) {
			this.removals = this.overlay.removals();
			forget();
		}
		while (this.known < this.overlay.count()) {
			add(this.overlay.entry(this.known));
			this.known++;
		}
	}

	private void forget() {
		// The overlay has let go of the links of entries that are gone; these stay.
		for (int i = 0; i < this.overlay.count(); i++) {
			this.overlay.entry(i).unlink();
		}
		boolean flooded = this.table.length > 16 * SMALLEST && this.keys < this.table.length / 16;
		if (this.keys > 0) {
			this.table = Overlay.cleared(this.table, flooded);
		}
		this.keys = 0;
		this.known = 0;
	}

	private void add(OverlayEntry entry) {
		entry.keyHash = this.layout.keyHashOf(entry.keyBytes);
		int bucket = bucket(entry.keyHash);
		OverlayEntry before = null;
		OverlayEntry head = this.table[bucket];
		while (head != null && !(head.keyHash == entry.keyHash && this.layout.sameKey(head.keyBytes, entry.keyBytes))) {
			before = head;
			head = head.nextKey;
		}
		if (head == null) {
			entry.nextKey = this.table[bucket];
			this.table[bucket] = entry;
			this.keys++;
			if (this.keys > this.table.length - this.table.length / 4) {
				grow();
			}
		}
		else if (Arrays.compareUnsigned(entry.keyBytes, head.keyBytes) > 0) {
			entry.earlier = head;
			entry.nextKey = head.nextKey;
			head.nextKey = null;
			if (before != null) {
				before.nextKey = entry;
			}
			else {
				this.table[bucket] = entry;
			}
		}
		else {
			addBehind(head, entry);
		}
	}

	private static void addBehind(OverlayEntry head, OverlayEntry entry) {
		OverlayEntry later = head;
		OverlayEntry earlier = head.earlier;
		while (earlier != null && Arrays.compareUnsigned(earlier.keyBytes, entry.keyBytes) > 0) {
			later = earlier;
			earlier = earlier.earlier;
		}
		entry.earlier = earlier;
		later.earlier = entry;
	}

	private void grow() {
		OverlayEntry[] old = this.table;
		this.table = new OverlayEntry[old.length * 2];
		for (OverlayEntry first : old) {
			OverlayEntry head = first;
			while (head != null) {
				OverlayEntry next = head.nextKey;
				int bucket = bucket(head.keyHash);
				head.nextKey = this.table[bucket];
				this.table[bucket] = head;
				head = next;
			}
		}
	}

	private int bucket(int hash) {
		return Overlay.hash(hash) & (this.table.length - 1);
	}

}
