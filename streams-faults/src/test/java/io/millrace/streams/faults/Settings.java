package io.millrace.streams.faults;

import java.util.Properties;

import io.millrace.streams.StreamsConfig;

/**
 * The settings of applications under test, from the arguments of their main method:
 * bootstrap servers, application id, state directory, state store ({@link #SMALL_BUFFERS}
 * besides the names that Millrace knows), processing guarantee, and optionally the
 * transactions' timeout in milliseconds and whether updates of a row within a commit are
 * forwarded as one.
 */
final class Settings {

	/** The time of the first input: recent, or the broker deletes inputs as too old. */
	static final long START = System.currentTimeMillis();

	/**
	 * RocksDB with so little memory for what is written that much becomes a file soon,
	 * and what is restored does as well.
	 */
	static final String SMALL_BUFFERS = "rocksdb-with-small-buffers";

	private Settings() {
	}

	static Properties of(String[] args) {
		Properties settings = new Properties();
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
		settings.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
		boolean smallBuffers = args[3].equals(SMALL_BUFFERS);
		settings.put("state.store", smallBuffers ? "rocksdb" : args[3]);
		if (smallBuffers) {
			settings.put("state.rocksdb.write.buffer.bytes", "65536");
		}
		settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[4]);
		settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "50");
		settings.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), (args.length > 5) ? args[5] : "2000");
		if (args.length < 7 || !args[6].equals("coalesced")) {
			settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
		}
		return settings;
	}

}
