package io.millrace.streams.internal.runtime;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.millrace.streams.internal.operator.GlobalTableSourceOperator;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Whatever goes wrong with the start of threads, whoever closes the application waits for
 * all that run and for no others. No broker is needed for that: the threads wait for one.
 */
@Timeout(60)
class ThreadChangesTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	@TempDir
	private Path directory;

	private final Starts starts = new Starts();

	private final AtomicReference<StreamsRuntime> runtime = new AtomicReference<>();

	@AfterEach
	void close() {
		this.starts.before = (thread) -> {
		};
		this.runtime.get().close(LONG, false);
	}

	@Test
	void aThreadThatIsAddedWhileTheApplicationClosesIsWaitedFor() throws Exception {
		StreamsRuntime streams = runtime(1);
		streams.start();
		CompletableFuture<Boolean> closed = new CompletableFuture<>();
		this.starts.before = (thread) -> {
			// The application begins to close, and the thread that it knows of ends.
			closed.completeAsync(() -> streams.close(LONG, false));
			await().until(() -> streams.threads().get(0).snapshot().state().ended());
			await().during(Duration.ofMillis(100)).until(() -> streams.state() == State.PENDING_SHUTDOWN);
		};
		assertThat(streams.changes().add()).isPresent();
		assertThat(closed.get(30, TimeUnit.SECONDS)).isTrue();
		assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
		assertThat(streams.threads()).hasSize(2).allMatch((thread) -> thread.snapshot().state().ended());
	}

	@Test
	void noThreadIsAddedOnceTheApplicationCloses() {
		StreamsRuntime streams = runtime(1);
		streams.start();
		assertThat(streams.close(LONG, false)).isTrue();
		assertThat(streams.changes().add()).isEmpty();
	}

	@Test
	void aThreadThatCannotBeAddedLeavesTheOthersAtWork() {
		StreamsRuntime streams = runtime(1);
		streams.start();
		this.starts.before = Starts::fail;
		assertThatExceptionOfType(Error.class).isThrownBy(() -> streams.changes().add());
		assertThat(streams.state()).isEqualTo(State.REBALANCING);
		assertThat(streams.threads()).hasSize(1);
		this.starts.before = (thread) -> {
		};
		assertThat(streams.changes().add()).as("its number is free again").contains("client-StreamThread-2");
		assertThat(streams.close(LONG, false)).isTrue();
		assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
	}

	@Test
	void aReplacementThatCannotBeStartedEndsTheApplication() {
		StreamsRuntime streams = runtime(2);
		streams.exceptionHandler((failure) -> StreamThreadExceptionResponse.REPLACE_THREAD);
		streams.start();
		this.starts.before = Starts::fail;
		streams.threads().get(0).interrupt();
		await().atMost(LONG).until(() -> streams.state() == State.ERROR);
		assertThat(streams.close(LONG, false)).isTrue();
		assertThat(streams.failure()).hasValueSatisfying((sentence) -> assertThat(sentence).contains("no room"));
		assertThat(streams.threads()).hasSize(1);
	}

	@Test
	void aThreadThatFailsIsReplaced() {
		StreamsRuntime streams = runtime(1);
		streams.exceptionHandler((failure) -> StreamThreadExceptionResponse.REPLACE_THREAD);
		streams.start();
		StreamThread first = streams.threads().get(0);
		first.interrupt();
		await().atMost(LONG).until(() -> !first.isAlive());
		assertThat(streams.threads()).hasSize(1).doesNotContain(first);
		assertThat(streams.state()).isEqualTo(State.REBALANCING);
		assertThat(streams.failure()).isEmpty();
		assertThat(streams.close(LONG, false)).isTrue();
	}

	@Test
	void threadsOfWhichOneCannotBeStartedEndTogether() {
		StreamsRuntime streams = runtime(3);
		this.starts.before = (thread) -> {
			if (thread.endsWith("StreamThread-2")) {
				Starts.fail(thread);
			}
		};
		assertThatExceptionOfType(Error.class).isThrownBy(streams::start);
		await().atMost(LONG).until(() -> streams.state() == State.ERROR);
		assertThat(streams.close(LONG, false)).isTrue();
	}

	@Test
	void globalStoresWhoseThreadCannotBeStartedEndTheApplication() {
		StreamsRuntime streams = runtime(1, true);
		this.starts.before = Starts::fail;
		assertThatExceptionOfType(Error.class).isThrownBy(streams::start);
		await().atMost(LONG).until(() -> streams.state() == State.ERROR);
		assertThat(streams.close(LONG, false)).isTrue();
		assertThat(streams.threads()).isEmpty();
	}

	private StreamsRuntime runtime(int threads) {
		return runtime(threads, false);
	}

	private StreamsRuntime runtime(int threads, boolean globalStore) {
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("client.id", "client");
		settings.put("bootstrap.servers", "localhost:1");
		settings.put("num.stream.threads", threads);
		settings.put("state.dir", this.directory.toString());
		settings.put("default.key.serde", Serdes.StringSerde.class.getName());
		settings.put("default.value.serde", Serdes.StringSerde.class.getName());
		StreamsConfig config = new StreamsConfig(settings);
		TopologyGraph graph = new TopologyGraph();
		graph.add(new NodeSpec.Source("source", List.of("in"), new StringDeserializer(), new StringDeserializer(), null,
				null));
		if (globalStore) {
			graph.addGlobalStore(new GlobalStoreSpec(
					Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("everywhere"), Serdes.String(),
							Serdes.String()),
					new NodeSpec.Source("global-source", List.of("topic"), new StringDeserializer(),
							new StringDeserializer(), null, null),
					new NodeSpec.Processing("table", List.of("global-source"),
							() -> (Operator) new GlobalTableSourceOperator("everywhere"), "table")));
		}
		StreamsRuntime made = new StreamsRuntime(config, TopologyCompiler.compile(graph, "app"), this.starts,
				Time.SYSTEM);
		this.runtime.set(made);
		return made;
	}

	/** Comes in before a thread is started. */
	private static final class Starts implements RuntimeProbe {

		private volatile Before before = (thread) -> {
		};

		@Override
		public void starting(String thread) {
			this.before.start(thread);
		}

		static void fail(String thread) {
			throw new Error("no room for " + thread);
		}

	}

	/** What happens before a thread is started. */
	private interface Before {

		void start(String thread);

	}

}
