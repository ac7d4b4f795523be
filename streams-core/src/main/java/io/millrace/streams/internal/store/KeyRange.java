package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A range of serialised keys as engines take it: the lowest key is in it, the highest is
 * not, and null is no bound.
 */
final class KeyRange {

	static final KeyRange ALL = new KeyRange(null, null);

	private final byte @Nullable [] from;

	private final byte @Nullable [] to;

	private KeyRange(byte @Nullable [] from, byte @Nullable [] to) {
		this.from = from;
		this.to = to;
	}

	byte @Nullable [] from() {
		return this.from;
	}

	byte @Nullable [] to() {
		return this.to;
	}

	/**
	 * A range with both ends in it.
	 */
	static KeyRange inclusive(StoreSerdes serdes, @Nullable Object from, @Nullable Object to) {
		byte[] low = (from != null) ? serdes.keyBytes(from) : null;
		byte[] high = null;
		if (to != null) {
			byte[] last = serdes.keyBytes(to);
			high = Arrays.copyOf(last, last.length + 1);
		}
		return new KeyRange(low, high);
	}

	/**
	 * All keys that begin with a prefix.
	 */
	static <P> KeyRange prefix(P prefix, Serializer<P> serializer) {
		byte[] low = serializer.serialize(null, prefix);
		int length = low.length;
		while (length > 0 && low[length - 1] == (byte) 0xff) {
			length--;
		}
		if (length == 0) {
			return new KeyRange(low, null);
		}
		byte[] high = Arrays.copyOf(low, length);
		high[length - 1]++;
		return new KeyRange(low, high);
	}

}
