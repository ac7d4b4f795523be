package io.millrace.streams.programs;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.api.MockProcessorContext;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Tests a processor as an application would, and says in words what the mock context
 * showed of it. Compiled a second time with the import prefix of Kafka Streams, so it may
 * use only what both have.
 */
public final class MockContextProgram implements Supplier<List<String>> {

	private final List<String> seen = new ArrayList<>();

	@Override
	public List<String> get() {
		settings();
		processor();
		forwards();
		punctuations();
		stores();
		return this.seen;
	}

	private void see(String what, Callable<Object> call) {
		try {
			this.seen.add(what + ": " + call.call());
		}
		catch (Exception ex) {
			this.seen.add(what + ": " + ex.getClass().getName());
		}
	}

	private void settings() {
		MockProcessorContext<String, String> bare = new MockProcessorContext<>();
		see("task", bare::taskId);
		see("origin", bare::recordMetadata);
		see("no directory", bare::stateDir);
		see("no system time", bare::currentSystemTimeMs);
		see("no stream time", bare::currentStreamTimeMs);
		see("no store", () -> bare.getStateStore("store"));
		see("counters",
				() -> bare.metrics()
					.metrics()
					.keySet()
					.stream()
					.filter((name) -> name.name().startsWith("dropped"))
					.count());
		Properties config = new Properties();
		config.put("application.id", "app");
		config.put("default.key.serde", Serdes.StringSerde.class.getName());
		config.put("default.value.serde", Serdes.LongSerde.class.getName());
		config.put("pass.through", "limit");
		config.put("consumer.client.rack", "here");
		MockProcessorContext<String, String> context = new MockProcessorContext<>(config, new TaskId(2, 3),
				new File("state"));
		see("application", context::applicationId);
		see("other task", context::taskId);
		see("directory", context::stateDir);
		see("key serde", () -> context.keySerde().getClass());
		see("value serde", () -> context.valueSerde().getClass());
		see("setting", () -> context.appConfigs().get("consumer.client.rack"));
		see("prefix", () -> context.appConfigsWithPrefix("consumer."));
		see("stores' view", () -> context.getStateStoreContext().applicationId()
				+ context.getStateStoreContext().taskId() + context.getStateStoreContext().stateDir());
		see("no such guarantee", () -> {
			Properties wrong = new Properties();
			wrong.put("processing.guarantee", "twice");
			return new MockProcessorContext<String, String>(wrong);
		});
	}

	private void processor() {
		MockProcessorContext<String, Long> context = new MockProcessorContext<>();
		Processor<String, String, String, Long> processor = new Lengths();
		processor.init(context);
		context.setCurrentSystemTimeMs(100);
		context.setCurrentStreamTimeMs(7);
		context.setRecordMetadata("topic", 4, 5);
		see("committed before", context::committed);
		processor.process(new Record<>("a", "long", 3));
		processor.process(new Record<>("b", "", 8));
		see("committed", context::committed);
		context.resetCommit();
		see("committed no more", context::committed);
		context.forwarded()
			.forEach((forward) -> this.seen.add(forward.record().key() + "=" + forward.record().value() + "@"
					+ forward.record().timestamp() + " to " + forward.childName()));
	}

	private void forwards() {
		MockProcessorContext<String, String> context = new MockProcessorContext<>();
		Record<String, String> record = new Record<>("key", "all", 1);
		context.forward(record);
		record.headers().add("late", new byte[0]);
		context.forward(new Record<>("key", "one", 2), "one");
		context.forward(new Record<>("key", "other", 3), "other");
		for (String child : List.of("one", "other", "none")) {
			see(child, () -> context.forwarded(child).stream().map((forward) -> forward.record().value()).toList());
		}
		see("the same", () -> context.forwarded().get(0).record() == record);
		see("equal", () -> context.forwarded().get(0).equals(new MockProcessorContext.CapturedForward<>(record)));
		see("unequal", () -> context.forwarded().get(1).equals(context.forwarded().get(2)));
		see("copy", () -> {
			context.forwarded().clear();
			return context.forwarded().size();
		});
		see("no child", () -> context.forwarded(null));
		see("no record", () -> {
			context.forward(null);
			return null;
		});
		context.resetForwards();
		see("reset", () -> context.forwarded().size());
	}

	private void punctuations() {
		MockProcessorContext<String, String> context = new MockProcessorContext<>();
		Cancellable first = context.schedule(Duration.ofMillis(5), PunctuationType.STREAM_TIME,
				(time) -> context.forward(new Record<>("punctuated", "at " + time, time)));
		context.schedule(Instant.ofEpochMilli(9), Duration.ofSeconds(1), PunctuationType.WALL_CLOCK_TIME, (time) -> {
		});
		context.setCurrentStreamTimeMs(1000);
		see("none called", () -> context.forwarded().size());
		context.scheduledPunctuators().get(0).getPunctuator().punctuate(42);
		see("called", () -> context.forwarded().get(0).record().value());
		first.cancel();
		context.scheduledPunctuators()
			.forEach((punctuator) -> this.seen.add(punctuator.getStartTime() + " " + punctuator.getInterval() + " "
					+ punctuator.getType() + " " + punctuator.cancelled()));
		context.scheduledPunctuators().get(1).cancel();
		see("cancelled", () -> context.scheduledPunctuators().get(1).cancelled());
	}

	private void stores() {
		KeyValueStore<String, Long> rows = store(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), Serdes.String(), Serdes.Long()));
		rows.put("a", 1L);
		see("row", () -> rows.get("a"));
		see("no row", () -> rows.get("b"));
		see("deleted row", () -> rows.delete("a") + " " + rows.get("a"));
		see("no key", () -> rows.get(null));
		TimestampedKeyValueStore<String, Long> timestamped = store(Stores.timestampedKeyValueStoreBuilder(
				Stores.inMemoryKeyValueStore("timestamped"), Serdes.String(), Serdes.Long()));
		timestamped.put("a", ValueAndTimestamp.make(1L, 2));
		see("row with its time", () -> timestamped.get("a"));
		WindowStore<String, Long> windows = store(Stores.windowStoreBuilder(
				Stores.inMemoryWindowStore("windows", Duration.ofMillis(20), Duration.ofMillis(10), false),
				Serdes.String(), Serdes.Long()));
		windows.put("a", 1L, 5);
		see("window", () -> windows.fetch("a", 5));
		SessionStore<String, Long> sessions = store(Stores.sessionStoreBuilder(
				Stores.inMemorySessionStore("sessions", Duration.ofMillis(20)), Serdes.String(), Serdes.Long()));
		sessions.put(new Windowed<>("a", new SessionWindow(1, 2)), 1L);
		see("session", () -> sessions.fetchSession("a", 1, 2));
	}

	private <S extends StateStore> S store(StoreBuilder<S> builder) {
		MockProcessorContext<String, Long> context = new MockProcessorContext<>();
		S store = builder.withLoggingDisabled().build();
		see("name", store::name);
		see("open before", store::isOpen);
		store.init(context.getStateStoreContext(), store);
		see("open", store::isOpen);
		see("itself", () -> store.equals(store) + " " + store.equals(context));
		see("registered", () -> context.getStateStore(store.name()) == store);
		MockProcessorContext<String, Long> other = new MockProcessorContext<>();
		other.addStateStore(store);
		see("added", () -> other.getStateStore(store.name()) == store);
		see("persistent", store::persistent);
		S closed = builder.build();
		closed.init(other.getStateStoreContext(), closed);
		closed.close();
		see("closed", closed::isOpen);
		return store;
	}

	private static final class Lengths implements Processor<String, String, String, Long> {

		private ProcessorContext<String, Long> context;

		@Override
		public void init(ProcessorContext<String, Long> context) {
			this.context = context;
		}

		@Override
		public void process(Record<String, String> record) {
			if (record.value().isEmpty()) {
				this.context.commit();
				this.context.forward(record.withValue(this.context.currentSystemTimeMs()), "empty");
				return;
			}
			String origin = this.context.recordMetadata()
				.map((metadata) -> metadata.topic() + "-" + metadata.partition() + "@" + metadata.offset())
				.orElse("nowhere");
			this.context.forward(record.withKey(origin)
				.withValue((long) record.value().length())
				.withTimestamp(this.context.currentStreamTimeMs()));
		}

	}

}
