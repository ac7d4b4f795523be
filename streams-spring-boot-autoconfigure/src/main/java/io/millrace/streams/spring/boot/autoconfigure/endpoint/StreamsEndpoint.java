package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.spring.boot.autoconfigure.endpoint.EntriesDescriptor.EntryDescriptor;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows streams applications: what they do, what they consist of, and what their stores
 * hold. It sees the instance that it runs in, and asks no broker.
 */
@WebEndpoint(id = "streams", defaultAccess = Access.READ_ONLY)
class StreamsEndpoint {

	private static final int FORBIDDEN = 403;

	private static final String TOPOLOGY = "topology";

	private static final String STORES = "stores";

	private final StreamsApplications applications;

	private final StreamsEndpointProperties properties;

	private final KeyParser keyParser;

	private final UnaryOperator<Object> simplify;

	StreamsEndpoint(StreamsApplications applications, StreamsEndpointProperties properties,
			@Nullable JsonConversion json) {
		this.applications = applications;
		this.properties = properties;
		this.keyParser = new KeyParser(json);
		this.simplify = (json != null) ? json::simplify : String::valueOf;
	}

	/**
	 * Show all applications.
	 * @return what they do
	 */
	@ReadOperation
	ApplicationsDescriptor applications() {
		return ApplicationsDescriptor.of(this.applications);
	}

	/**
	 * Show an application.
	 * @param application the name of its topology bean, or its id
	 * @return what it does
	 */
	@ReadOperation
	WebEndpointResponse<?> application(@Selector String application) {
		StreamsApplication found = this.applications.find(application);
		return (found != null) ? new WebEndpointResponse<>(ApplicationDescriptor.of(found)) : unknown(application);
	}

	/**
	 * Show what an application consists of.
	 * @param application the name of its topology bean, or its id
	 * @param section what to show of it: {@code topology} or {@code stores}
	 * @param format how to show the topology; JSON by default
	 * @return the topology or the stores
	 */
	@ReadOperation(produces = { "application/vnd.spring-boot.actuator.v3+json", "application/json", "text/plain" })
	WebEndpointResponse<?> section(@Selector String application, @Selector String section,
			@Nullable TopologyFormat format) {
		StreamsApplication found = this.applications.find(application);
		if (found == null) {
			return unknown(application);
		}
		return switch (section) {
			case TOPOLOGY ->
				Optional.ofNullable(format).orElse(TopologyFormat.JSON).render(found.topology().describe());
			case STORES -> stores(found);
			default -> problem(WebEndpointResponse.STATUS_NOT_FOUND,
					"There is no '" + section + "', but '" + TOPOLOGY + "' and '" + STORES + "'");
		};
	}

	/**
	 * Query a store.
	 * @param securityContext who asks
	 * @param application the name of its topology bean, or its id
	 * @param section always "stores"
	 * @param store the name of the store
	 * @param key the key to look up; excludes the other parameters unless the store is
	 * one of windows or sessions
	 * @param from the first key to list, in the order of the serialised keys; for windows
	 * and sessions, the earliest time, as an instant or in milliseconds
	 * @param to the last key to list, or the latest time
	 * @param limit how many entries to list at most
	 * @param isolation {@code read_committed}, or {@code read_uncommitted} to see writes
	 * since the last commit also; by default what the application is set to
	 * @return one entry or a list of entries
	 */
	@ReadOperation
	WebEndpointResponse<?> store(SecurityContext securityContext, @Selector String application,
			@Selector String section, @Selector String store, @Nullable String key, @Nullable String from,
			@Nullable String to, @Nullable Integer limit, @Nullable IsolationLevel isolation) {
		StreamsApplication found = this.applications.find(application);
		if (found == null || !section.equals(STORES)) {
			return unknown(application);
		}
		if (!this.properties.showValues().isShown(securityContext, this.properties.roles())) {
			return problem(FORBIDDEN, "Stores can't be queried, because of management.endpoint.streams.show-values="
					+ this.properties.showValues().name().toLowerCase(Locale.ROOT).replace('_', '-'));
		}
		KafkaStreams streams = found.kafkaStreams();
		if (streams == null) {
			return notStarted(found);
		}
		try {
			return query(found, streams, store, isolation, key, from, to, limit);
		}
		catch (BadQueryException ex) {
			return problem(WebEndpointResponse.STATUS_BAD_REQUEST, ex.reason());
		}
		catch (InvalidStateStoreException | IllegalStateException ex) {
			return problem(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
					"Store '" + store + "' can't be queried now: " + ex.getMessage());
		}
	}

	private WebEndpointResponse<?> query(StreamsApplication application, KafkaStreams streams, String store,
			@Nullable IsolationLevel isolation, @Nullable String key, @Nullable String from, @Nullable String to,
			@Nullable Integer limit) {
		Optional<StoreDescription> description = streams.storeDescriptions()
			.stream()
			.filter((candidate) -> candidate.name().equals(store))
			.findFirst();
		if (description.isEmpty()) {
			return unknownStore(application, store);
		}
		try {
			return WindowQuery.fits(description.get())
					? windows(new WindowQuery(description.get(), isolation, this.keyParser, this.simplify), application,
							key, from, to, limit)
					: entries(new StoreQuery(description.get(), isolation, this.keyParser, this.simplify), application,
							key, from, to, limit);
		}
		catch (UnknownStateStoreException ex) {
			return unknownStore(application, store);
		}
	}

	private static WebEndpointResponse<?> entries(StoreQuery query, StreamsApplication application,
			@Nullable String key, @Nullable String from, @Nullable String to, @Nullable Integer limit) {
		if (key == null) {
			return new WebEndpointResponse<>(query.range(application, from, to, limit));
		}
		if (from != null || to != null || limit != null) {
			throw new BadQueryException("'key' looks up one entry, so 'from', 'to' and 'limit' can't be given with it");
		}
		EntryDescriptor entry = query.get(application, key);
		return (entry != null) ? new WebEndpointResponse<>(entry)
				: problem(WebEndpointResponse.STATUS_NOT_FOUND, "This instance has no such key in store '"
						+ query.store().name() + "'; another instance may, if it owns the key's partition");
	}

	private static WebEndpointResponse<?> windows(WindowQuery query, StreamsApplication application,
			@Nullable String key, @Nullable String from, @Nullable String to, @Nullable Integer limit) {
		WindowsDescriptor found = query.list(application, key, from, to, limit);
		return (key == null || !found.windows().isEmpty()) ? new WebEndpointResponse<>(found)
				: problem(WebEndpointResponse.STATUS_NOT_FOUND,
						"This instance has no such key in store '" + query.store().name()
								+ "' within that time; another instance may, if it owns the key's partition");
	}

	private static WebEndpointResponse<?> stores(StreamsApplication application) {
		KafkaStreams streams = application.kafkaStreams();
		return (streams != null) ? new WebEndpointResponse<>(StoresDescriptor.of(streams)) : notStarted(application);
	}

	private WebEndpointResponse<OperationResponseBody> unknown(String application) {
		return problem(WebEndpointResponse.STATUS_NOT_FOUND, "There is no streams application '" + application + "'");
	}

	private static WebEndpointResponse<OperationResponseBody> unknownStore(StreamsApplication application,
			String store) {
		return problem(WebEndpointResponse.STATUS_NOT_FOUND,
				"Streams application '" + application.name() + "' has no store '" + store + "'");
	}

	private static WebEndpointResponse<OperationResponseBody> notStarted(StreamsApplication application) {
		return problem(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
				"Streams application '" + application.name() + "' has not been started");
	}

	private static WebEndpointResponse<OperationResponseBody> problem(int status, String reason) {
		return new WebEndpointResponse<>(new ProblemDescriptor(reason), status);
	}

}
