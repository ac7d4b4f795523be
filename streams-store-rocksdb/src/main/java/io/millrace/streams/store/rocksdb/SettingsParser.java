package io.millrace.streams.store.rocksdb;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Takes RocksDB's settings out of those of an application, for
 * {@link RocksDbStateEngineProvider}.
 */
final class SettingsParser {

	private static final RocksDbSettings DEFAULTS = RocksDbSettings.defaults();

	private static final ConfigDef DEFINITION = new ConfigDef()
		.define(RocksDbStateEngineProvider.CACHE_BYTES, ConfigDef.Type.LONG, DEFAULTS.blockCacheBytes(),
				ConfigDef.Importance.MEDIUM, "Size of the block cache of the process, write buffers included.")
		.define(RocksDbStateEngineProvider.WRITE_BUFFER_BYTES, ConfigDef.Type.LONG, null, ConfigDef.Importance.MEDIUM,
				"How much of the cache write buffers may take; 64 MiB, or half of a smaller cache.")
		.define(RocksDbStateEngineProvider.COMPRESSION, ConfigDef.Type.STRING, DEFAULTS.compression().name(),
				ConfigDef.Importance.LOW, "How blocks on disk are compressed.")
		.define(RocksDbStateEngineProvider.MAX_BACKGROUND_JOBS, ConfigDef.Type.INT, DEFAULTS.maxBackgroundJobs(),
				ConfigDef.Importance.LOW, "How many flushes and compactions may run at once in the process.");

	private final AbstractConfig config;

	private final @Nullable Object customizer;

	SettingsParser(Map<String, ?> settings) {
		this.config = new AbstractConfig(DEFINITION, settings, false);
		this.customizer = settings.get(RocksDbStateEngineProvider.CUSTOMIZER);
	}

	RocksDbSettings parse() {
		long cache = this.config.getLong(RocksDbStateEngineProvider.CACHE_BYTES);
		Long configured = this.config.getLong(RocksDbStateEngineProvider.WRITE_BUFFER_BYTES);
		long writeBuffers = (configured != null) ? configured : Math.min(DEFAULTS.writeBufferBytes(), cache / 2);
		try {
			RocksDbSettings settings = DEFAULTS.withMemory(cache, writeBuffers)
				.withMaxBackgroundJobs(this.config.getInt(RocksDbStateEngineProvider.MAX_BACKGROUND_JOBS))
				.withCompression(compression());
			return (this.customizer != null) ? settings.withCustomizer(customizer(this.customizer)) : settings;
		}
		catch (IllegalArgumentException ex) {
			throw new ConfigException("Settings of RocksDB (state.rocksdb.*) don't fit: " + ex.getMessage());
		}
	}

	private RocksDbCompression compression() {
		String name = this.config.getString(RocksDbStateEngineProvider.COMPRESSION);
		for (RocksDbCompression compression : RocksDbCompression.values()) {
			if (compression.name().equalsIgnoreCase(name)) {
				return compression;
			}
		}
		throw new ConfigException(RocksDbStateEngineProvider.COMPRESSION, name, "It has to be one of " + names());
	}

	private static Set<String> names() {
		Set<String> names = new TreeSet<>();
		for (RocksDbCompression compression : RocksDbCompression.values()) {
			names.add(compression.name().toLowerCase(Locale.ROOT));
		}
		return names;
	}

	private static RocksDbOptionsCustomizer customizer(Object configured) {
		if (configured instanceof RocksDbOptionsCustomizer instance) {
			return instance;
		}
		try {
			Class<?> type = (configured instanceof Class<?> given) ? given
					: Utils.loadClass(configured.toString(), Object.class);
			return Utils.newInstance(type.asSubclass(RocksDbOptionsCustomizer.class));
		}
		catch (ClassNotFoundException | ClassCastException ex) {
			throw new ConfigException(RocksDbStateEngineProvider.CUSTOMIZER, configured,
					"It has to be a " + RocksDbOptionsCustomizer.class.getName());
		}
	}

}
