package io.millrace.streams.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.millrace.streams.errors.LockException;
import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.TaskIdFormatException;
import io.millrace.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what nobody comes back for: directories of tasks that run elsewhere now and of
 * global stores that are gone, and state that was set aside. Called by the runtime from
 * time to time, from one thread. Touches only names that it knows, and never a directory
 * that is locked.
 */
public final class OrphanedTaskDirectories {

	/** How long state that was set aside is kept for whoever wants to look at it. */
	static final Duration SET_ASIDE_KEPT = Duration.ofDays(1);

	private static final Logger logger = LoggerFactory.getLogger(OrphanedTaskDirectories.class);

	private static final Pattern SET_ASIDE_NAME = Pattern.compile(".+\\.(corrupt|replaced)-[0-9-]+");

	private static final String REMOVED = ".removed-";

	private static final TaskId GLOBAL_ID = new TaskId(-1, -1);

	private OrphanedTaskDirectories() {
	}

	/**
	 * Removes directories of tasks that nobody owns and that weren't written to for a
	 * while. One that can't be removed is logged and left for the next time.
	 * @param applicationDirectory the application's directory,
	 * {@code <state-dir>/<application-id>}; it need not exist
	 * @param olderThan how long a directory must have been left alone
	 * @param owned the tasks that this process owns
	 * @return the tasks whose directories were removed
	 */
	public static List<TaskId> clean(Path applicationDirectory, Duration olderThan, Set<TaskId> owned) {
		return clean(applicationDirectory, olderThan, owned, Clock.systemUTC());
	}

	/**
	 * Removes the state of all tasks, whatever its age, and what was set aside.
	 * @param applicationDirectory the application's directory; it need not exist
	 * @throws LockException if a directory is in use; it and those after it are left
	 * @throws ProcessorStateException if one can't be removed
	 */
	public static void removeAll(Path applicationDirectory) {
		for (Path directory : directories(applicationDirectory)) {
			String name = directory.getFileName().toString();
			TaskId task = taskId(name);
			try {
				if (task != null) {
					remove(directory, TaskDirectory.open(applicationDirectory, task));
				}
				else if (name.equals(TaskDirectory.GLOBAL)) {
					removeAllGlobal(applicationDirectory);
				}
				else if (name.contains(REMOVED) || SET_ASIDE_NAME.matcher(name).matches()) {
					delete(directory);
				}
			}
			catch (IOException ex) {
				throw new ProcessorStateException("The state directory " + directory + " can't be removed.", ex);
			}
		}
	}

	private static void removeAllGlobal(Path applicationDirectory) throws IOException {
		Path global = TaskDirectory.globalDirectory(applicationDirectory);
		for (Path directory : directories(global)) {
			String name = directory.getFileName().toString();
			if (name.contains(REMOVED) || SET_ASIDE_NAME.matcher(name).matches()) {
				delete(directory);
			}
			else {
				remove(directory, TaskDirectory.openGlobal(applicationDirectory, name, GLOBAL_ID));
			}
		}
		delete(global);
	}

	/**
	 * Removes directories of global stores that the topology has no more: all others are
	 * locked while the application runs.
	 */
	private static void cleanGlobal(Path applicationDirectory, Instant before, Instant setAsideBefore)
			throws IOException {
		for (Path directory : directories(TaskDirectory.globalDirectory(applicationDirectory))) {
			String name = directory.getFileName().toString();
			if (name.contains(REMOVED)
					|| (SET_ASIDE_NAME.matcher(name).matches() && lastWritten(directory).isBefore(setAsideBefore))) {
				delete(directory);
			}
			else if (!SET_ASIDE_NAME.matcher(name).matches() && lastWritten(directory).isBefore(before)) {
				try {
					remove(directory, TaskDirectory.openGlobal(applicationDirectory, name, GLOBAL_ID));
					logger.info("Removed the orphaned state directory {} of a global store", directory);
				}
				catch (LockException ex) {
					logger.debug("The state directory {} is in use", directory);
				}
			}
		}
	}

	static List<TaskId> clean(Path applicationDirectory, Duration olderThan, Set<TaskId> owned, Clock clock) {
		List<TaskId> removed = new ArrayList<>();
		Instant now = clock.instant();
		for (Path directory : directories(applicationDirectory)) {
			String name = directory.getFileName().toString();
			TaskId task = taskId(name);
			try {
				if (task != null) {
					if (!owned.contains(task) && lastWritten(directory).isBefore(now.minus(olderThan))
							&& removeUnlessLocked(applicationDirectory, directory, task)) {
						removed.add(task);
					}
				}
				else if (name.equals(TaskDirectory.GLOBAL)) {
					cleanGlobal(applicationDirectory, now.minus(olderThan), now.minus(SET_ASIDE_KEPT));
				}
				else if (name.contains(REMOVED) || (SET_ASIDE_NAME.matcher(name).matches()
						&& lastWritten(directory).isBefore(now.minus(SET_ASIDE_KEPT)))) {
					delete(directory);
				}
			}
			catch (IOException | UncheckedIOException | StreamsException ex) {
				logger.warn("The orphaned state directory {} can't be removed now: {}", directory, ex.toString());
			}
		}
		return removed;
	}

	private static boolean removeUnlessLocked(Path applicationDirectory, Path directory, TaskId task)
			throws IOException {
		try {
			remove(directory, TaskDirectory.open(applicationDirectory, task));
		}
		catch (LockException ex) {
			logger.debug("The state directory {} is in use", directory);
			return false;
		}
		logger.info("Removed the orphaned state directory {} of task {}", directory, task);
		return true;
	}

	private static void remove(Path directory, TaskDirectory opened) throws IOException {
		Path target = directory.resolveSibling(directory.getFileName() + REMOVED + UUID.randomUUID());
		try (TaskDirectory locked = opened) {
			locked.moveContent(target);
			// While it is locked: who has opened it and waits sees that it is gone.
			delete(directory);
		}
		delete(target);
	}

	private static List<Path> directories(Path applicationDirectory) {
		if (!Files.isDirectory(applicationDirectory)) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(applicationDirectory)) {
			return files.filter(Files::isDirectory).sorted().toList();
		}
		catch (IOException ex) {
			logger.warn("The state directory {} can't be looked through for orphans: {}", applicationDirectory,
					ex.toString());
			return List.of();
		}
	}

	private static @Nullable TaskId taskId(String name) {
		try {
			TaskId task = TaskId.parse(name);
			return task.toString().equals(name) ? task : null;
		}
		catch (TaskIdFormatException ex) {
			return null;
		}
	}

	private static Instant lastWritten(Path directory) throws IOException {
		Instant latest = Instant.MIN;
		try (Stream<Path> files = Files.walk(directory)) {
			for (Path file : (Iterable<Path>) files::iterator) {
				FileTime modified = Files.getLastModifiedTime(file);
				latest = modified.toInstant().isAfter(latest) ? modified.toInstant() : latest;
			}
		}
		return latest;
	}

	private static void delete(Path directory) throws IOException {
		if (!Files.exists(directory)) {
			return;
		}
		Files.walkFileTree(directory, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				Files.deleteIfExists(file);
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
				if (failure instanceof NoSuchFileException) {
					return FileVisitResult.CONTINUE;
				}
				throw failure;
			}

			@Override
			public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
				if (failure != null) {
					throw failure;
				}
				Files.deleteIfExists(visited);
				return FileVisitResult.CONTINUE;
			}

		});
	}

}
