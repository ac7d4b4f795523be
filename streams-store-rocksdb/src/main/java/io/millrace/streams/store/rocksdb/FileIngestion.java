package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Status;

/**
 * Writes many changes of a store as one file of sorted entries that the database takes
 * over as it is. That leaves out the write buffer, whose random access to memory is most
 * of what a write costs, and the log. A file is synced before it's taken over. Used by
 * {@link BulkLoad}, one thread at a time.
 */
final class FileIngestion {

	/** Within the database's directory, so that a file can be moved and not copied. */
	private static final String DIRECTORY = "loading";

	/**
	 * Of native memory, for each file that is being written; RocksDB's default is 1 MiB.
	 */
	private static final long WRITTEN_AT_ONCE_BYTES = 256 * 1024;

	/** Larger ones are copied, for the buffer would keep their size. */
	private static final int LARGEST_BUFFERED_BYTES = 64 * 1024;

	private final Ingestion ingestion;

	private final Path directory;

	private final Map<String, StoreFamily> families;

	private final Map<String, Range> loaded = new HashMap<>();

	private ByteBuffer key = ByteBuffer.allocateDirect(256);

	private ByteBuffer value = ByteBuffer.allocateDirect(1024);

	private int files;

	/**
	 * Makes it.
	 * @param ingestion the database's way of taking over files
	 * @param directory the database's directory
	 * @param families the column families of the stores
	 */
	FileIngestion(Ingestion ingestion, Path directory, Map<String, StoreFamily> families) {
		this.ingestion = ingestion;
		this.directory = directory.resolve(DIRECTORY);
		this.families = families;
	}

	/**
	 * Removes what a process that was killed left behind.
	 * @param directory the database's directory
	 */
	static void clean(Path directory) throws IOException {
		Path files = directory.resolve(DIRECTORY);
		if (Files.isDirectory(files)) {
			try (var left = Files.newDirectoryStream(files)) {
				for (Path file : left) {
					Files.delete(file);
				}
			}
			Files.delete(files);
		}
	}

	/**
	 * Writes changes and has the database take them over: they are visible, and durable,
	 * when this returns true.
	 * @param store the store
	 * @param changes the changes, at least one, and no deletes of ranges
	 * @return false if the database can't take over a file just now and nothing has
	 * changed, so that the changes have to go the ordinary way
	 */
	boolean write(String store, WriteBatchBuffer changes) throws RocksDBException, IOException {
		StoreFamily family = this.families.get(store);
		if (family == null) {
			throw new IllegalArgumentException("There is no store " + store + ".");
		}
		Files.createDirectories(this.directory);
		Path file = this.directory.resolve(++this.files + ".sst");
		boolean taken = false;
		try {
			Range range = write(family, file, changes, this.loaded.get(store));
			taken = ingest(family.handle(), file);
			if (taken) {
				this.loaded.merge(store, range, Range::with);
			}
			return taken;
		}
		finally {
			if (!taken) {
				Files.deleteIfExists(file);
			}
		}
	}

	private Range write(StoreFamily family, Path file, WriteBatchBuffer buffer, @Nullable Range before)
			throws RocksDBException {
		SortedChanges changes = buffer.sorted();
		changes.next();
		Range range = new Range(changes.first(), changes.last());
		try (Options options = new Options(family.databaseOptions(), family.options());
				EnvOptions environment = new EnvOptions().setWritableFileMaxBufferSize(WRITTEN_AT_ONCE_BYTES);
				SstFileWriter writer = new SstFileWriter(environment, compressed(options, family, range, before))) {
			writer.open(file.toString());
			do {
				write(writer, changes);
			}
			while (changes.next());
			writer.finish();
		}
		return range;
	}

	private void write(SstFileWriter writer, SortedChanges changes) throws RocksDBException {
		if (changes.deleted()) {
			writer.delete(copy(changes, changes.keyAt(), changes.keyLength()));
		}
		else if (Math.max(changes.keyLength(), changes.valueLength()) > LARGEST_BUFFERED_BYTES) {
			writer.put(copy(changes, changes.keyAt(), changes.keyLength()),
					copy(changes, changes.valueAt(), changes.valueLength()));
		}
		else {
			this.key = direct(this.key, changes.bytes(), changes.keyAt(), changes.keyLength());
			this.value = direct(this.value, changes.bytes(), changes.valueAt(), changes.valueLength());
			writer.put(this.key, this.value);
		}
	}

	private static byte[] copy(SortedChanges changes, int at, int length) {
		return Arrays.copyOfRange(changes.bytes(), at, at + length);
	}

	/**
	 * A file that overlaps those before it goes to the first level and is soon replaced,
	 * so compressing it costs more time than it saves room. One that doesn't may well be
	 * put on the last level and stay there.
	 */
	private static Options compressed(Options options, StoreFamily family, Range range, @Nullable Range before) {
		boolean passing = before != null && before.overlaps(range);
		return options.setCompressionPerLevel(List.of())
			.setBottommostCompressionType(CompressionType.DISABLE_COMPRESSION_OPTION)
			.setCompressionType(passing ? CompressionType.NO_COMPRESSION : family.lastCompression());
	}

	/**
	 * A file whose keys overlap what is still in write buffers has RocksDB flush those
	 * first. When its flushing threads are behind, it may find that they weren't written
	 * though it waited for that, and then refuses the file: "Inconsistent memtable state
	 * detected when flushed before run", with the status TryAgain (seen with 11.8.1,
	 * under load, in one of a thousand).
	 */
	private boolean ingest(ColumnFamilyHandle family, Path file) throws RocksDBException {
		try (IngestExternalFileOptions options = new IngestExternalFileOptions().setMoveFiles(true)
			.setWriteGlobalSeqno(false)) {
			this.ingestion.ingest(family, List.of(file.toString()), options);
			return true;
		}
		catch (RocksDBException ex) {
			if (ex.getStatus() != null && ex.getStatus().getCode() == Status.Code.TryAgain) {
				return false;
			}
			throw ex;
		}
	}

	private static ByteBuffer direct(ByteBuffer buffer, byte[] bytes, int at, int length) {
		ByteBuffer target = (buffer.capacity() < length)
				? ByteBuffer.allocateDirect(Math.max(length, 2 * buffer.capacity())) : buffer;
		return target.clear().put(bytes, at, length).flip();
	}

	/**
	 * Has a database take over files.
	 */
	interface Ingestion {

		/**
		 * Takes over files.
		 * @param family the column family
		 * @param files the files
		 * @param options how
		 */
		void ingest(ColumnFamilyHandle family, List<String> files, IngestExternalFileOptions options)
				throws RocksDBException;

	}

	/**
	 * The keys of which a file has none below the first and none above the last.
	 */
	private static final class Range {

		private final byte[] first;

		private final byte[] last;

		private Range(byte[] first, byte[] last) {
			this.first = first;
			this.last = last;
		}

		boolean overlaps(Range other) {
			return Arrays.compareUnsigned(this.first, other.last) <= 0
					&& Arrays.compareUnsigned(other.first, this.last) <= 0;
		}

		Range with(Range other) {
			return new Range((Arrays.compareUnsigned(this.first, other.first) <= 0) ? this.first : other.first,
					(Arrays.compareUnsigned(this.last, other.last) >= 0) ? this.last : other.last);
		}

	}

}
