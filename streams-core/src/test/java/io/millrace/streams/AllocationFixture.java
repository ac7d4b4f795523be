package io.millrace.streams;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import com.sun.management.ThreadMXBean;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.task.GlobalTask;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.internal.task.TaskCounters;
import io.millrace.streams.internal.task.TaskEnvironment;
import io.millrace.streams.internal.task.TaskProducer;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A task of one topology with the engine in memory, of which is measured what it
 * allocates while it processes records; commits in between aren't measured. Keys are
 * strings and values numbers, which neither the engine nor a loop has to copy.
 */
final class AllocationFixture {

	static final int KEYS = 100;

	/** In a round, all in one transaction. */
	static final int RECORDS = 10_000;

	/** Until all is compiled, and then some. */
	static final int ROUNDS = 40;

	/**
	 * What the engine itself takes for each row that is written in a transaction, once: a
	 * new object. One that is used again would cost more than it spares, since collectors
	 * have to look after what old objects refer to.
	 */
	static final double ENTRY = 104;

	/** A number that was kept since the last commit is made an object again. */
	static final double NUMBER = 24;

	/** For the first rounds, in which rows aren't there yet. */
	static final int ANY = -1;

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private static volatile @Nullable Object sink;

	private final StringDeserializer keys = new StringDeserializer();

	private final LongDeserializer values = new LongDeserializer();

	private final StringSerializer keysAgain = new StringSerializer();

	private final LongSerializer valuesAgain = new LongSerializer();

	private final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();

	private final List<StreamTask> tasks = new ArrayList<>();

	private long offset;

	private @Nullable StateStore global;

	/**
	 * Starts the first task of each subtopology.
	 */
	AllocationFixture(StreamsBuilder builder) {
		StreamsConfig config = new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "none:9092"));
		CompiledTopology topology = builder.build().compile(config);
		TaskEnvironment environment = new TaskEnvironment("app", config, Path.of("unused"),
				new InMemoryStateEngineFactory(), new TaskProducer() {

					@Override
					public void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
						AllocationFixture.this.sent.add(record);
					}

					@Override
					public int partitionCount(String topic) {
						return 1;
					}

				}, new CacheBudget(1 << 20), new TaskCounters(), System::currentTimeMillis, (name) -> this.global);
		topology.globalStores().forEach((spec) -> fill(spec, environment));
		for (CompiledTopology.Subtopology subtopology : topology.subtopologies()) {
			StreamTask task = new StreamTask(new TaskId(subtopology.id(), 0), subtopology, environment);
			task.open();
			task.start(Map.of());
			this.tasks.add(task);
		}
	}

	/**
	 * Each key has a row in the global store.
	 */
	private void fill(GlobalStoreSpec spec, TaskEnvironment environment) {
		GlobalTask globalTask = new GlobalTask(spec, environment);
		globalTask.open(TopicIdentities.UNKNOWN);
		List<ConsumerRecord<byte[], byte[]>> rows = new ArrayList<>();
		for (int i = 0; i < KEYS; i++) {
			rows.add(record(spec.topic(), i, 0));
		}
		globalTask.process(new TopicPartition(spec.topic(), 0), rows, KEYS);
		globalTask.publish(false);
		this.global = globalTask.view(() -> true);
	}

	/**
	 * A record with one of the keys and a value that no other has.
	 */
	ConsumerRecord<byte[], byte[]> record(String topic, int key, long timestamp) {
		return record(topic, key, 1_000_000 + this.offset, timestamp);
	}

	ConsumerRecord<byte[], byte[]> record(String topic, int key, long value, long timestamp) {
		return record(topic, key(key).getBytes(StandardCharsets.UTF_8), this.valuesAgain.serialize(topic, value),
				timestamp, new RecordHeaders());
	}

	static String key(int number) {
		return "key-" + (100 + number);
	}

	private ConsumerRecord<byte[], byte[]> record(String topic, byte[] key, byte @Nullable [] value, long timestamp,
			Headers headers) {
		return new ConsumerRecord<>(topic, 0, this.offset++, timestamp, TimestampType.CREATE_TIME, key.length,
				(value != null) ? value.length : -1, key, value, headers, Optional.empty());
	}

	/**
	 * What was sent to a topic since the last commit, as it is read from there.
	 */
	List<ConsumerRecord<byte[], byte[]>> sentTo(String topic) {
		List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
		for (ProducerRecord<byte[], byte[]> one : this.sent) {
			if (one.topic().equals(topic)) {
				records.add(record(topic, one.key(), one.value(), one.timestamp(), one.headers()));
			}
		}
		return records;
	}

	/**
	 * The same record once more.
	 */
	ConsumerRecord<byte[], byte[]> again(ConsumerRecord<byte[], byte[]> record) {
		return record(record.topic(), record.key(), record.value(), record.timestamp(), record.headers());
	}

	/**
	 * Processes records, each of which goes to its topic; one task reads all of these.
	 * @return how many bytes that allocates
	 */
	long process(List<ConsumerRecord<byte[], byte[]>> records) {
		Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new LinkedHashMap<>();
		for (ConsumerRecord<byte[], byte[]> record : records) {
			polled.computeIfAbsent(new TopicPartition(record.topic(), 0), (partition) -> new ArrayList<>()).add(record);
		}
		StreamTask task = this.tasks.stream()
			.filter((one) -> one.inputPartitions().containsAll(polled.keySet()))
			.findFirst()
			.orElseThrow();
		polled.forEach(task::enqueue);
		long before = THREADS.getCurrentThreadAllocatedBytes();
		int taken = task.process(records.size(), 1, (partition) -> 0);
		long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
		if (taken != records.size()) {
			throw new IllegalStateException("Of " + records.size() + " records " + taken + " were taken");
		}
		return allocated;
	}

	void commit() {
		for (StreamTask task : this.tasks) {
			if (task.commitNeeded()) {
				task.flushOperators();
				task.writeChangelogs();
				task.offsetsToCommit();
				task.publish();
			}
		}
		this.sent.clear();
	}

	/**
	 * How many bytes of its own the engine allocates for a record.
	 * @param what the name, for the log
	 * @param outputs how many records are sent for all of a round
	 * @param input makes the records of a round
	 * @param theirs allocates for a record what a hand-written loop would have to
	 */
	double ownBytes(String what, int outputs, IntFunction<List<ConsumerRecord<byte[], byte[]>>> input,
			Consumer<ConsumerRecord<byte[], byte[]>> theirs) {
		Measured measured = new Measured(what, theirs);
		for (int round = 0; round < ROUNDS; round++) {
			measured.process(this, input.apply(round), (round > 0) ? outputs : ANY);
			commit();
		}
		return measured.ownBytes();
	}

	private static long allocated(List<ConsumerRecord<byte[], byte[]>> records,
			Consumer<ConsumerRecord<byte[], byte[]>> work) {
		long before = THREADS.getCurrentThreadAllocatedBytes();
		for (int i = 0; i < records.size(); i++) {
			work.accept(records.get(i));
		}
		return THREADS.getCurrentThreadAllocatedBytes() - before;
	}

	/**
	 * Keeps an object, which thus has to be made.
	 */
	static void keep(@Nullable Object object) {
		sink = object;
	}

	String readKey(ConsumerRecord<byte[], byte[]> record) {
		String key = this.keys.deserialize(record.topic(), record.headers(), record.key());
		keep(key);
		return key;
	}

	Long readValue(ConsumerRecord<byte[], byte[]> record) {
		Long value = this.values.deserialize(record.topic(), record.headers(), record.value());
		keep(value);
		return value;
	}

	byte[] write(String key) {
		byte[] bytes = this.keysAgain.serialize("out", key);
		keep(bytes);
		return bytes;
	}

	byte[] write(Long value) {
		byte[] bytes = this.valuesAgain.serialize("out", value);
		keep(bytes);
		return bytes;
	}

	/**
	 * The record to send, with its timestamp as an object.
	 */
	void produce(ConsumerRecord<byte[], byte[]> from, byte[] key, byte @Nullable [] value) {
		keep(new ProducerRecord<>("out", null, Long.valueOf(from.timestamp()), key, value, from.headers()));
	}

	/**
	 * The rounds of one measurement. Of the later half, those count in which the engine
	 * and a loop allocate the least: the compiler is at it in the first ones, and numbers
	 * below 128 are objects that are there already.
	 */
	static final class Measured {

		private final String what;

		private final Consumer<ConsumerRecord<byte[], byte[]>> theirs;

		private double all = Double.MAX_VALUE;

		private double loop = Double.MAX_VALUE;

		private int round;

		Measured(String what, Consumer<ConsumerRecord<byte[], byte[]>> theirs) {
			this.what = what;
			this.theirs = theirs;
		}

		void process(AllocationFixture fixture, List<ConsumerRecord<byte[], byte[]>> records, int outputs) {
			double theirBytes = allocated(records, this.theirs) / (double) records.size();
			int before = fixture.sent.size();
			double bytes = fixture.process(records) / (double) records.size();
			if (this.round++ >= ROUNDS / 2) {
				this.loop = Math.min(this.loop, theirBytes);
				this.all = Math.min(this.all, bytes);
			}
			if (fixture.sent.size() - before != outputs && outputs != ANY) {
				throw new IllegalStateException(
						fixture.sent.size() - before + " records were sent in place of " + outputs);
			}
		}

		double ownBytes() {
			System.out.printf("%s: %.2f bytes per record, %.2f of them not the engine's%n", this.what, this.all,
					this.loop);
			return this.all - this.loop;
		}

	}

}
