package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.millrace.streams.errors.StreamsException;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads RocksDB's native code, once per process, before anything else of RocksDB is
 * touched. The library has to be a file to be loaded; it is removed as soon as it is,
 * since a process that is killed would leave it behind each time.
 */
final class NativeLibrary {

	private static final Logger logger = LoggerFactory.getLogger(NativeLibrary.class);

	private static boolean loaded;

	private NativeLibrary() {
	}

	/**
	 * Loads the library unless it is loaded.
	 * @throws StreamsException if it can't be
	 */
	static synchronized void load() {
		if (loaded) {
			return;
		}
		try {
			String configured = System.getenv("ROCKSDB_SHAREDLIB_DIR");
			if (configured == null || configured.isEmpty()) {
				loadFromTemporaryDirectory();
			}
			RocksDB.loadLibrary();
			loaded = true;
		}
		catch (IOException | RuntimeException | UnsatisfiedLinkError ex) {
			throw new StreamsException("RocksDB's native library can't be loaded on " + System.getProperty("os.name")
					+ " " + System.getProperty("os.arch")
					+ "; see the cause, make sure that java.io.tmpdir can be written to and may hold code,"
					+ " or keep state in memory.", ex);
		}
	}

	private static void loadFromTemporaryDirectory() throws IOException {
		Path directory = Files.createTempDirectory("millrace-rocksdb-");
		try {
			NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
		}
		finally {
			delete(directory);
		}
	}

	private static void delete(Path directory) {
		try (Stream<Path> files = Files.list(directory)) {
			for (Path file : (Iterable<Path>) files::iterator) {
				Files.deleteIfExists(file);
			}
			Files.deleteIfExists(directory);
		}
		catch (IOException ex) {
			// Windows keeps what is loaded; it goes when the JVM exits.
			logger.debug("The native library in {} can't be removed now: {}", directory, ex.toString());
		}
	}

}
