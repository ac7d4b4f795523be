package io.millrace.streams.internal.operator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers within arrays of bytes, where the layouts of topics and stores have them.
 * Unlike a buffer around an array it is no object for each array.
 */
final class Numbers {

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle LITTLE_ENDIAN_LONGS = MethodHandles.byteArrayViewVarHandle(long[].class,
			ByteOrder.LITTLE_ENDIAN);

	private Numbers() {
	}

	static long getLong(byte[] bytes, int at) {
		return (long) LONGS.get(bytes, at);
	}

	static void putLong(byte[] bytes, int at, long number) {
		LONGS.set(bytes, at, number);
	}

	static int getInt(byte[] bytes, int at) {
		return (int) INTS.get(bytes, at);
	}

	static void putInt(byte[] bytes, int at, int number) {
		INTS.set(bytes, at, number);
	}

	static long getLittleEndianLong(byte[] bytes, int at) {
		return (long) LITTLE_ENDIAN_LONGS.get(bytes, at);
	}

}
