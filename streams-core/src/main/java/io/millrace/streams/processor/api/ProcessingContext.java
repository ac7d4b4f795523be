package io.millrace.streams.processor.api;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

public interface ProcessingContext {

	String applicationId();

	TaskId taskId();

	Optional<RecordMetadata> recordMetadata();

	Serde<?> keySerde();

	Serde<?> valueSerde();

	File stateDir();

	StreamsMetrics metrics();

	<S extends StateStore> S getStateStore(String name);

	Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback);

	Cancellable schedule(Instant instant, Duration interval, PunctuationType type, Punctuator callback);

	void commit();

	Map<String, Object> appConfigs();

	Map<String, Object> appConfigsWithPrefix(String name);

	long currentSystemTimeMs();

	long currentStreamTimeMs();

}
