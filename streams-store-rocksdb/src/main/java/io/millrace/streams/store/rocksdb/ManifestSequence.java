package io.millrace.streams.store.rocksdb;

import java.nio.ByteBuffer;

/**
 * Finds the highest sequence number in a manifest: at least that of all changes that are
 * in files, so no log that is needed begins later. Reads just the numbers that stand at
 * the beginning of each edit. For {@link LogFileCheck}.
 */
final class ManifestSequence {

	private static final int COMPARATOR = 1;

	private static final int LOG_NUMBER = 2;

	private static final int NEXT_FILE_NUMBER = 3;

	private static final int LAST_SEQUENCE = 4;

	private static final int PREVIOUS_LOG_NUMBER = 9;

	private static final int MIN_LOG_NUMBER_TO_KEEP = 10;

	private static final int MAX_COLUMN_FAMILY = 203;

	private static final int DATABASE_ID = 8193;

	private final ByteBuffer content;

	private final int end;

	private int at;

	private ManifestSequence(ByteBuffer content, int at, int end) {
		this.content = content;
		this.at = at;
		this.end = end;
	}

	/**
	 * Reads a manifest.
	 * @param records its records
	 * @return the highest sequence number, 0 if there is none
	 */
	static long of(LogFileRecords records) {
		long highest = 0;
		while (records.next()) {
			if (records.beginsHere()) {
				highest = Math.max(highest,
						new ManifestSequence(records.content(), records.at(), records.at() + records.length())
							.lastSequence());
			}
		}
		return highest;
	}

	private long lastSequence() {
		while (this.at < this.end) {
			int tag = (int) integer();
			switch (tag) {
				case LAST_SEQUENCE -> {
					return integer();
				}
				case COMPARATOR, DATABASE_ID -> this.at += (int) Math.min(integer(), this.end - this.at);
				case LOG_NUMBER, NEXT_FILE_NUMBER, PREVIOUS_LOG_NUMBER, MIN_LOG_NUMBER_TO_KEEP, MAX_COLUMN_FAMILY ->
					integer();
				default -> {
					return 0;
				}
			}
		}
		return 0;
	}

	private long integer() {
		long value = 0;
		for (int shift = 0; this.at < this.end && shift < Long.SIZE; shift += 7) {
			byte next = this.content.get(this.at++);
			value |= (next & 0x7FL) << shift;
			if (next >= 0) {
				break;
			}
		}
		return value;
	}

}
