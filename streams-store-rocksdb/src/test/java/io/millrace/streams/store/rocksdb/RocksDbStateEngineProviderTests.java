package io.millrace.streams.store.rocksdb;

import java.util.Map;
import java.util.ServiceLoader;

import io.millrace.streams.internal.store.StateEngineProvider;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.rocksdb.ColumnFamilyOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RocksDbStateEngineProviderTests {

	@Test
	void isFoundByName() throws Exception {
		StateEngineProvider provider = ServiceLoader.load(StateEngineProvider.class)
			.stream()
			.map(ServiceLoader.Provider::get)
			.filter((candidate) -> candidate.name().equals("rocksdb"))
			.findFirst()
			.orElseThrow();
		((AutoCloseable) provider.create(Map.of())).close();
		assertThat(NativeHandles.open()).isZero();
	}

	@Test
	void settingsAreRead() {
		RocksDbSettings settings = new SettingsParser(
				Map.of("state.rocksdb.cache.bytes", "10000000", "state.rocksdb.write.buffer.bytes", 3_000_000L,
						"state.rocksdb.compression", "zstd", "state.rocksdb.max.background.jobs", 7,
						"state.rocksdb.options.customizer", Customizer.class.getName(), "other", "ignored"))
			.parse();
		assertThat(settings.blockCacheBytes()).isEqualTo(10_000_000);
		assertThat(settings.writeBufferBytes()).isEqualTo(3_000_000);
		assertThat(settings.compression()).isEqualTo(RocksDbCompression.ZSTD);
		assertThat(settings.maxBackgroundJobs()).isEqualTo(7);
		assertThat(settings.customizer()).isInstanceOf(Customizer.class);
	}

	@Test
	void defaultsAreThoseOfTheSettings() {
		RocksDbSettings settings = new SettingsParser(Map.of()).parse();
		RocksDbSettings defaults = RocksDbSettings.defaults().withCustomizer(settings.customizer());
		assertThat(settings).isEqualTo(defaults);
		assertThat(new SettingsParser(Map.of("state.rocksdb.cache.bytes", 32 << 20)).parse().writeBufferBytes())
			.isEqualTo(16 << 20);
	}

	@Test
	void wrongSettingsAreNamed() {
		assertThatThrownBy(() -> new SettingsParser(Map.of("state.rocksdb.compression", "zip")).parse())
			.isInstanceOf(ConfigException.class)
			.hasMessageContaining("state.rocksdb.compression")
			.hasMessageContaining("lz4");
		assertThatThrownBy(() -> new SettingsParser(Map.of("state.rocksdb.cache.bytes", 5)).parse())
			.isInstanceOf(ConfigException.class)
			.hasMessageContaining("blockCacheBytes is 5");
		assertThatThrownBy(
				() -> new SettingsParser(Map.of("state.rocksdb.options.customizer", "java.lang.String")).parse())
			.isInstanceOf(ConfigException.class)
			.hasMessageContaining("RocksDbOptionsCustomizer");
	}

	/** Does nothing. */
	public static final class Customizer implements RocksDbOptionsCustomizer {

		@Override
		public void customize(String store, ColumnFamilyOptions options) {
		}

	}

}
