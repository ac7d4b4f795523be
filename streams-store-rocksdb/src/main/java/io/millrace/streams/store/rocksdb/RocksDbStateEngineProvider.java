package io.millrace.streams.store.rocksdb;

import java.util.Map;

import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.internal.store.StateEngineProvider;

/**
 * Offers this engine to the core under the name {@code rocksdb}. Reads these settings,
 * all optional: {@value #CACHE_BYTES}, {@value #WRITE_BUFFER_BYTES},
 * {@value #COMPRESSION}, {@value #MAX_BACKGROUND_JOBS} and {@value #CUSTOMIZER}; defaults
 * and meaning are those of {@link RocksDbSettings}.
 */
public final class RocksDbStateEngineProvider implements StateEngineProvider {

	/** The name of the engine. */
	public static final String NAME = "rocksdb";

	/** Size of the block cache of the process in bytes, write buffers included. */
	public static final String CACHE_BYTES = "state.rocksdb.cache.bytes";

	/** How much of the cache write buffers may take, in bytes. */
	public static final String WRITE_BUFFER_BYTES = "state.rocksdb.write.buffer.bytes";

	/** The name of a {@link RocksDbCompression}, in any case. */
	public static final String COMPRESSION = "state.rocksdb.compression";

	/** How many flushes and compactions may run at once in the process. */
	public static final String MAX_BACKGROUND_JOBS = "state.rocksdb.max.background.jobs";

	/**
	 * A {@link RocksDbOptionsCustomizer}: the object, its class, or the name of its
	 * class.
	 */
	public static final String CUSTOMIZER = "state.rocksdb.options.customizer";

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public StateEngineFactory create(Map<String, ?> settings) {
		return new RocksDbStateEngineFactory(new SettingsParser(settings).parse());
	}

}
