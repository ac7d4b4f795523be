package io.millrace.streams;

import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A store as users make them, which answers a query of its own.
 */
final class OwnStore implements StateStore {

	static final String NAME = "own";

	private final NavigableMap<String, String> content = new ConcurrentSkipListMap<>();

	private volatile boolean open;

	void put(String key, String value) {
		this.content.put(key, value);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <R extends @Nullable Object> QueryResult<R> query(Query<R> query, PositionBound positionBound,
			QueryConfig config) {
		if (query instanceof Last) {
			QueryResult<String> result = QueryResult.forResult(this.content.lastEntry().getValue());
			if (config.isCollectExecutionInfo()) {
				result.addExecutionInfo("last of " + this.content.size() + " " + config.getIsolationLevel());
			}
			return (QueryResult<R>) result;
		}
		return StateStore.super.query(query, positionBound, config);
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public void init(StateStoreContext context, StateStore root) {
		this.open = true;
	}

	@Override
	public void close() {
		this.open = false;
	}

	@Override
	public boolean persistent() {
		return false;
	}

	@Override
	public boolean isOpen() {
		return this.open;
	}

	/**
	 * Asks for the value of the highest key.
	 */
	static final class Last implements Query<String> {

	}

	/**
	 * Makes it.
	 */
	static final class Builder implements StoreBuilder<OwnStore> {

		@Override
		public StoreBuilder<OwnStore> withCachingEnabled() {
			return this;
		}

		@Override
		public StoreBuilder<OwnStore> withCachingDisabled() {
			return this;
		}

		@Override
		public StoreBuilder<OwnStore> withLoggingEnabled(Map<String, String> config) {
			return this;
		}

		@Override
		public StoreBuilder<OwnStore> withLoggingDisabled() {
			return this;
		}

		@Override
		public OwnStore build() {
			return new OwnStore();
		}

		@Override
		public Map<String, String> logConfig() {
			return Map.of();
		}

		@Override
		public boolean loggingEnabled() {
			return false;
		}

		@Override
		public String name() {
			return NAME;
		}

	}

}
