package io.millrace.streams.faults;

/**
 * How applications with windows, and the models of them, write a key and its window.
 */
final class WindowText {

	private WindowText() {
	}

	static String of(String key, long start, long end) {
		return key + "@" + start + "/" + end;
	}

}
