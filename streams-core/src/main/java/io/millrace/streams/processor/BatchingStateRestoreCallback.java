package io.millrace.streams.processor;

import io.millrace.streams.KeyValue;
import java.util.Collection;

public interface BatchingStateRestoreCallback extends StateRestoreCallback {

	void restoreAll(Collection<KeyValue<byte[], byte[]>> collection);

	default void restore(byte[] byte, byte[] byte2) {
		throw new UnsupportedOperationException();
	}

}
