package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

import io.millrace.streams.internal.store.CorruptStateException;

/**
 * Walks the records of a log file of RocksDB, without looking at checksums: where one
 * doesn't match, RocksDB stops too. For {@link LogFileCheck}.
 */
final class LogFileRecords {

	private static final int BLOCK_BYTES = 32 * 1024;

	/** A checksum, two bytes of length and a type. */
	private static final int HEADER_BYTES = 7;

	private static final int LENGTH_AT = 4;

	private static final int TYPE_AT = 6;

	private static final int FULL = 1;

	private static final int FIRST_PART = 2;

	private static final int FIRST_RECYCLED = 5;

	private static final int LAST_RECYCLED = 8;

	private static final int RECYCLED_TIMESTAMP_SIZE = 11;

	private final Path file;

	private final ByteBuffer content;

	private int next;

	private int at;

	private int length;

	private int type;

	private LogFileRecords(Path file, ByteBuffer content) {
		this.file = file;
		this.content = content;
	}

	static LogFileRecords read(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file)) {
			long size = Math.min(channel.size(), Integer.MAX_VALUE);
			ByteBuffer content = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
			return new LogFileRecords(file, content.order(ByteOrder.LITTLE_ENDIAN));
		}
	}

	/**
	 * Moves to the next record, or part of one.
	 * @return whether there is one that is complete
	 * @throws CorruptStateException if it has a type that can't be
	 */
	boolean next() {
		int left = BLOCK_BYTES - this.next % BLOCK_BYTES;
		if (left < HEADER_BYTES) {
			this.next += left;
			left = BLOCK_BYTES;
		}
		if (this.next > this.content.limit() - HEADER_BYTES) {
			return false;
		}
		this.type = this.content.get(this.next + TYPE_AT) & 0xFF;
		if ((this.type >= FIRST_RECYCLED && this.type <= LAST_RECYCLED) || this.type == RECYCLED_TIMESTAMP_SIZE) {
			throw new CorruptStateException(
					"A record of the unexpected type " + this.type + " is in " + this.file + " at " + this.next + ".");
		}
		this.length = this.content.getShort(this.next + LENGTH_AT) & 0xFFFF;
		this.at = this.next + HEADER_BYTES;
		this.next = this.at + this.length;
		return this.type != 0 && HEADER_BYTES + this.length <= left && this.next <= this.content.limit();
	}

	/**
	 * Whether the current one is a record, or the first part of one.
	 */
	boolean beginsHere() {
		return this.type == FULL || this.type == FIRST_PART;
	}

	ByteBuffer content() {
		return this.content;
	}

	int at() {
		return this.at;
	}

	int length() {
		return this.length;
	}

}
