package io.millrace.streams.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.millrace.streams.errors.LockException;
import io.millrace.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps everybody else out of a task's directory, in this process and in others, by a
 * lock of the operating system on the file {@code .lock}, which dies with the process.
 * The file holds the owner's process id for the error message. Taken by
 * {@link TaskDirectory} and by the cleaner of orphans.
 */
final class TaskDirectoryLock implements AutoCloseable {

	static final String FILE = ".lock";

	// A process loses its lock on a file as soon as it closes any channel to that file.
	// So the file must not even be opened while this process holds it, ...
	private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

	// ... and a channel opened nevertheless (by a copy of this class in another class
	// loader) has to stay open.
	private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

	private final Path directory;

	private final FileChannel channel;

	private TaskDirectoryLock(Path directory, FileChannel channel) {
		this.directory = directory;
		this.channel = channel;
	}

	/**
	 * Creates a directory as far as it doesn't exist, and locks it.
	 * @param directory the directory
	 * @return the lock, to be closed
	 * @throws LockException if somebody else has it
	 * @throws DiskFullException if there is no room for it
	 * @throws ProcessorStateException if it can't be created or written to
	 */
	static TaskDirectoryLock acquire(Path directory) {
		TaskDirectoryLock lock = null;
		try {
			while (lock == null) {
				lock = acquireUnlessRemoved(directory);
			}
			return lock;
		}
		catch (IOException ex) {
			throw DiskFullException.or(ex, directory, "The state directory " + directory
					+ " can't be created or locked; give the process the right to write there, or set state.dir.");
		}
	}

	private static @Nullable TaskDirectoryLock acquireUnlessRemoved(Path directory) throws IOException {
		Path key;
		try {
			Files.createDirectories(directory);
			key = directory.toRealPath();
		}
		catch (NoSuchFileException ex) {
			return null;
		}
		catch (FileAlreadyExistsException ex) {
			if (Files.exists(directory) && !Files.isDirectory(directory)) {
				throw ex;
			}
			return null;
		}
		if (!HELD.add(key)) {
			throw inUse(directory, String.valueOf(ProcessHandle.current().pid()), " (this one)");
		}
		TaskDirectoryLock lock = null;
		try {
			lock = tryAcquire(key, directory);
			return lock;
		}
		finally {
			if (lock == null) {
				HELD.remove(key);
			}
		}
	}

	/**
	 * Tries once.
	 * @return the lock, or null if the directory was removed meanwhile
	 */
	private static @Nullable TaskDirectoryLock tryAcquire(Path key, Path directory) throws IOException {
		Path file = key.resolve(FILE);
		Object before;
		FileChannel channel;
		try {
			if (!Files.exists(file)) {
				Files.createFile(file);
			}
			before = identity(file);
			channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
		}
		catch (NoSuchFileException | FileAlreadyExistsException ex) {
			return null;
		}
		boolean close = true;
		try {
			FileLock lock = channel.tryLock();
			if (lock == null) {
				throw inUse(directory, holder(file), "");
			}
			if (!Objects.equals(before, identity(file)) || !Files.exists(file)) {
				// Locked a file that its owner removed while this waited: nobody sees it.
				return null;
			}
			byte[] holder = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
			channel.truncate(0);
			channel.write(ByteBuffer.wrap(holder));
			close = false;
			return new TaskDirectoryLock(key, channel);
		}
		catch (OverlappingFileLockException ex) {
			close = false;
			NEVER_CLOSED.add(channel);
			throw inUse(directory, String.valueOf(ProcessHandle.current().pid()), " (this one)");
		}
		finally {
			if (close) {
				channel.close();
			}
		}
	}

	private static @Nullable Object identity(Path file) throws IOException {
		try {
			return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

	private static String holder(Path file) {
		try {
			return Files.readString(file, StandardCharsets.US_ASCII).strip();
		}
		catch (IOException ex) {
			return "";
		}
	}

	private static LockException inUse(Path directory, String pid, String remark) {
		return new LockException("The state directory " + directory + " is in use by "
				+ (pid.isEmpty() ? "another process" : "the process " + pid + remark)
				+ "; stop that one, or give each its own directory (state.dir).");
	}

	/**
	 * Gives the directory free. Its file stays, as others may have it open.
	 */
	@Override
	public void close() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			throw new ProcessorStateException("The lock on " + this.directory + " can't be released.", ex);
		}
		finally {
			HELD.remove(this.directory);
		}
	}

}
