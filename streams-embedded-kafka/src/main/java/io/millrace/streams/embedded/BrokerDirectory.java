package io.millrace.streams.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The directory that a broker owns: given and kept, or temporary and deleted. It holds a
 * locked file while it's in use, so that two brokers never write to the same one. What a
 * JVM left behind that had no chance to delete its temporary directory is recognised by
 * the free lock, and deleted when the next one is created. {@link EmbeddedKafka} owns
 * one, {@link EmbeddedKafkaProcess} a temporary one if no directory was given to it.
 */
final class BrokerDirectory implements AutoCloseable {

	private static final String PREFIX = "millrace-embedded-kafka-";

	private static final String LOCK_FILE = "in-use.lock";

	/** Younger directories may be about to be locked. */
	private static final Duration MINIMUM_AGE = Duration.ofMinutes(1);

	/**
	 * What this process has in use. It loses a lock as soon as it closes any channel to
	 * the locked file, so such a file must not even be opened a second time.
	 */
	private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

	private final Path path;

	private final boolean temporary;

	private final FileChannel lock;

	private BrokerDirectory(Path path, boolean temporary, FileChannel lock) {
		this.path = path;
		this.temporary = temporary;
		this.lock = lock;
	}

	/**
	 * Takes a directory into use and creates it if need be.
	 * @param path the directory, or {@code null} for a temporary one
	 * @return the directory, locked
	 * @throws EmbeddedKafkaException if another broker uses it, or it can't be written to
	 */
	static BrokerDirectory open(@Nullable Path path) {
		try {
			return (path != null) ? lock(Files.createDirectories(path), false) : createTemporary();
		}
		catch (IOException ex) {
			throw new EmbeddedKafkaException("The embedded Kafka broker can't use "
					+ ((path != null) ? "the directory " + path : "a temporary directory") + " (" + ex
					+ "): set one that can be written to", ex);
		}
	}

	private static BrokerDirectory createTemporary() throws IOException {
		Path path = Files.createTempDirectory(PREFIX).toAbsolutePath();
		deleteAbandoned(path.getParent());
		return lock(path, true);
	}

	private static BrokerDirectory lock(Path path, boolean temporary) throws IOException {
		Path real = path.toRealPath();
		if (!OWN.add(real)) {
			throw inUse(path);
		}
		boolean locked = false;
		try {
			FileChannel channel = FileChannel.open(path.resolve(LOCK_FILE), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE);
			locked = tryLock(channel);
			if (!locked) {
				channel.close();
				throw inUse(path);
			}
			return new BrokerDirectory(path, temporary, channel);
		}
		finally {
			if (!locked) {
				OWN.remove(real);
			}
		}
	}

	private static EmbeddedKafkaException inUse(Path path) {
		return new EmbeddedKafkaException(
				"The directory " + path
						+ " is in use by another embedded Kafka broker: close that one, or set another directory",
				null);
	}

	private static boolean tryLock(FileChannel channel) throws IOException {
		try {
			return channel.tryLock() != null;
		}
		catch (OverlappingFileLockException ex) {
			return false;
		}
	}

	boolean isTemporary() {
		return this.temporary;
	}

	Path path() {
		return this.path;
	}

	/**
	 * Gives the directory back and deletes it if it's temporary. What can't be deleted is
	 * left to the next one created.
	 */
	@Override
	public void close() {
		if (!this.lock.isOpen()) {
			return;
		}
		Path real = realPath();
		try (this.lock) {
			if (this.temporary) {
				delete(this.path);
			}
		}
		catch (IOException ex) {
			// It will be tried again.
		}
		finally {
			OWN.remove(real);
		}
	}

	private Path realPath() {
		try {
			return this.path.toRealPath();
		}
		catch (IOException ex) {
			// Somebody has deleted it.
			return this.path.toAbsolutePath();
		}
	}

	private static void deleteAbandoned(@Nullable Path parent) throws IOException {
		if (parent == null) {
			return;
		}
		try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, PREFIX + "*")) {
			for (Path directory : directories) {
				deleteIfAbandoned(directory);
			}
		}
	}

	private static void deleteIfAbandoned(Path directory) {
		Path lockFile = directory.resolve(LOCK_FILE);
		try {
			if (OWN.contains(directory.toRealPath())) {
				return;
			}
			Instant created = Files.getLastModifiedTime(lockFile).toInstant();
			if (created.isAfter(Instant.now().minus(MINIMUM_AGE))) {
				return;
			}
			try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
				if (tryLock(channel)) {
					delete(directory);
				}
			}
		}
		catch (IOException ex) {
			// Somebody else's, in use, or being deleted by another.
		}
	}

	private static void delete(Path directory) throws IOException {
		Files.walkFileTree(directory, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				Files.deleteIfExists(file);
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFileFailed(Path file, IOException ex) throws IOException {
				if (ex instanceof NoSuchFileException) {
					return FileVisitResult.CONTINUE;
				}
				throw ex;
			}

			@Override
			public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException ex) throws IOException {
				if (ex != null) {
					throw ex;
				}
				Files.deleteIfExists(visited);
				return FileVisitResult.CONTINUE;
			}

		});
	}

}
