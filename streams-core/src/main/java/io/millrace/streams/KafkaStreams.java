package io.millrace.streams;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;

import io.millrace.streams.errors.StreamsUncaughtExceptionHandler;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.StoreDescription;
import org.jspecify.annotations.Nullable;

@SuppressWarnings("DoNotCallSuggester")
public class KafkaStreams implements AutoCloseable {

	public KafkaStreams(Topology topology, Properties properties) {
		throw new UnsupportedOperationException();
	}

	public KafkaStreams(Topology topology, StreamsConfig config) {
		throw new UnsupportedOperationException();
	}

	public void start() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void close() {
		throw new UnsupportedOperationException();
	}

	public boolean close(Duration timeout) {
		throw new UnsupportedOperationException();
	}

	public State state() {
		throw new UnsupportedOperationException();
	}

	public void setStateListener(@Nullable StateListener listener) {
		throw new UnsupportedOperationException();
	}

	public void setUncaughtExceptionHandler(@Nullable StreamsUncaughtExceptionHandler handler) {
		throw new UnsupportedOperationException();
	}

	public <T> T store(StoreQueryParameters<T> parameters) {
		throw new UnsupportedOperationException();
	}

	public Set<ThreadMetadata> metadataForLocalThreads() {
		throw new UnsupportedOperationException();
	}

	public ApplicationStatus status() {
		throw new UnsupportedOperationException();
	}

	public List<StoreDescription> storeDescriptions() {
		throw new UnsupportedOperationException();
	}

	public enum State {

		CREATED, REBALANCING, RUNNING, PENDING_SHUTDOWN, NOT_RUNNING, PENDING_ERROR, ERROR

	}

	public interface StateListener {

		void onChange(State newState, State oldState);

	}

}
