package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import io.millrace.streams.monitor.ApplicationStatus.PartitionStatus;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.monitor.ApplicationStatus.ThreadStatus;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.monitor.StoreDescription;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Makes runtimes that do nothing but say what a test tells them to. A bean of this type
 * takes the place of the real factory.
 */
public class FakeRuntime implements KafkaStreamsFactory {

	/** Everything that happened, in order. */
	public final List<String> events = new ArrayList<>();

	public final Map<String, Object> stores = new ConcurrentHashMap<>();

	public volatile List<StoreDescription> storeDescriptions = List.of();

	private final Map<String, ApplicationStatus> statuses = new ConcurrentHashMap<>();

	public static ApplicationStatus running(String applicationId) {
		return new ApplicationStatus(applicationId, State.RUNNING, List.of(), Optional.empty(),
				List.of(new ThreadStatus(applicationId + "-1", "RUNNING",
						List.of(new TaskStatus("0_0", "RUNNING", List.of(new PartitionStatus("orders", 0, 10, 2)),
								List.of(new StoreStatus("counts", "key-value", 5, 100, 7, 0, 0)))),
						new Counters(1, 2, 3, 4, 5, 6, 7, 8, 9_000_000_000L, 10, Map.of("late", 3L, "null-key", 1L)))));
	}

	public static ApplicationStatus with(ApplicationStatus status, State state, Waiting... waiting) {
		return new ApplicationStatus(status.applicationId(), state, List.of(waiting), status.failure(),
				status.threads());
	}

	public static ApplicationStatus failed(String applicationId, String failure) {
		return new ApplicationStatus(applicationId, State.ERROR, List.of(), Optional.of(failure), List.of());
	}

	/**
	 * Say what an application does from now on.
	 */
	public void set(ApplicationStatus status) {
		this.statuses.put(status.applicationId(), status);
	}

	public void change(String applicationId, UnaryOperator<ApplicationStatus> change) {
		set(change.apply(status(applicationId)));
	}

	private ApplicationStatus status(String applicationId) {
		return this.statuses.computeIfAbsent(applicationId, FakeRuntime::running);
	}

	@Override
	public KafkaStreams create(Topology topology, StreamsConfig config) {
		String applicationId = config.applicationId();
		KafkaStreams streams = mock(KafkaStreams.class);
		this.events.add("create " + applicationId);
		willAnswer((call) -> this.events.add("start " + applicationId)).given(streams).start();
		given(streams.close(any(Duration.class))).willAnswer((call) -> {
			this.events.add("close " + applicationId);
			return true;
		});
		given(streams.status()).willAnswer((call) -> status(applicationId));
		given(streams.state()).willAnswer((call) -> status(applicationId).state());
		given(streams.storeDescriptions()).willAnswer((call) -> this.storeDescriptions);
		given(streams.store(any())).willAnswer((call) -> {
			StoreQueryParameters<?> parameters = call.getArgument(0);
			Object store = this.stores.get(parameters.storeName());
			if (store instanceof RuntimeException exception) {
				throw exception;
			}
			return store;
		});
		return streams;
	}

}
