package io.millrace.streams.processor;

public interface StateRestoreCallback {

	void restore(byte[] key, byte[] value);

}
