package io.millrace.streams.processor;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.processor.api.RecordMetadata;
import java.io.File;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

public interface StateStoreContext {

	String applicationId();

	TaskId taskId();

	Optional<RecordMetadata> recordMetadata();

	Serde<?> keySerde();

	Serde<?> valueSerde();

	File stateDir();

	StreamsMetrics metrics();

	void register(StateStore store, StateRestoreCallback stateRestoreCallback);

	void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback);

	Map<String, Object> appConfigs();

	Map<String, Object> appConfigsWithPrefix(String name);

}
