package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A file system of a few megabytes, mounted for one test where the machine permits it;
 * elsewhere the test is skipped. Room is taken and given back by a file.
 */
final class SmallDisk implements AutoCloseable {

	private final Path directory;

	private SmallDisk(Path directory) {
		this.directory = directory;
	}

	static SmallDisk mount(Path directory, int mebibytes) throws IOException {
		Files.createDirectories(directory);
		assumeTrue(ran("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", directory.toString()),
				"Skipped: a small file system can't be mounted here");
		return new SmallDisk(directory);
	}

	Path directory() {
		return this.directory;
	}

	/**
	 * Takes all the room but some.
	 * @param left how many bytes to leave
	 */
	void fill(long left) throws IOException {
		Path ballast = this.directory.resolve("ballast");
		try (FileChannel channel = FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
			ByteBuffer block = ByteBuffer.allocate(4096);
			while (free() > left) {
				block.clear();
				channel.write(block);
			}
		}
	}

	long free() throws IOException {
		return Files.getFileStore(this.directory).getUsableSpace();
	}

	/**
	 * Gives back what {@link #fill} took.
	 */
	void clear() throws IOException {
		Files.delete(this.directory.resolve("ballast"));
	}

	@Override
	public void close() {
		if (!ran("umount", this.directory.toString())) {
			ran("umount", "-l", this.directory.toString());
		}
	}

	private static boolean ran(String... command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
