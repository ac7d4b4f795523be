package io.millrace.streams;

import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.FailOnInvalidTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import io.millrace.streams.internal.store.StateEngines;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigDef.CaseInsensitiveValidString;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Types, defaults and bounds of Millrace's own settings. Read by {@link StreamsConfig}.
 */
final class SettingDefinitions {

	private static final Set<String> OPTIMIZATIONS = Set.of(StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS,
			StreamsConfig.MERGE_REPARTITION_TOPICS, StreamsConfig.SINGLE_STORE_SELF_JOIN);

	static final ConfigDef DEFINITION = new ConfigDef();

	static {
		define(StreamsConfig.APPLICATION_ID_CONFIG, ConfigDef.Type.STRING, "", Importance.HIGH);
		define(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, ConfigDef.Type.LIST, List.of(), Importance.HIGH);
		define(StreamsConfig.CLIENT_ID_CONFIG, ConfigDef.Type.STRING, "", Importance.MEDIUM);
		define(StreamsConfig.APPLICATION_SERVER_CONFIG, ConfigDef.Type.STRING, "", Importance.LOW);
		define(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, ConfigDef.Type.STRING, StreamsConfig.EXACTLY_ONCE_V2,
				Importance.HIGH, ValidString.in(StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2));
		define(StreamsConfig.NUM_STREAM_THREADS_CONFIG, ConfigDef.Type.INT, 1, Importance.MEDIUM, Range.atLeast(1));
		define(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, ConfigDef.Type.LONG, 100L, Importance.MEDIUM, Range.atLeast(0));
		define(StreamsConfig.STATE_DIR_CONFIG, ConfigDef.Type.STRING,
				System.getProperty("java.io.tmpdir") + File.separator + "millrace", Importance.HIGH);
		define(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, ConfigDef.Type.CLASS, null, Importance.MEDIUM);
		define(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, ConfigDef.Type.CLASS, null, Importance.MEDIUM);
		define(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, ConfigDef.Type.CLASS,
				FailOnInvalidTimestamp.class, Importance.MEDIUM);
		define(StreamsConfig.DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG, ConfigDef.Type.STRING,
				StreamsConfig.DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT, Importance.LOW,
				CaseInsensitiveValidString.in(IsolationLevel.READ_COMMITTED.name(),
						IsolationLevel.READ_UNCOMMITTED.name()));
		define(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, ConfigDef.Type.LONG, 0L, Importance.MEDIUM, Range.atLeast(-1));
		define(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, ConfigDef.Type.INT, 1000, Importance.LOW,
				Range.atLeast(1));
		define(StreamsConfig.POLL_MS_CONFIG, ConfigDef.Type.LONG, 100L, Importance.LOW, Range.atLeast(0));
		define(StreamsConfig.REPLICATION_FACTOR_CONFIG, ConfigDef.Type.INT, -1, Importance.HIGH,
				Range.between(-1, Short.MAX_VALUE));
		define(StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG, ConfigDef.Type.LONG, 600_000L, Importance.LOW,
				Range.atLeast(0));
		define(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, ConfigDef.Type.LONG, 32L << 20, Importance.MEDIUM,
				Range.atLeast(0));
		define(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, ConfigDef.Type.LONG, 64L << 20, Importance.MEDIUM,
				Range.atLeast(-1));
		define(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, ConfigDef.Type.STRING, null,
				Importance.MEDIUM);
		define(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, ConfigDef.Type.BOOLEAN, false,
				Importance.MEDIUM);
		define(StreamsConfig.TASK_TIMEOUT_MS_CONFIG, ConfigDef.Type.LONG, 300_000L, Importance.MEDIUM,
				Range.atLeast(0));
		define(StreamsConfig.REPARTITION_PURGE_INTERVAL_MS_CONFIG, ConfigDef.Type.LONG, 30_000L, Importance.LOW,
				Range.atLeast(1));
		define(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, ConfigDef.Type.STRING, StreamsConfig.NO_OPTIMIZATION,
				Importance.MEDIUM, (name, value) -> optimizations((String) value));
		define(StreamsConfig.ON_ERROR_CONFIG, ConfigDef.Type.STRING, "fail", Importance.HIGH,
				ValidString.in("fail", "skip", "dead-letter"));
		define(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, ConfigDef.Type.CLASS, null,
				Importance.MEDIUM);
		define(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, ConfigDef.Type.CLASS, null, Importance.MEDIUM);
		define(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, ConfigDef.Type.CLASS, null, Importance.MEDIUM);
		define(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, ConfigDef.Type.CLASS, null, Importance.LOW);
		define(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, ConfigDef.Type.CLASS, null, Importance.LOW);
		define(StreamsConfig.MISSING_TOPICS_CONFIG, ConfigDef.Type.STRING, "wait", Importance.MEDIUM,
				ValidString.in("wait", "fail"));
		DEFINITION.define(StreamsConfig.STATE_STORE_CONFIG, ConfigDef.Type.STRING, null,
				(name, value) -> StateEngines.check(value), Importance.MEDIUM, "");
		define(StreamsConfig.WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG, ConfigDef.Type.LONG, 86_400_000L,
				Importance.LOW, Range.atLeast(0));
		define(StreamsConfig.PASS_THROUGH_CONFIG, ConfigDef.Type.LIST, List.of(), Importance.LOW);
	}

	private SettingDefinitions() {
	}

	private static void define(String name, ConfigDef.Type type, @Nullable Object defaultValue, Importance importance) {
		DEFINITION.define(name, type, defaultValue, importance, "");
	}

	private static void define(String name, ConfigDef.Type type, Object defaultValue, Importance importance,
			ConfigDef.Validator validator) {
		DEFINITION.define(name, type, defaultValue, validator, importance, "");
	}

	/**
	 * Reads which optimisations a value of {@code topology.optimization} stands for.
	 */
	static Set<String> optimizations(String value) {
		Set<String> chosen = new TreeSet<>(List.of(value.strip().split("\\s*,\\s*")));
		if (chosen.equals(Set.of(StreamsConfig.NO_OPTIMIZATION))) {
			return Set.of();
		}
		if (chosen.equals(Set.of(StreamsConfig.OPTIMIZE))) {
			return OPTIMIZATIONS;
		}
		if (!OPTIMIZATIONS.containsAll(chosen)) {
			throw new ConfigException(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, value,
					"It has to be " + StreamsConfig.NO_OPTIMIZATION + " or " + StreamsConfig.OPTIMIZE
							+ ", or some of these with commas between them: "
							+ String.join(", ", new TreeSet<>(OPTIMIZATIONS)));
		}
		return Set.copyOf(chosen);
	}

	/**
	 * The name of the enum constant for a value as it is written in settings.
	 */
	static String constantName(String value) {
		return value.toUpperCase(Locale.ROOT).replace('-', '_');
	}

	/**
	 * A new instance of the class that a setting names.
	 * @return the instance, configured; null if the setting isn't set
	 */
	static <T> @Nullable T instance(StreamsConfig config, String setting, Class<T> type) {
		return (config.getClass(setting) != null) ? config.getConfiguredInstance(setting, type) : null;
	}

	static Serde<?> serde(StreamsConfig config, String setting, boolean isKey) {
		Class<?> type = config.getClass(setting);
		if (type == null) {
			throw new StreamsException("No serde: the topology names none and " + setting
					+ " is not set. Name one with Consumed, Produced, Grouped or Materialized, or set " + setting
					+ ".");
		}
		Object serde;
		try {
			serde = Utils.newInstance(type);
		}
		catch (KafkaException ex) {
			throw new StreamsException(
					setting + " is " + type.getName() + ", of which no instance can be made: " + ex.getMessage(), ex);
		}
		if (!(serde instanceof Serde<?> usable)) {
			throw new StreamsException(
					setting + " is " + type.getName() + ", which is not a " + Serde.class.getName() + ".");
		}
		usable.configure(config.originals(), isKey);
		return usable;
	}

}
