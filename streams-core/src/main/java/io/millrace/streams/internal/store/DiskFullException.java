package io.millrace.streams.internal.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import io.millrace.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;

/**
 * What is thrown if there is no room on the disk for a task's state. It passes: the
 * runtime opens the task again until there is room, and catches up from its changelogs.
 */
public class DiskFullException extends ProcessorStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception whose message tells how much room there is.
	 * @param what what can't be done, as the beginning of a sentence
	 * @param directory the directory that is to be written to
	 * @param cause what the engine or the file system said
	 */
	public DiskFullException(String what, Path directory, Throwable cause) {
		super(what + ": the disk is full" + free(directory) + "; make room in " + directory + ".", cause);
	}

	/**
	 * Tells a full disk apart from other failures.
	 * @param message what the engine or the file system said
	 * @return whether it means that there is no room
	 */
	public static boolean saysSo(@Nullable String message) {
		String text = String.valueOf(message).toLowerCase(Locale.ROOT);
		return text.contains("no space left on device") || text.contains("disk quota exceeded")
				|| text.contains("not enough space on the disk");
	}

	/**
	 * Translates a failure.
	 * @param failure the failure
	 * @param directory the directory that was to be written to
	 * @param otherwise the message if the disk isn't full
	 * @return what to throw
	 */
	public static ProcessorStateException or(IOException failure, Path directory, String otherwise) {
		return saysSo(failure.getMessage())
				? new DiskFullException("The state directory " + directory + " can't be written to", directory, failure)
				: new ProcessorStateException(otherwise, failure);
	}

	private static String free(Path directory) {
		try {
			Path existing = directory;
			while (!Files.exists(existing) && existing.getParent() != null) {
				existing = existing.getParent();
			}
			return " (" + Files.getFileStore(existing).getUsableSpace() + " bytes are free)";
		}
		catch (IOException ex) {
			return "";
		}
	}

}
