package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A timestamped window store, as processors and, by {@link WindowAccess}, operators see
 * it.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class TimestampedWindowFacade<K, V> extends WindowFacade<K, ValueAndTimestamp<V>>
		implements TimestampedWindowStore<K, V>, WindowAccess {

	private final ChangeInFlight inFlight = new ChangeInFlight();

	private @Nullable OverlayEntry found;

	private @Nullable Object foundKey;

	private long foundStart;

	private long foundEnd;

	private long foundStructure;

	private long foundTimestamp = -1;

	TimestampedWindowFacade(SegmentTaskStore store) {
		super(store);
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable ValueAndTimestamp<V> result(OverlayEntry entry) {
		return ValueAndTimestamp.make((V) this.store.value(entry), entry.timestamp);
	}

	@Override
	void write(OverlayEntry entry, @Nullable ValueAndTimestamp<V> value) {
		if (value != null) {
			this.store.write(entry, value.value(), value.timestamp());
		}
		else {
			this.store.write(entry, null, this.store.recordTimestamp());
		}
	}

	@Override
	<T> KeyValueIterator<T, ValueAndTimestamp<V>> iterator(EntryCursor cursor) {
		return CursorIterator.timestamped(cursor);
	}

	@Override
	public @Nullable Object find(Object key, long start, long end) {
		OverlayEntry entry = this.store.find(requireKey(key), start, end);
		this.found = entry;
		this.foundKey = key;
		this.foundStart = start;
		this.foundEnd = end;
		this.foundStructure = this.store.structure();
		this.foundTimestamp = (entry.value != null) ? entry.timestamp : -1;
		return this.store.value(entry);
	}

	@Override
	public @Nullable Object findForwarded(Object key, long start, long end) {
		Object value = find(key, start, end);
		OverlayEntry entry = this.found;
		return (entry != null && entry.held) ? this.store.forwarded(entry) : value;
	}

	@Override
	public void forEach(long timeFrom, long timeTo, Receiver receiver) {
		this.store.operatorScan().forEach(timeFrom, timeTo, receiver);
	}

	@Override
	public long foundTimestamp() {
		return this.foundTimestamp;
	}

	@Override
	public void update(@Nullable Object value, long timestamp) {
		this.store.write(found(), value, timestamp);
		this.foundStructure = this.store.structure();
	}

	@Override
	public boolean mayHold() {
		return this.store.holds;
	}

	@Override
	public boolean hold(@Nullable Object value, long timestamp, Headers headers, @Nullable TopicPartition partition,
			long offset) {
		OverlayEntry entry = this.found;
		if (entry == null || this.foundStructure != this.store.structure()) {
			// What is before the change has to be known.
			entry = this.store.find(requireKey(this.foundKey), this.foundStart, this.foundEnd);
			this.found = entry;
		}
		boolean held = this.store.hold(entry, value, timestamp, headers, partition, offset);
		this.foundStructure = this.store.structure();
		return held;
	}

	@Override
	public Object identity(Object key) {
		return this.store.identity(key);
	}

	@Override
	public void forwarding(Object key, @Nullable Object before) {
		this.inFlight.begin(key, before);
	}

	@Override
	public void forwarded() {
		this.inFlight.end();
	}

	@Override
	public long changeInFlight(Object key) {
		return this.inFlight.number(key);
	}

	@Override
	public @Nullable Object beforeChange() {
		return this.inFlight.before();
	}

	@Override
	public void forwardHeld(HeldChanges receiver) {
		this.store.forwardHeld(receiver);
	}

	@Override
	public long scannedMillis() {
		return this.store.layout().interval();
	}

	@Override
	public Windowed<Object> foundKey() {
		return this.store.windowed(found(), requireKey(this.foundKey));
	}

	private OverlayEntry found() {
		OverlayEntry entry = this.found;
		if (entry == null || this.foundStructure != this.store.structure()) {
			// Entries came or went since, so the one found may serve another key by now.
			entry = this.store.locate(requireKey(this.foundKey), this.foundStart, this.foundEnd);
			this.found = entry;
			this.foundStructure = this.store.structure();
		}
		return entry;
	}

}
