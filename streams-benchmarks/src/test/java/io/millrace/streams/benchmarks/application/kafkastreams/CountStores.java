package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.workload.Functions;
import io.millrace.streams.benchmarks.workload.StateKind;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The stores of counts, in memory or on disk as the workload has it.
 */
final class CountStores {

	private CountStores() {
	}

	static Materialized<String, Long, KeyValueStore<Bytes, byte[]>> byKey(ApplicationSettings settings) {
		return Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(ApplicationSettings.STORE)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long())
			.withStoreType(engine(settings));
	}

	static Materialized<String, Long, WindowStore<Bytes, byte[]>> byWindow(ApplicationSettings settings) {
		return Materialized.<String, Long, WindowStore<Bytes, byte[]>>as(ApplicationSettings.STORE)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long())
			.withRetention(Functions.WINDOW.plus(Functions.GRACE))
			.withStoreType(engine(settings));
	}

	static Materialized<String, Long, SessionStore<Bytes, byte[]>> bySession(ApplicationSettings settings) {
		return Materialized.<String, Long, SessionStore<Bytes, byte[]>>as(ApplicationSettings.STORE)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.Long())
			.withStoreType(engine(settings));
	}

	/**
	 * The store of one side of a join.
	 */
	static Materialized<String, byte[], KeyValueStore<Bytes, byte[]>> values(String name,
			ApplicationSettings settings) {
		return Materialized.<String, byte[], KeyValueStore<Bytes, byte[]>>as(name)
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.ByteArray())
			.withStoreType(engine(settings));
	}

	static DslStoreSuppliers engine(ApplicationSettings settings) {
		return (settings.scenario().workload().state() == StateKind.DISK) ? BuiltInDslStoreSuppliers.ROCKS_DB
				: BuiltInDslStoreSuppliers.IN_MEMORY;
	}

}
