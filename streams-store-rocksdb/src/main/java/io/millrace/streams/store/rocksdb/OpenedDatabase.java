package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.millrace.streams.internal.store.CorruptStateException;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * A database that was opened with a column family for each store, and the native objects
 * that it consists of. {@link RocksDbStateEngine} takes it over.
 *
 * @param handles all native objects, the database first to be closed
 * @param database the database
 * @param offsetsFamily where changelog offsets are
 * @param storeFamilies where each store is, by name
 */
record OpenedDatabase(NativeHandles handles, RocksDB database, ColumnFamilyHandle offsetsFamily,
		Map<String, StoreFamily> storeFamilies) {

	// No store can be mistaken for the default family.
	private static final String STORE_PREFIX = "store-";

	/**
	 * Opens or creates a database.
	 * @param directory the directory of the database itself
	 * @param stores the names of the stores
	 * @param options the options
	 * @param handles takes the native objects; to be closed by the caller if this fails
	 * @return the database
	 */
	static OpenedDatabase open(Path directory, Set<String> stores, DatabaseOptions options, NativeHandles handles)
			throws RocksDBException, IOException {
		boolean create = !exists(directory);
		if (create) {
			Files.createDirectories(directory);
		}
		else {
			LogFileCheck.check(directory);
			FileIngestion.clean(directory);
		}
		try {
			return open(directory, create, stores, stores, options, handles);
		}
		catch (RocksDBException ex) {
			if (!holdsOtherStores(ex)) {
				throw ex;
			}
			// RocksDB wants all that it has to be opened.
			handles.close();
			Set<String> all = new TreeSet<>(stores);
			all.addAll(existingStores(directory));
			return open(directory, create, all, stores, options, handles);
		}
	}

	private static OpenedDatabase open(Path directory, boolean create, Set<String> names, Set<String> stores,
			DatabaseOptions options, NativeHandles handles) throws RocksDBException {
		ColumnFamilyOptions familyOptions = options.forFamily(handles);
		List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
		descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions));
		for (String store : names) {
			descriptors.add(new ColumnFamilyDescriptor((STORE_PREFIX + store).getBytes(StandardCharsets.UTF_8),
					options.forStore(handles, store)));
		}
		DBOptions databaseOptions = options.forDatabase(handles, create);
		List<ColumnFamilyHandle> opened = new ArrayList<>(descriptors.size());
		RocksDB database = handles.add(RocksDB.open(databaseOptions, directory.toString(), descriptors, opened));
		opened.forEach(handles::add);
		Map<String, StoreFamily> families = new HashMap<>();
		int next = 1;
		for (String store : names) {
			if (stores.contains(store)) {
				families.put(store,
						new StoreFamily(opened.get(next), descriptors.get(next).getOptions(), databaseOptions));
			}
			next++;
		}
		return new OpenedDatabase(handles, database, opened.get(0), Map.copyOf(families));
	}

	private static boolean holdsOtherStores(RocksDBException failure) {
		return failure.getStatus() != null && failure.getStatus().getCode() == Status.Code.InvalidArgument
				&& String.valueOf(failure.getMessage()).contains("Column families not opened");
	}

	/**
	 * Whether there is a database. RocksDB would begin a new one if just the file CURRENT
	 * was lost.
	 */
	private static boolean exists(Path directory) throws IOException {
		if (Files.exists(directory.resolve("CURRENT"))) {
			return true;
		}
		if (Files.isDirectory(directory)) {
			try (Stream<Path> files = Files.list(directory)) {
				if (files.map(Path::toString).anyMatch((file) -> file.endsWith(".sst"))) {
					throw new CorruptStateException("The file CURRENT is missing in " + directory + ".");
				}
			}
		}
		return false;
	}

	private static List<String> existingStores(Path directory) throws RocksDBException {
		try (Options options = new Options()) {
			return RocksDB.listColumnFamilies(options, directory.toString())
				.stream()
				.filter((name) -> !Arrays.equals(name, RocksDB.DEFAULT_COLUMN_FAMILY))
				.map((name) -> new String(name, StandardCharsets.UTF_8).substring(STORE_PREFIX.length()))
				.toList();
		}
	}

}
