package io.millrace.streams.internal.store;

import java.util.OptionalLong;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The state of a task some of whose stores are in memory and the others on disk: hands
 * each call to the engine that has the store. What is in memory has no offset when the
 * task is opened, so it is restored from the beginning of its changelog. The disk is
 * written first: if that fails, neither has changed. Made by the task room; as
 * thread-safe as its parts.
 */
public final class SplitStateEngine implements StateEngine {

	private final StateEngine memory;

	private final Set<String> inMemory;

	private final StateEngine disk;

	/**
	 * Joins two engines.
	 * @param memory the one in memory, owned from now on
	 * @param inMemory its stores
	 * @param disk the one on disk, owned from now on
	 */
	public SplitStateEngine(StateEngine memory, Set<String> inMemory, StateEngine disk) {
		this.memory = memory;
		this.inMemory = Set.copyOf(inMemory);
		this.disk = disk;
	}

	private StateEngine of(String store) {
		return this.inMemory.contains(store) ? this.memory : this.disk;
	}

	@Override
	public byte @Nullable [] get(String store, byte[] key) {
		return of(store).get(store, key);
	}

	@Override
	public EngineCursor scan(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		return of(store).scan(store, from, to, reverse);
	}

	@Override
	public long version(String store) {
		return of(store).version(store);
	}

	@Override
	public EngineCursor scan(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse,
			@Nullable EngineCursor again) {
		return of(store).scan(store, from, to, reverse, again);
	}

	@Override
	public long approximateEntries(String store) {
		return of(store).approximateEntries(store);
	}

	@Override
	public OptionalLong changelogOffset(String store) {
		return of(store).changelogOffset(store);
	}

	@Override
	public EngineBatch batch() {
		return new Batch(this, this.memory.batch(), this.disk.batch());
	}

	@Override
	public void write(EngineBatch batch) {
		if (!(batch instanceof Batch both) || both.engine != this) {
			throw new IllegalArgumentException("The batch belongs to another engine.");
		}
		this.disk.write(both.disk);
		this.memory.write(both.memory);
	}

	@Override
	public void load(EngineBatch batch) {
		if (!(batch instanceof Batch both) || both.engine != this) {
			throw new IllegalArgumentException("The batch belongs to another engine.");
		}
		this.disk.load(both.disk);
		this.memory.load(both.memory);
	}

	@Override
	public void endLoad() {
		this.disk.endLoad();
		this.memory.endLoad();
	}

	@Override
	public void clear(String store) {
		of(store).clear(store);
	}

	@Override
	public boolean persistent() {
		return true;
	}

	@Override
	public void close() {
		try {
			this.memory.close();
		}
		finally {
			this.disk.close();
		}
	}

	private static final class Batch implements EngineBatch {

		private final SplitStateEngine engine;

		private final EngineBatch memory;

		private final EngineBatch disk;

		Batch(SplitStateEngine engine, EngineBatch memory, EngineBatch disk) {
			this.engine = engine;
			this.memory = memory;
			this.disk = disk;
		}

		private EngineBatch of(String store) {
			return this.engine.inMemory.contains(store) ? this.memory : this.disk;
		}

		@Override
		public void put(String store, byte[] key, byte[] value) {
			of(store).put(store, key, value);
		}

		@Override
		public void delete(String store, byte[] key) {
			of(store).delete(store, key);
		}

		@Override
		public void deleteRange(String store, byte[] from, byte[] to) {
			of(store).deleteRange(store, from, to);
		}

		@Override
		public void changelogOffset(String store, long offset) {
			of(store).changelogOffset(store, offset);
		}

	}

}
