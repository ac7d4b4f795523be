package io.millrace.streams.processor;

public interface StateRestoreCallback {

	void restore(byte[] byte, byte[] byte2);

}
