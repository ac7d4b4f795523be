package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.Topology;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import io.millrace.streams.monitor.ApplicationStatus.PartitionStatus;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.monitor.ApplicationStatus.ThreadStatus;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.spring.boot.autoconfigure.FakeRuntime;
import io.millrace.streams.spring.boot.autoconfigure.StreamsAutoConfiguration;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

class StreamsEndpointAutoConfigurationTests {

	private final FakeRuntime runtime = new FakeRuntime();

	private final WebApplicationContextRunner hidden = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StreamsAutoConfiguration.class, StreamsEndpointAutoConfiguration.class,
				JacksonAutoConfiguration.class, HttpMessageConvertersAutoConfiguration.class,
				WebMvcAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
				EndpointAutoConfiguration.class, JacksonEndpointAutoConfiguration.class,
				WebEndpointAutoConfiguration.class, ManagementContextAutoConfiguration.class,
				ServletManagementContextAutoConfiguration.class))
		.withBean(FakeRuntime.class, () -> this.runtime)
		.withUserConfiguration(OneTopology.class)
		.withPropertyValues("streams.application-id=shop");

	private final WebApplicationContextRunner runner = this.hidden
		.withPropertyValues("management.endpoints.web.exposure.include=streams");

	@BeforeEach
	void stores() {
		this.runtime.storeDescriptions = List.of(
				new StoreDescription("counts", "key-value", Serdes.Long(), Serdes.String(), "shop-counts-changelog"),
				new StoreDescription("latest", "timestamped-key-value", Serdes.String(), new OrderSerde(), null),
				new StoreDescription("raw", "key-value", Serdes.ByteArray(), Serdes.ByteArray(), null),
				new StoreDescription("versions", "versioned-key-value", Serdes.String(), Serdes.Long(), null),
				new StoreDescription("windows", "timestamped-window", Serdes.String(), Serdes.Long(), null),
				new StoreDescription("sessions", "session", Serdes.String(), Serdes.Long(), null));
		Map<Long, String> counts = new HashMap<>();
		for (long key = 0; key < 1500; key++) {
			counts.put(key, "v" + key);
		}
		this.runtime.stores.put("counts", MapStore.of(counts));
		this.runtime.stores.put("latest",
				MapStore.of(Map.of("a", ValueAndTimestamp.make(new Order(1, Instant.ofEpochSecond(5), null), 17L))));
	}

	@Test
	void notExposedByDefault() {
		this.hidden.run((context) -> assertThat(context).doesNotHaveBean(StreamsEndpoint.class));
	}

	@Test
	void accessCanBeTakenAway() {
		this.runner
			.withInitializer(
					(context) -> context.getEnvironment().setConversionService(new ApplicationConversionService()))
			.withPropertyValues("management.endpoint.streams.access=none")
			.run((context) -> assertThat(context).doesNotHaveBean(StreamsEndpoint.class));
	}

	@Test
	void showsApplications() {
		this.runtime.set(restoring());
		web((mvc) -> assertThat(mvc.get().uri("/actuator/streams")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{"applications": {"orders": %s}}""".formatted(RESTORING)));
	}

	@Test
	void showsAnApplicationByNameAndById() {
		this.runtime.set(restoring());
		web((mvc) -> {
			assertThat(mvc.get().uri("/actuator/streams/orders")).hasStatusOk().bodyJson().isStrictlyEqualTo(RESTORING);
			assertThat(mvc.get().uri("/actuator/streams/shop")).hasStatusOk().bodyJson().isStrictlyEqualTo(RESTORING);
		});
	}

	@Test
	void showsFailures() {
		this.runtime.set(FakeRuntime.failed("shop", "topic 'orders' has been deleted"));
		web((mvc) -> assertThat(mvc.get().uri("/actuator/streams/orders")).hasStatusOk()
			.bodyJson()
			.extractingPath("$.failure")
			.isEqualTo("topic 'orders' has been deleted"));
	}

	@Test
	void unknownApplication() {
		problem("/actuator/streams/other", HttpStatus.NOT_FOUND, "'other'");
		problem("/actuator/streams/other/topology", HttpStatus.NOT_FOUND, "'other'");
		problem("/actuator/streams/other/stores/counts", HttpStatus.NOT_FOUND, "'other'");
	}

	@Test
	void unknownSection() {
		problem("/actuator/streams/orders/other", HttpStatus.NOT_FOUND, "'topology' and 'stores'");
	}

	@Test
	void showsStores() {
		this.runtime.set(restoring());
		web((mvc) -> assertThat(mvc.get().uri("/actuator/streams/orders/stores")).hasStatusOk()
			.bodyJson()
			.isLenientlyEqualTo("""
					{"stores": {"counts": {"state": "RESTORING", "kind": "key-value", "keyType": "java.lang.Long",
					"valueType": "java.lang.String", "changelogTopic": "shop-counts-changelog", "entries": 5,
					"tasks": ["0_0"]}}}"""));
	}

	@Test
	void looksUpAKey() {
		web((mvc) -> {
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts?key=7")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo("{\"key\": 7, \"value\": \"v7\"}");
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/latest?key=a")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo("""
						{"key": "a", "value": {"id": 1, "at": "1970-01-01T00:00:05Z"},
						"timestamp": 17}""");
		});
	}

	@Test
	void listsEntries() {
		web((mvc) -> {
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts?from=3&to=4")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo("""
						{"store": "counts", "truncated": false,
						"entries": [{"key": 3, "value": "v3"}, {"key": 4, "value": "v4"}]}""");
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts?from=1499")).hasStatusOk()
				.bodyJson()
				.extractingPath("$.entries.length()")
				.isEqualTo(1);
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts?to=1&limit=1")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo("""
						{"store": "counts", "truncated": true, "entries": [{"key": 0, "value": "v0"}]}""");
		});
	}

	@Test
	void listsWindows() {
		this.runtime.stores.put("windows", MapWindows.windows(Map.of("a", 0L, "b", 60_000L)));
		web((mvc) -> {
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/windows?key=a")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo("""
						{"store": "windows", "truncated": false, "windows": [{"key": "a", "value": 3,
						"start": "1970-01-01T00:00:00Z", "end": "1970-01-01T00:01:00Z", "timestamp": 17}]}""");
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/windows?from=1970-01-01T00:01:00Z&to=60000"))
				.hasStatusOk()
				.bodyJson()
				.extractingPath("$.windows[0].key")
				.isEqualTo("b");
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/windows?limit=1")).hasStatusOk()
				.bodyJson()
				.extractingPath("$.truncated")
				.isEqualTo(true);
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/windows?from=60001")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo("{\"store\": \"windows\", \"truncated\": false, \"windows\": []}");
		});
		problem("/actuator/streams/orders/stores/windows?key=a&from=1", HttpStatus.NOT_FOUND, "no such key");
		problem("/actuator/streams/orders/stores/windows?key=c", HttpStatus.NOT_FOUND, "no such key");
		this.runtime.stores.put("windows", new InvalidStateStoreException("task 0_0 is being restored"));
		problem("/actuator/streams/orders/stores/windows?key=a", HttpStatus.SERVICE_UNAVAILABLE, "being restored");
	}

	@Test
	void listsSessions() {
		this.runtime.stores.put("sessions", MapWindows.sessions(Map.of("a", 0L, "b", 60_000L)));
		web((mvc) -> {
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/sessions?key=b")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo("""
						{"store": "sessions", "truncated": false, "windows": [{"key": "b", "value": 3,
						"start": "1970-01-01T00:01:00Z", "end": "1970-01-01T00:01:05Z"}]}""");
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/sessions?from=4000&to=10000")).hasStatusOk()
				.bodyJson()
				.extractingPath("$.windows[0].key")
				.isEqualTo("a");
		});
		problem("/actuator/streams/orders/stores/sessions?key=c", HttpStatus.NOT_FOUND, "no such key");
	}

	@Test
	void showsUncommittedDataOnRequest() {
		this.runtime.stores.put("counts", MapStore.of(Map.of(7L, "old"), Map.of(7L, "new")));
		ReadOnlyWindowStore<?, ?> windows = (ReadOnlyWindowStore<?, ?>) MapWindows.windows(Map.of("a", 0L));
		given(windows.readOnly(IsolationLevel.READ_UNCOMMITTED))
			.willAnswer((call) -> MapWindows.windows(Map.of("b", 0L)));
		this.runtime.stores.put("windows", windows);
		ReadOnlySessionStore<?, ?> sessions = (ReadOnlySessionStore<?, ?>) MapWindows.sessions(Map.of("a", 0L));
		given(sessions.readOnly(IsolationLevel.READ_UNCOMMITTED))
			.willAnswer((call) -> MapWindows.sessions(Map.of("b", 0L)));
		this.runtime.stores.put("sessions", sessions);
		String stores = "/actuator/streams/orders/stores/";
		shows(stores + "counts?key=7", "$.value", "old");
		shows(stores + "counts?key=7&isolation=read_committed", "$.value", "old");
		shows(stores + "counts?key=7&isolation=read_uncommitted", "$.value", "new");
		shows(stores + "counts?isolation=read_uncommitted", "$.entries[0].value", "new");
		for (String store : List.of("windows", "sessions")) {
			shows(stores + store, "$.windows[0].key", "a");
			shows(stores + store + "?isolation=read_uncommitted", "$.windows[0].key", "b");
			shows(stores + store + "?key=b&isolation=READ_UNCOMMITTED", "$.windows[0].key", "b");
		}
		web((mvc) -> assertThat(mvc.get().uri(stores + "counts?isolation=dirty")).hasStatus(HttpStatus.BAD_REQUEST));
	}

	private void shows(String uri, String path, String value) {
		web((mvc) -> assertThat(mvc.get().uri(uri)).hasStatusOk().bodyJson().extractingPath(path).isEqualTo(value));
	}

	@Test
	void listsAHundredEntriesUnlessToldOtherwise() {
		web((mvc) -> {
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts")).hasStatusOk()
				.bodyJson()
				.extractingPath("$.entries.length()")
				.isEqualTo(100);
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts?limit=1000")).hasStatusOk()
				.bodyJson()
				.extractingPath("$.entries.length()")
				.isEqualTo(1000);
		});
	}

	@Test
	void badQueries() {
		problem("/actuator/streams/orders/stores/counts?key=x", HttpStatus.BAD_REQUEST, "'x' can't be read as a key");
		problem("/actuator/streams/orders/stores/counts?limit=0", HttpStatus.BAD_REQUEST, "from 1 to 1000");
		problem("/actuator/streams/orders/stores/counts?limit=1001", HttpStatus.BAD_REQUEST, "from 1 to 1000");
		problem("/actuator/streams/orders/stores/counts?key=1&limit=1", HttpStatus.BAD_REQUEST, "'key' looks up");
		problem("/actuator/streams/orders/stores/raw?key=x", HttpStatus.BAD_REQUEST, "can't be given as text");
		problem("/actuator/streams/orders/stores/versions?key=x", HttpStatus.BAD_REQUEST,
				"of the kind versioned-key-value");
		problem("/actuator/streams/orders/stores/windows?from=noon", HttpStatus.BAD_REQUEST, "'from' is 'noon'");
		problem("/actuator/streams/orders/stores/windows?to=99999999999999999999", HttpStatus.BAD_REQUEST, "'to' is");
		problem("/actuator/streams/orders/stores/sessions?limit=0", HttpStatus.BAD_REQUEST, "from 1 to 1000");
		web((mvc) -> assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts?limit=many"))
			.hasStatus(HttpStatus.BAD_REQUEST));
	}

	@Test
	void nothingToFind() {
		problem("/actuator/streams/orders/stores/counts?key=9999", HttpStatus.NOT_FOUND, "no such key");
		problem("/actuator/streams/orders/stores/none", HttpStatus.NOT_FOUND, "no store 'none'");
		this.runtime.stores.put("counts", new UnknownStateStoreException("gone"));
		problem("/actuator/streams/orders/stores/counts", HttpStatus.NOT_FOUND, "no store 'counts'");
	}

	@Test
	void storesThatDoNotServeYet() {
		this.runtime.stores.put("counts", new InvalidStateStoreException("task 0_0 is being restored"));
		problem("/actuator/streams/orders/stores/counts?key=1", HttpStatus.SERVICE_UNAVAILABLE,
				"task 0_0 is being restored");
	}

	@Test
	void applicationsThatAreNotStarted() {
		this.runner.withPropertyValues("streams.auto-startup=false").run((context) -> {
			MockMvcTester mvc = MockMvcTester.from(context);
			assertThat(mvc.get().uri("/actuator/streams/orders/stores")).hasStatus(HttpStatus.SERVICE_UNAVAILABLE);
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts"))
				.hasStatus(HttpStatus.SERVICE_UNAVAILABLE);
			assertThat(mvc.get().uri("/actuator/streams/orders")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
					{"name": "orders", "applicationId": "shop", "started": false, "state": "CREATED",
					"waitingFor": [], "threads": []}""");
			assertThat(mvc.get().uri("/actuator/streams/orders/topology")).hasStatusOk();
		});
	}

	@Test
	void valuesCanBeHidden() {
		this.runner.withPropertyValues("management.endpoint.streams.show-values=never").run((context) -> {
			MockMvcTester mvc = MockMvcTester.from(context);
			assertThat(mvc.get().uri("/actuator/streams/orders/stores/counts?key=1")).hasStatus(HttpStatus.FORBIDDEN)
				.bodyText()
				.contains("management.endpoint.streams.show-values=never")
				.doesNotContain("v1");
			assertThat(mvc.get().uri("/actuator/streams/orders/stores")).hasStatusOk();
		});
	}

	@Test
	void valuesCanBeHiddenFromStrangers() {
		this.runner.withPropertyValues("management.endpoint.streams.show-values=when-authorized")
			.run((context) -> assertThat(
					MockMvcTester.from(context).get().uri("/actuator/streams/orders/stores/counts?key=1"))
				.hasStatus(HttpStatus.FORBIDDEN));
	}

	@Test
	void showsTheTopology() {
		web((mvc) -> {
			assertThat(mvc.get().uri("/actuator/streams/orders/topology")).hasStatusOk()
				.bodyJson()
				.isStrictlyEqualTo(
						"""
								{"subtopologies": [{"id": 0, "nodes": [
								{"type": "source", "name": "in", "topics": ["orders"], "predecessors": [], "successors": ["out"]},
								{"type": "sink", "name": "out", "topic": "copies", "predecessors": ["in"], "successors": []}]}],
								"globalStores": []}""");
			assertThat(mvc.get().uri("/actuator/streams/orders/topology?format=text")).hasStatusOk()
				.hasContentTypeCompatibleWith("text/plain")
				.bodyText()
				.startsWith("Topologies:");
			assertThat(mvc.get().uri("/actuator/streams/orders/topology?format=mermaid")).hasStatusOk()
				.hasContentTypeCompatibleWith("text/plain")
				.bodyText()
				.startsWith("flowchart LR");
			assertThat(mvc.get().uri("/actuator/streams/orders/topology?format=dot")).hasStatusOk()
				.hasContentTypeCompatibleWith("text/plain")
				.bodyText()
				.startsWith("digraph");
			assertThat(mvc.get().uri("/actuator/streams/orders/topology?format=dot").header("Accept", "text/plain"))
				.hasStatusOk();
			assertThat(mvc.get().uri("/actuator/streams/orders/topology?format=png")).hasStatus(HttpStatus.BAD_REQUEST);
		});
	}

	@Test
	void readsOnly() {
		web((mvc) -> assertThat(mvc.delete().uri("/actuator/streams/orders")).hasStatus(HttpStatus.METHOD_NOT_ALLOWED));
	}

	private void web(Consumer<MockMvcTester> test) {
		this.runner.run((context) -> test.accept(MockMvcTester.from(context)));
	}

	private void problem(String uri, HttpStatus status, String reason) {
		web((mvc) -> assertThat(mvc.get().uri(uri)).hasStatus(status)
			.bodyJson()
			.extractingPath("$.error")
			.asString()
			.contains(reason));
	}

	private static ApplicationStatus restoring() {
		return new ApplicationStatus("shop", State.REBALANCING,
				List.of(new Waiting(Reason.RESTORING, "store 'counts' of task 0_0 has 40 records to restore")),
				Optional.empty(),
				List.of(new ThreadStatus("shop-1", "RESTORING",
						List.of(new TaskStatus("0_0", "RESTORING",
								List.of(new PartitionStatus("orders", 0, 10, 2),
										new PartitionStatus("orders", 1, -1, -1)),
								List.of(new StoreStatus("counts", "key-value", 5, 100, 60, 40, 2000)))),
						new Counters(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, Map.of("late", 4L)))));
	}

	private static final String RESTORING = """
			{"name": "orders", "applicationId": "shop", "started": true, "state": "REBALANCING",
			"waitingFor": [{"reason": "RESTORING", "detail": "store 'counts' of task 0_0 has 40 records to restore"}],
			"lag": 2, "restoration": {"restored": 60, "remaining": 40, "estimate": "PT2S"},
			"threads": [{"name": "shop-1", "state": "RESTORING",
			"counters": {"processed": 1, "skipped": 2, "deadLettered": 3, "dropped": 4, "sent": 5, "changelogged": 6,
			"commits": 7, "aborts": 8, "commitNanos": 9, "restored": 10, "droppedByReason": {"late": 4}},
			"tasks": [{"id": "0_0", "state": "RESTORING",
			"partitions": [{"topic": "orders", "partition": 0, "position": 10, "lag": 2},
			{"topic": "orders", "partition": 1}],
			"stores": [{"name": "counts", "kind": "key-value", "entries": 5, "uncommittedBytes": 100,
			"restoration": {"restored": 60, "remaining": 40, "estimate": "PT2S"}}]}]}]}""";

	record Order(int id, Instant at, String note) {
	}

	static final class OrderSerde extends Serdes.WrapperSerde<Order> {

		OrderSerde() {
			super((topic, order) -> new byte[0], (topic, data) -> null);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OneTopology {

		@Bean
		Topology orders() {
			return new Topology().addSource("in", "orders").addSink("out", "copies", "in");
		}

	}

}
