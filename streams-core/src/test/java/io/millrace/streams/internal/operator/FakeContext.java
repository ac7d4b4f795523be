package io.millrace.streams.internal.operator;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * A task made by hand, which remembers what operators ask of it.
 */
class FakeContext implements OperatorContext, RecordOutput {

	final List<String> drops = new ArrayList<>();

	final List<Sent> sent = new ArrayList<>();

	final List<Scheduled> scheduled = new ArrayList<>();

	final Map<String, Object> settings = new HashMap<>();

	private final Map<String, StateStore> stores = new HashMap<>();

	private Set<String> connected = Set.of();

	@Nullable String topic = "origin";

	int partitions = 4;

	int commits;

	FakeStore withStore(String name) {
		FakeStore store = new FakeStore(name);
		this.stores.put(name, store);
		return store;
	}

	void connect(String... names) {
		this.connected = Set.of(names);
	}

	@Override
	public String applicationId() {
		return "app";
	}

	@Override
	public TaskId taskId() {
		return new TaskId(1, 2);
	}

	@Override
	public Map<String, Object> settings() {
		return this.settings;
	}

	@Override
	public WindowClock windowClock(ClockName name, long graceMillis) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Serde<?> defaultKeySerde() {
		return Serdes.String();
	}

	@Override
	public Serde<?> defaultValueSerde() {
		return Serdes.String();
	}

	@Override
	public File stateDirectory() {
		return new File("state");
	}

	@Override
	public StreamsMetrics metrics() {
		throw new UnsupportedOperationException();
	}

	@Override
	public @Nullable StateStore store(String name) {
		return this.stores.get(name);
	}

	@Override
	public Set<String> connectedStores(String operator) {
		return this.connected;
	}

	@Override
	public long streamTime() {
		return 77;
	}

	@Override
	public long wallClockTime() {
		return 88;
	}

	@Override
	public @Nullable String topic() {
		return this.topic;
	}

	@Override
	public int partition() {
		return 3;
	}

	@Override
	public long offset() {
		return 42;
	}

	@Override
	public Cancellable schedule(Operator operator, @Nullable Long startTime, Duration interval, PunctuationType type,
			Punctuator callback) {
		this.scheduled.add(new Scheduled(operator, startTime, interval, type, callback));
		return () -> {
		};
	}

	@Override
	public void requestCommit() {
		this.commits++;
	}

	@Override
	public RecordOutput output() {
		return this;
	}

	@Override
	public void dropped(String operator, DropReason reason) {
		this.drops.add(operator + ":" + reason.tag());
	}

	@Override
	public void send(String sink, String topic, int partition, byte @Nullable [] key, byte @Nullable [] value,
			long timestamp, Headers headers) {
		this.sent.add(new Sent(sink, topic, partition, text(key), text(value), timestamp, headers));
	}

	@Override
	public int partitionCount(String topic) {
		return this.partitions;
	}

	private static @Nullable String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, java.nio.charset.StandardCharsets.UTF_8) : null;
	}

	record Sent(String sink, String topic, int partition, @Nullable String key, @Nullable String value, long timestamp,
			Headers headers) {

		String where() {
			return this.topic + "-" + this.partition;
		}

	}

	record Scheduled(Operator operator, @Nullable Long startTime, Duration interval, PunctuationType type,
			Punctuator callback) {
	}

}
