package io.millrace.streams.store.rocksdb;

import java.nio.file.Path;

import io.millrace.streams.errors.LockException;
import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.DiskFullException;
import io.millrace.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * What RocksDB's exceptions mean: damaged data, a full disk, a database in use, or
 * something else.
 */
final class RocksDbFailure {

	private RocksDbFailure() {
	}

	/**
	 * Translates an exception.
	 * @param what what was tried, such as {@code read}
	 * @param task the task
	 * @param store the store, or null if several are concerned
	 * @param directory the task's directory
	 * @param cause what RocksDB said
	 * @return what to throw
	 */
	static RuntimeException of(String what, TaskId task, @Nullable String store, Path directory,
			RocksDBException cause) {
		String where = ((store != null) ? "the store " + store + " of task " + task : "the state of task " + task)
				+ " in " + directory;
		Status status = cause.getStatus();
		String message = String.valueOf(cause.getMessage());
		Status.Code code = (status != null) ? status.getCode() : Status.Code.Undefined;
		if (code == Status.Code.Corruption || missingFile(code, message)) {
			return new CorruptStateException("Can't " + what + " " + where + ": it is corrupt (" + message + ").",
					cause);
		}
		if ((status != null && status.getSubCode() == Status.SubCode.NoSpace) || DiskFullException.saysSo(message)) {
			return new DiskFullException("Can't " + what + " " + where, directory, cause);
		}
		if (code == Status.Code.IOError && message.contains("lock")) {
			return new LockException("Can't " + what + " " + where + ": the database is in use (" + message + ").",
					cause);
		}
		return new ProcessorStateException("Can't " + what + " " + where + ": " + message, cause);
	}

	private static boolean missingFile(Status.Code code, String message) {
		return code == Status.Code.IOError && message.contains("No such file or directory");
	}

}
