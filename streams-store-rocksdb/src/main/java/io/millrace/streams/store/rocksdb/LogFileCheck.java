package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.millrace.streams.internal.store.CorruptStateException;

/**
 * Looks for the one kind of damage in RocksDB's log files (manifest and write-ahead log)
 * that RocksDB, as of 11.8, doesn't report when it opens a database: a record that claims
 * to be of a recycled file sends it into an endless loop. Files are never recycled here,
 * so such a record is damage. All else is left to RocksDB. Called by
 * {@link OpenedDatabase} before it opens what exists.
 */
final class LogFileCheck {

	private static final int BLOCK_BYTES = 32 * 1024;

	/** A checksum, two bytes of length and a type. */
	private static final int HEADER_BYTES = 7;

	private static final int LENGTH_AT = 4;

	private static final int TYPE_AT = 6;

	private static final int FIRST_RECYCLED = 5;

	private static final int LAST_RECYCLED = 8;

	private static final int RECYCLED_TIMESTAMP_SIZE = 11;

	private LogFileCheck() {
	}

	/**
	 * Checks the log files of a database.
	 * @param database the directory of the database
	 * @throws CorruptStateException if one is damaged
	 */
	static void check(Path database) throws IOException {
		for (Path file : logFiles(database)) {
			try (FileChannel channel = FileChannel.open(file)) {
				check(file, channel.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(channel.size(), Integer.MAX_VALUE)));
			}
		}
	}

	private static void check(Path file, ByteBuffer content) {
		content.order(ByteOrder.LITTLE_ENDIAN);
		int at = 0;
		while (at + HEADER_BYTES <= content.limit()) {
			int left = BLOCK_BYTES - at % BLOCK_BYTES;
			if (left < HEADER_BYTES) {
				at += left;
				continue;
			}
			int length = content.getShort(at + LENGTH_AT) & 0xFFFF;
			int type = content.get(at + TYPE_AT) & 0xFF;
			if ((type >= FIRST_RECYCLED && type <= LAST_RECYCLED) || type == RECYCLED_TIMESTAMP_SIZE) {
				throw new CorruptStateException(
						"A record of the unexpected type " + type + " is in " + file + " at " + at + ".");
			}
			if (type == 0 || HEADER_BYTES + length > left) {
				return;
			}
			at += HEADER_BYTES + length;
		}
	}

	private static List<Path> logFiles(Path database) throws IOException {
		try (Stream<Path> files = Files.list(database)) {
			return files.filter((file) -> {
				String name = file.getFileName().toString();
				return name.startsWith("MANIFEST-") || name.endsWith(".log");
			}).toList();
		}
	}

}
