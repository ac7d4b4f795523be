package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a {@link LruTaskStore} in the order of their last use. Goes back to what it
 * was before a record by a log of places, and to what it was at the last commit by the
 * numbers of uses. Run by the task's thread.
 */
final class LruOrder {

	/** A key that wasn't there at the last commit. */
	private static final long NOT_COMMITTED = -1;

	/** A key that was there before the order was kept. */
	private static final long BEFORE_ALL = 0;

	private static final int SMALLEST = 16;

	/** A log that is longer, after a record that used many keys say, begins anew. */
	private static final int MOST_KEPT = 256;

	private final Map<Node, Node> nodes = new HashMap<>();

	private final Node probe = new Node();

	/** Before the key used longest ago and behind the one used last. */
	private final Node ends = new Node();

	/** Nodes whose place, or being there, isn't what it was at the last commit. */
	private final List<Node> changed = new ArrayList<>();

	private long uses = BEFORE_ALL;

	private @Nullable Node[] undoNodes = new Node[SMALLEST];

	/** Behind which the node was; null if it wasn't there. */
	private @Nullable Node[] undoPlaces = new Node[SMALLEST];

	private long[] undoUses = new long[SMALLEST];

	private int undoCount;

	LruOrder() {
		this.ends.previous = this.ends;
		this.ends.next = this.ends;
	}

	int size() {
		return this.nodes.size();
	}

	/**
	 * A key is read or written.
	 * @param key the key, which the caller may use again afterwards
	 */
	@SuppressWarnings("ReferenceEquality")
	void use(byte[] key) {
		Node node = find(key);
		if (node == null) {
			node = new Node();
			node.key = key.clone();
			node.hash = Arrays.hashCode(key);
			log(node);
			insert(node, this.ends.previous);
		}
		else if (node != this.ends.previous) {
			log(node);
			unlink(node);
			link(node, this.ends.previous);
		}
		else {
			return;
		}
		node.use = ++this.uses;
	}

	/**
	 * A key is deleted, if it is there.
	 */
	void remove(byte[] key) {
		Node node = find(key);
		if (node != null) {
			log(node);
			delete(node);
		}
	}

	/**
	 * The key that wasn't used for longest. There has to be one.
	 */
	byte[] eldest() {
		return this.ends.next.key;
	}

	/**
	 * A number that is higher the later a key was used; the lowest if it isn't there.
	 */
	long lastUse(byte[] key) {
		Node node = find(key);
		return (node != null) ? node.use : NOT_COMMITTED;
	}

	void mark() {
		this.undoCount = 0;
	}

	/**
	 * Undoes all since {@link #mark}.
	 */
	@SuppressWarnings("NullAway")
	void rollback() {
		while (this.undoCount > 0) {
			this.undoCount--;
			Node node = this.undoNodes[this.undoCount];
			Node place = this.undoPlaces[this.undoCount];
			if (node.present) {
				delete(node);
			}
			if (place != null) {
				insert(node, place);
			}
			node.use = this.undoUses[this.undoCount];
		}
	}

	void commit() {
		for (Node node : this.changed) {
			node.committedUse = node.present ? node.use : NOT_COMMITTED;
			node.changed = false;
		}
		forgetChanges();
	}

	private void forgetChanges() {
		this.changed.clear();
		this.undoCount = 0;
		if (this.undoNodes.length > MOST_KEPT) {
			this.undoNodes = new Node[SMALLEST];
			this.undoPlaces = new Node[SMALLEST];
			this.undoUses = new long[SMALLEST];
		}
		else {
			// So that they keep no keys that are gone.
			Arrays.fill(this.undoNodes, null);
			Arrays.fill(this.undoPlaces, null);
		}
	}

	/**
	 * Goes back to the last commit, as far as the keys are there; those that it doesn't
	 * know come before all others.
	 * @param rows what is there
	 */
	void restart(EngineCursor rows) {
		Map<Node, Node> committed = new HashMap<>();
		this.nodes.values().forEach((node) -> collect(node, committed));
		this.changed.forEach((node) -> collect(node, committed));
		List<Node> found = new ArrayList<>();
		while (rows.next()) {
			byte[] key = rows.key();
			Node node = committed.get(probe(key));
			if (node == null) {
				node = new Node();
				node.key = key.clone();
				node.hash = Arrays.hashCode(key);
				node.committedUse = BEFORE_ALL;
			}
			found.add(node);
		}
		found.sort(Comparator.comparingLong((node) -> node.committedUse));
		this.nodes.clear();
		this.ends.previous = this.ends;
		this.ends.next = this.ends;
		for (Node node : found) {
			insert(node, this.ends.previous);
			node.use = node.committedUse;
			node.changed = false;
		}
		forgetChanges();
	}

	private static void collect(Node node, Map<Node, Node> committed) {
		if (node.committedUse != NOT_COMMITTED) {
			committed.put(node, node);
		}
	}

	private @Nullable Node find(byte[] key) {
		return this.nodes.get(probe(key));
	}

	private Node probe(byte[] key) {
		this.probe.key = key;
		this.probe.hash = Arrays.hashCode(key);
		return this.probe;
	}

	private void log(Node node) {
		if (this.undoCount == this.undoNodes.length) {
			int length = 2 * this.undoCount;
			this.undoNodes = Arrays.copyOf(this.undoNodes, length);
			this.undoPlaces = Arrays.copyOf(this.undoPlaces, length);
			this.undoUses = Arrays.copyOf(this.undoUses, length);
		}
		this.undoNodes[this.undoCount] = node;
		this.undoPlaces[this.undoCount] = node.present ? node.previous : null;
		this.undoUses[this.undoCount] = node.use;
		this.undoCount++;
		if (!node.changed) {
			node.changed = true;
			this.changed.add(node);
		}
	}

	private void insert(Node node, Node place) {
		this.nodes.put(node, node);
		node.present = true;
		link(node, place);
	}

	private void delete(Node node) {
		this.nodes.remove(node);
		node.present = false;
		unlink(node);
	}

	private static void link(Node node, Node place) {
		node.previous = place;
		node.next = place.next;
		place.next.previous = node;
		place.next = node;
	}

	private static void unlink(Node node) {
		node.previous.next = node.next;
		node.next.previous = node.previous;
	}

	/**
	 * A key with its neighbours.
	 */
	private static final class Node {

		private byte[] key = OverlayEntry.NO_BYTES;

		private int hash;

		private Node previous = this;

		private Node next = this;

		private boolean present;

		private boolean changed;

		private long use;

		private long committedUse = NOT_COMMITTED;

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Node node && this.hash == node.hash && Arrays.equals(this.key, node.key);
		}

		@Override
		public int hashCode() {
			return this.hash;
		}

	}

}
