package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * The stores of counts; whether in memory or on disk is a setting of the application.
 */
final class CountStores {

	private CountStores() {
	}

	static Materialized<String, Long, KeyValueStore<Bytes, byte[]>> byKey() {
		return Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(ApplicationSettings.STORE)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long());
	}

	static Materialized<String, Long, WindowStore<Bytes, byte[]>> byWindow() {
		return Materialized.<String, Long, WindowStore<Bytes, byte[]>>as(ApplicationSettings.STORE)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long())
			.withRetention(Functions.WINDOW.plus(Functions.GRACE));
	}

	static Materialized<String, Long, SessionStore<Bytes, byte[]>> bySession() {
		return Materialized.<String, Long, SessionStore<Bytes, byte[]>>as(ApplicationSettings.STORE)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long());
	}

	/**
	 * The store of one side of a join.
	 */
	static Materialized<String, byte[], KeyValueStore<Bytes, byte[]>> values(String name) {
		return Materialized.<String, byte[], KeyValueStore<Bytes, byte[]>>as(name)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.ByteArray());
	}

}
