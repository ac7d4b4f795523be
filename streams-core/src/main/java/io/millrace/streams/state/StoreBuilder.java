package io.millrace.streams.state;

import io.millrace.streams.processor.StateStore;
import java.util.Map;

public interface StoreBuilder<T extends StateStore> {

	StoreBuilder<T> withCachingEnabled();

	StoreBuilder<T> withCachingDisabled();

	StoreBuilder<T> withLoggingEnabled(Map<String, String> map);

	StoreBuilder<T> withLoggingDisabled();

	T build();

	Map<String, String> logConfig();

	boolean loggingEnabled();

	String name();

}
