package io.millrace.streams.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Tries from another process whether a file can be locked.
 */
final class LockProbe {

	private static final int LOCKED = 0;

	private static final int REFUSED = 3;

	private LockProbe() {
	}

	public static void main(String[] arguments) throws IOException {
		try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
			System.exit((channel.tryLock() != null) ? LOCKED : REFUSED);
		}
	}

	static boolean canLock(Path file) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				LockProbe.class.getName(), file.toString())
			.inheritIO();
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		int code = builder.start().waitFor();
		if (code != LOCKED && code != REFUSED) {
			throw new IllegalStateException("The probe ended with " + code);
		}
		return code == LOCKED;
	}

}
