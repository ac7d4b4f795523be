package io.millrace.streams.internal.operator;

import java.io.File;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.api.RecordMetadata;
import org.apache.kafka.common.serialization.Serde;

/**
 * What both processors and stores may ask of their task. The contexts that they are given
 * answer with it.
 */
public abstract class TaskFacts {

	private final OperatorContext task;

	protected TaskFacts(OperatorContext task) {
		this.task = task;
	}

	public final String applicationId() {
		return this.task.applicationId();
	}

	public final TaskId taskId() {
		return this.task.taskId();
	}

	public final Optional<RecordMetadata> recordMetadata() {
		String topic = this.task.topic();
		return (topic != null) ? Optional.of(new Origin(topic, this.task.partition(), this.task.offset()))
				: Optional.empty();
	}

	public final Serde<?> keySerde() {
		return this.task.defaultKeySerde();
	}

	public final Serde<?> valueSerde() {
		return this.task.defaultValueSerde();
	}

	public final File stateDir() {
		return this.task.stateDirectory();
	}

	public final StreamsMetrics metrics() {
		return this.task.metrics();
	}

	public final Map<String, Object> appConfigs() {
		return this.task.settings();
	}

	public final Map<String, Object> appConfigsWithPrefix(String prefix) {
		Objects.requireNonNull(prefix, "prefix can't be null");
		Map<String, Object> found = new LinkedHashMap<>();
		this.task.settings().forEach((name, value) -> {
			if (name.startsWith(prefix) && name.length() > prefix.length()) {
				found.put(name.substring(prefix.length()), value);
			}
		});
		return Collections.unmodifiableMap(found);
	}

	private record Origin(String topic, int partition, long offset) implements RecordMetadata {
	}

}
