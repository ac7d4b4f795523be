package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.millrace.streams.internal.store.CorruptStateException;

/**
 * Looks for damage in RocksDB's log files (manifest and write-ahead log) that RocksDB, as
 * of 11.8, doesn't report when it opens a database:
 * <ul>
 * <li>a record that claims to be of a recycled file sends it into an endless loop; files
 * are never recycled here;</li>
 * <li>batches that are missing before others (a log that was lost or cut while a later
 * one is there, a manifest that was cut) leave a hole, and an offset after it that claims
 * that nothing is missing. Batches are numbered without gaps, so the first of a log has
 * to follow the last of the log before, and that of the first log what the manifest
 * knows.</li>
 * </ul>
 * All else is left to RocksDB. Called by {@link OpenedDatabase} before it opens what
 * exists.
 */
final class LogFileCheck {

	private static final int SEQUENCE_BYTES = 8;

	private static final int BATCH_HEADER_BYTES = 12;

	private LogFileCheck() {
	}

	/**
	 * Checks the log files of a database.
	 * @param database the directory of the database
	 * @throws CorruptStateException if one is damaged
	 */
	static void check(Path database) throws IOException {
		String current = Files.readString(database.resolve("CURRENT"), StandardCharsets.ISO_8859_1).strip();
		if (!current.matches("MANIFEST-[0-9]+") || !Files.isRegularFile(database.resolve(current))) {
			throw new CorruptStateException("The file CURRENT in " + database + " names no manifest that is there.");
		}
		Path manifest = database.resolve(current);
		long next = ManifestSequence.of(LogFileRecords.read(manifest)) + 1;
		for (Path log : logs(database)) {
			next = follow(log, next);
		}
	}

	/**
	 * Follows the numbers of a log's batches.
	 * @return the number of the batch after the last one
	 */
	private static long follow(Path log, long next) throws IOException {
		long expected = next;
		LogFileRecords records = LogFileRecords.read(log);
		while (records.next()) {
			if (!records.beginsHere() || records.length() < BATCH_HEADER_BYTES) {
				continue;
			}
			long sequence = records.content().getLong(records.at());
			int count = records.content().getInt(records.at() + SEQUENCE_BYTES);
			if (sequence > expected) {
				throw new CorruptStateException("The changes " + expected + " to " + (sequence - 1)
						+ " are missing before those in " + log + ".");
			}
			expected = Math.max(expected, sequence + count);
		}
		return expected;
	}

	private static List<Path> logs(Path database) throws IOException {
		try (Stream<Path> files = Files.list(database)) {
			return files.filter((file) -> file.getFileName().toString().matches("[0-9]{1,18}\\.log"))
				.sorted(Comparator.comparingLong(LogFileCheck::number))
				.toList();
		}
	}

	private static long number(Path log) {
		String name = log.getFileName().toString();
		return Long.parseLong(name.substring(0, name.indexOf('.')));
	}

}
