package io.millrace.streams.internal.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import io.millrace.streams.errors.LockException;
import io.millrace.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The id of an application instance, kept in the state directory so that the next process
 * goes by the same one. Transactional ids are made from it: what a process that was
 * killed left open is then aborted as soon as the next one starts, and doesn't hold up
 * readers until it times out. Several instances that share a directory have an id each.
 * Claimed by the runtime, for as long as the instance lives.
 */
public final class ProcessIdentity implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ProcessIdentity.class);

	private static final String DIRECTORY = "process-";

	private static final String FILE = "id";

	/** More instances than that in one directory go by ids that nobody keeps. */
	private static final int MOST = 64;

	private final UUID id;

	private final AtomicReference<@Nullable TaskDirectoryLock> lock;

	private ProcessIdentity(UUID id, @Nullable TaskDirectoryLock lock) {
		this.id = id;
		this.lock = new AtomicReference<>(lock);
	}

	/**
	 * Takes the first id that no living instance has.
	 * @param applicationDirectory the application's state directory, created if need be
	 * @return the identity, to be closed; one that isn't kept if the directory can't be
	 * written to
	 */
	public static ProcessIdentity claim(Path applicationDirectory) {
		for (int number = 0; number < MOST; number++) {
			Path directory = applicationDirectory.resolve(DIRECTORY + number);
			try {
				TaskDirectoryLock lock = TaskDirectoryLock.acquire(directory);
				return claimed(directory, lock);
			}
			catch (LockException ex) {
				// Another instance has it.
			}
			catch (ProcessorStateException ex) {
				logger.debug("The process's id isn't kept", ex);
				return random();
			}
		}
		return random();
	}

	/**
	 * An identity that isn't kept.
	 * @return the identity
	 */
	public static ProcessIdentity random() {
		return new ProcessIdentity(UUID.randomUUID(), null);
	}

	private static ProcessIdentity claimed(Path directory, TaskDirectoryLock lock) {
		try {
			Path file = directory.resolve(FILE);
			UUID id = read(file);
			if (id == null) {
				id = UUID.randomUUID();
				Path written = Files.writeString(directory.resolve(FILE + ".new"), id + "\n");
				Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
			}
			return new ProcessIdentity(id, lock);
		}
		catch (IOException ex) {
			lock.close();
			logger.debug("The process's id can't be kept in {}", directory, ex);
			return random();
		}
	}

	private static @Nullable UUID read(Path file) throws IOException {
		if (!Files.exists(file)) {
			return null;
		}
		try {
			return UUID.fromString(Files.readString(file, StandardCharsets.US_ASCII).strip());
		}
		catch (IllegalArgumentException ex) {
			// Cut off or damaged: a new one does as well, only not as quickly.
			return null;
		}
	}

	public UUID id() {
		return this.id;
	}

	/**
	 * Gives the id free for the next instance. Once more does nothing.
	 */
	@Override
	public void close() {
		TaskDirectoryLock held = this.lock.getAndSet(null);
		if (held != null) {
			held.close();
		}
	}

}
