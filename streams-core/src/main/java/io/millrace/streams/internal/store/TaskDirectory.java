package io.millrace.streams.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one task while the task is open: created, locked, its metadata
 * compared with the topology, and what can't be trusted set aside. Knows no engine; the
 * engine keeps its files below {@link #path()}. Opened by the task room when a task with
 * an engine on disk is assigned, and closed after the engine. Not thread-safe.
 */
public final class TaskDirectory implements AutoCloseable {

	static final String METADATA = "metadata";

	static final String CORRUPT = "corrupt";

	static final String GLOBAL = "global";

	private static final Logger logger = LoggerFactory.getLogger(TaskDirectory.class);

	private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private final TaskId task;

	private final String owner;

	private final Path path;

	private final TaskDirectoryLock lock;

	private final @Nullable Instant lastWritten;

	private TaskDirectory(TaskId task, String owner, Path path, TaskDirectoryLock lock) {
		this.task = task;
		this.owner = owner;
		this.path = path;
		this.lock = lock;
		this.lastWritten = latestModification();
	}

	/**
	 * Creates the directory of a task if it doesn't exist, and locks it.
	 * @param applicationDirectory the application's directory,
	 * {@code <state-dir>/<application-id>}
	 * @param task the task
	 * @return the directory, to be closed after the engine
	 * @throws io.millrace.streams.errors.LockException if it is in use, in this process
	 * or another one
	 * @throws ProcessorStateException if it can't be created or written to
	 */
	public static TaskDirectory open(Path applicationDirectory, TaskId task) {
		Path path = applicationDirectory.resolve(task.toString());
		return new TaskDirectory(task, "task " + task, path, TaskDirectoryLock.acquire(path));
	}

	/**
	 * Creates the directory of a global store if it doesn't exist, and locks it.
	 * @param applicationDirectory the application's directory
	 * @param store the name of the store
	 * @param task the id that its engine is opened with
	 * @return the directory {@code <state-dir>/<application-id>/global/<store>}, to be
	 * closed after the engine
	 * @throws io.millrace.streams.errors.LockException if it is in use, in this process
	 * or another one
	 * @throws ProcessorStateException if it can't be created or written to
	 */
	public static TaskDirectory openGlobal(Path applicationDirectory, String store, TaskId task) {
		Path path = globalDirectory(applicationDirectory).resolve(store);
		return new TaskDirectory(task, "global store " + store, path, TaskDirectoryLock.acquire(path));
	}

	/**
	 * Where the global stores of an application are.
	 * @param applicationDirectory the application's directory
	 * @return the directory that has a directory for each of them
	 */
	public static Path globalDirectory(Path applicationDirectory) {
		return applicationDirectory.resolve(GLOBAL);
	}

	/**
	 * Notes that the content of a task's directory can't be trusted, so that it is set
	 * aside when the task is opened next, after a restart too. Called by an engine that
	 * comes upon damage while it runs; any thread may.
	 * @param directory the directory of the task
	 * @param reason what is wrong
	 */
	public static void markCorrupt(Path directory, String reason) {
		try {
			Files.writeString(directory.resolve(CORRUPT), reason);
		}
		catch (IOException ex) {
			logger.warn("The state in {} is corrupt ({}), which can't be noted there: {}", directory, reason,
					ex.toString());
		}
	}

	/**
	 * The task's directory.
	 * @return {@code <state-dir>/<application-id>/<task-id>}
	 */
	public Path path() {
		return this.path;
	}

	/**
	 * When anything in the directory was written to, before it was opened.
	 * @return the time by the file system's clock, or null if there was nothing
	 */
	public @Nullable Instant lastWritten() {
		return this.lastWritten;
	}

	private @Nullable Instant latestModification() {
		try (Stream<Path> files = Files.walk(this.path)) {
			Instant latest = null;
			for (Path file : files.filter((file) -> !file.endsWith(TaskDirectoryLock.FILE))
				.filter(Files::isRegularFile)
				.toList()) {
				Instant modified = Files.getLastModifiedTime(file).toInstant();
				if (latest == null || modified.isAfter(latest)) {
					latest = modified;
				}
			}
			return latest;
		}
		catch (IOException | UncheckedIOException ex) {
			logger.debug("It isn't known when {} was written to: {}", this.path, ex.toString());
			return null;
		}
	}

	/**
	 * Opens the task's engine. What can't be trusted is set aside, logged, and an empty
	 * engine opened in its place, to be filled from the changelogs: what is corrupt (it
	 * moves to {@code <task-id>.corrupt-<timestamp>}), and what was written for changelog
	 * topics that are gone, though there are others of the same names
	 * ({@code <task-id>.replaced-<timestamp>}).
	 * @param engines opens the engine
	 * @param wanted what the topology wants to find
	 * @return the engine, with the stores that are on disk, to be closed before this
	 * directory
	 * @throws ProcessorStateException if the directory is sound and belongs to another
	 * topology
	 * @throws DiskFullException if there is no room for it
	 */
	public StateEngine openEngine(StateEngineFactory engines, TaskDirectoryMetadata wanted) {
		try {
			TaskDirectoryMetadata found = findContent(wanted);
			if (found == null) {
				writeMetadata(wanted);
				return engines.open(this.task, this.path, wanted.storesOnDisk());
			}
			return openFound(engines, found, wanted);
		}
		catch (CorruptStateException ex) {
			Path aside = setAside("corrupt", "is corrupt", ex);
			logger.warn(
					"The state of {} in {} is corrupt and was set aside in {}; it is rebuilt from the" + " changelogs",
					this.owner, this.path, aside, ex);
			writeMetadata(wanted);
			return engines.open(this.task, this.path, wanted.storesOnDisk());
		}
	}

	private StateEngine openFound(StateEngineFactory engines, TaskDirectoryMetadata found,
			TaskDirectoryMetadata wanted) {
		Set<String> names = new TreeSet<>(wanted.storesOnDisk());
		Set<String> moved = new TreeSet<>(found.storesOnDisk());
		moved.removeAll(names);
		names.addAll(moved);
		StateEngine engine = engines.open(this.task, this.path, names);
		boolean done = false;
		try {
			// They are in memory now. If they come back, they mustn't find what was.
			moved.forEach(engine::clear);
			TaskDirectoryMetadata completed = wanted.completedBy(found);
			if (!completed.equals(found)) {
				writeMetadata(completed);
			}
			done = true;
			return engine;
		}
		finally {
			if (!done) {
				engine.close();
			}
		}
	}

	/**
	 * Looks at what is there.
	 * @return what it says of itself, or null if there is nothing, or nothing any more
	 */
	private @Nullable TaskDirectoryMetadata findContent(TaskDirectoryMetadata wanted) {
		TaskDirectoryMetadata found;
		try {
			Path marker = this.path.resolve(CORRUPT);
			if (Files.exists(marker)) {
				throw new CorruptStateException(Files.readString(marker));
			}
			found = readMetadata();
		}
		catch (IOException ex) {
			throw new ProcessorStateException("The state directory " + this.path + " can't be read.", ex);
		}
		if (found == null) {
			return null;
		}
		List<String> differences = found.differencesFrom(wanted);
		if (!differences.isEmpty()) {
			throw new ProcessorStateException("The state of " + this.owner + " in " + this.path
					+ " doesn't fit the topology: " + String.join("; ", differences)
					+ ". Run the topology that wrote it, or stop the application and delete the directory " + this.path
					+ ", so that the state is rebuilt from the changelogs.");
		}
		List<String> replaced = found.replacedChangelogs(wanted);
		if (!replaced.isEmpty()) {
			Path aside = setAside("replaced", "belongs to changelogs that are gone", null);
			logger.warn(
					"The state of {} in {} was written for changelog topics that are gone, and others have their"
							+ " names {}: it was set aside in {}, and is rebuilt from the topics that are there now",
					this.owner, this.path, replaced, aside);
			return null;
		}
		return found;
	}

	/**
	 * Reads the metadata file.
	 * @return the metadata, or null if the directory is new
	 */
	private @Nullable TaskDirectoryMetadata readMetadata() throws IOException {
		Path file = this.path.resolve(METADATA);
		if (Files.exists(file)) {
			try {
				return TaskDirectoryMetadata.fromText(Files.readString(file));
			}
			catch (CharacterCodingException ex) {
				throw new CorruptStateException("the metadata can't be read: it isn't text", ex);
			}
		}
		if (!content().isEmpty()) {
			throw new CorruptStateException("there is content, and no metadata that says of what");
		}
		return null;
	}

	private void writeMetadata(TaskDirectoryMetadata metadata) {
		Path temporary = this.path.resolve(METADATA + ".tmp");
		try {
			try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
					StandardOpenOption.TRUNCATE_EXISTING)) {
				ByteBuffer text = StandardCharsets.UTF_8.encode(metadata.toText());
				while (text.hasRemaining()) {
					channel.write(text);
				}
				channel.force(true);
			}
			Files.move(temporary, this.path.resolve(METADATA), StandardCopyOption.ATOMIC_MOVE,
					StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw DiskFullException.or(ex, this.path,
					"The metadata of the state directory " + this.path + " can't be written.");
		}
	}

	private Path setAside(String suffix, String what, @Nullable CorruptStateException reason) {
		Path aside = this.path
			.resolveSibling(this.path.getFileName() + "." + suffix + "-" + TIMESTAMP.format(Instant.now()));
		try {
			moveContent(aside);
		}
		catch (IOException ex) {
			if (reason != null) {
				ex.addSuppressed(reason);
			}
			throw DiskFullException.or(ex, this.path, "The state of " + this.owner + " in " + this.path + " " + what
					+ " and can't be moved away; stop the application and delete the directory " + this.path + ".");
		}
		return aside;
	}

	/**
	 * Moves everything but the lock, so that nobody gets in between. The metadata goes
	 * first: if the process dies meanwhile, what is left has none and is set aside too.
	 * @param target the directory to move to, which is created
	 */
	void moveContent(Path target) throws IOException {
		Files.createDirectories(target);
		for (Path file : content()) {
			Files.move(file, target.resolve(file.getFileName()));
		}
	}

	private List<Path> content() throws IOException {
		try (Stream<Path> files = Files.list(this.path)) {
			return files.filter((file) -> !file.endsWith(TaskDirectoryLock.FILE))
				.filter((file) -> !file.endsWith(METADATA + ".tmp"))
				.sorted((one, other) -> Boolean.compare(other.endsWith(METADATA), one.endsWith(METADATA)))
				.toList();
		}
	}

	/**
	 * Gives the directory free. It was in use until now, written to or not.
	 */
	@Override
	public void close() {
		Path metadata = this.path.resolve(METADATA);
		try {
			if (Files.exists(metadata)) {
				Files.setLastModifiedTime(metadata, FileTime.from(Instant.now()));
			}
		}
		catch (IOException ex) {
			logger.debug("The time of {} can't be set: {}", metadata, ex.toString());
		}
		this.lock.close();
	}

}
