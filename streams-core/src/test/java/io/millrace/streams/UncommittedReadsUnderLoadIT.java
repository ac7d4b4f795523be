package io.millrace.streams;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Each record moves an amount from one account to another, and from one window to one of
 * another segment, by changing objects that the stores were given. Queries of uncommitted
 * data meanwhile see neither half an object nor half a record: all amounts add up to
 * zero, however many records are not committed.
 */
class UncommittedReadsUnderLoadIT {

	private static final String ACCOUNTS = "accounts";

	private static final String WINDOWS = "windows";

	private static final Duration RETENTION = Duration.ofHours(1);

	private static final Duration SIZE = Duration.ofSeconds(10);

	private static final long START = Duration.ofDays(1).toMillis();

	/** In another segment than {@link #START}. */
	private static final long LATER = START + Duration.ofMinutes(45).toMillis();

	private static final Instant FROM = Instant.ofEpochMilli(START);

	private static final Instant TO = Instant.ofEpochMilli(LATER);

	private static final int ACCOUNT_COUNT = 20;

	private static final Duration LOAD = Duration.ofSeconds(4);

	@Test
	void queriesSeeWholeRecords() throws Exception {
		long seed = Long.getLong("millrace.seed", System.nanoTime());
		// A member that hears nothing for five heartbeats answers no queries.
		try (Cluster cluster = Cluster.start(2000, 30_000)) {
			Run run = cluster.run("transfers", 1);
			ExecutorService callers = Executors.newCachedThreadPool();
			AtomicBoolean over = new AtomicBoolean();
			try (KafkaStreams streams = new KafkaStreams(topology(run.input()),
					run.config("commit.interval.ms", 300))) {
				streams.start();
				await().atMost(Duration.ofSeconds(30)).until(streams::state, State.RUNNING::equals);
				List<Future<Long>> queries = new ArrayList<>();
				for (int i = 0; i < 3; i++) {
					Random random = new Random(seed + i);
					queries.add(callers.submit(() -> query(streams, random, over)));
				}
				int sent = send(run, new Random(seed - 1));
				over.set(true);
				long ahead = 0;
				for (Future<Long> query : queries) {
					ahead += query.get(30, TimeUnit.SECONDS);
				}
				assertThat(ahead).as("queries that saw what wasn't committed").isPositive();
				assertThat(sent).isPositive();
			}
			catch (Throwable ex) {
				throw new AssertionError("Failed with -Dmillrace.seed=" + seed, ex);
			}
			finally {
				over.set(true);
				callers.shutdownNow();
			}
		}
	}

	private static int send(Run run, Random random) {
		long end = System.nanoTime() + LOAD.toNanos();
		int sent = 0;
		try (KafkaProducer<String, String> producer = run.producer()) {
			while (System.nanoTime() < end) {
				for (int i = 0; i < 50; i++) {
					producer.send(new ProducerRecord<>(run.input(), account(random), account(random)));
				}
				producer.flush();
				sent += 50;
			}
		}
		return sent;
	}

	private static String account(Random random) {
		return "account" + random.nextInt(ACCOUNT_COUNT);
	}

	/**
	 * Queries until it's over.
	 * @return how often uncommitted data was ahead of committed data
	 */
	private static long query(KafkaStreams streams, Random random, AtomicBoolean over) {
		ReadOnlyKeyValueStore<String, Amount> committed = streams
			.store(StoreQueryParameters.fromNameAndType(ACCOUNTS, QueryableStoreTypes.keyValueStore()));
		ReadOnlyKeyValueStore<String, Amount> accounts = committed.readOnly(IsolationLevel.READ_UNCOMMITTED);
		ReadOnlyWindowStore<String, Amount> windows = streams
			.store(StoreQueryParameters.fromNameAndType(WINDOWS, QueryableStoreTypes.<String, Amount>windowStore()))
			.readOnly(IsolationLevel.READ_UNCOMMITTED);
		AtomicLong ahead = new AtomicLong();
		while (!over.get()) {
			String account = account(random);
			Amount before = committed.get(account);
			Amount now = accounts.get(account);
			if (before != null) {
				assertThat(now.changes).isGreaterThanOrEqualTo(before.changes);
				if (now.changes > before.changes) {
					ahead.incrementAndGet();
				}
			}
			assertThat(sum(random.nextBoolean() ? accounts.all() : accounts.reverseAll())).isZero();
			assertThat(sum(committed.all())).isZero();
			assertThat(sum(windows.all())).isZero();
			// These go through the segments one by one.
			assertThat(sum(windows.fetch("a", "b", FROM, TO))).isZero();
			assertThat(sum(windows.backwardFetch(account, FROM, TO))).isZero();
		}
		return ahead.get();
	}

	private static long sum(KeyValueIterator<?, Amount> entries) {
		long sum = 0;
		try (entries) {
			while (entries.hasNext()) {
				sum += entries.next().value.amount;
			}
		}
		return sum;
	}

	private static Topology topology(String input) {
		boolean disk = CountingTopology.PERSISTENT;
		return new Topology().addSource("in", new StringDeserializer(), new StringDeserializer(), input)
			.addProcessor("transfer", Transferring::new, "in")
			.addStateStore(Stores.keyValueStoreBuilder(
					disk ? Stores.persistentKeyValueStore(ACCOUNTS) : Stores.inMemoryKeyValueStore(ACCOUNTS),
					Serdes.String(), Amount.serde()), "transfer")
			.addStateStore(Stores.windowStoreBuilder(
					disk ? Stores.persistentWindowStore(WINDOWS, RETENTION, SIZE, false)
							: Stores.inMemoryWindowStore(WINDOWS, RETENTION, SIZE, false),
					Serdes.String(), Amount.serde()), "transfer");
	}

	private static final class Transferring implements Processor<String, String, Void, Void> {

		private KeyValueStore<String, Amount> accounts;

		private WindowStore<String, Amount> windows;

		@Override
		public void init(ProcessorContext<Void, Void> context) {
			this.accounts = context.getStateStore(ACCOUNTS);
			this.windows = context.getStateStore(WINDOWS);
		}

		@Override
		public void process(Record<String, String> record) {
			add(record.key(), 1);
			add(record.value(), -1);
			add(record.key(), START, 1);
			add(record.key(), LATER, -1);
		}

		private void add(String account, long amount) {
			Amount held = this.accounts.get(account);
			Amount changed = (held != null) ? held : new Amount();
			changed.add(amount);
			this.accounts.put(account, changed);
			changed.spoil();
		}

		private void add(String account, long window, long amount) {
			Amount held = this.windows.fetch(account, window);
			Amount changed = (held != null) ? held : new Amount();
			changed.add(amount);
			this.windows.put(account, changed, window);
			changed.spoil();
		}

	}

	/**
	 * A value that its user changes after a store was given it.
	 */
	private static final class Amount {

		private long amount;

		private long same;

		private long changes;

		private static Serde<Amount> serde() {
			return Serdes.serdeFrom((topic, data) -> ByteBuffer.allocate(3 * Long.BYTES)
				.putLong(data.amount)
				.putLong(data.same)
				.putLong(data.changes)
				.array(), (topic, bytes) -> {
					Amount read = new Amount();
					ByteBuffer buffer = ByteBuffer.wrap(bytes);
					read.amount = buffer.getLong();
					read.same = buffer.getLong();
					read.changes = buffer.getLong();
					assertThat(read.same).isEqualTo(read.amount);
					return read;
				});
		}

		private void add(long more) {
			this.amount += more;
			this.same += more;
			this.changes++;
		}

		private void spoil() {
			this.amount = Long.MIN_VALUE;
			this.same = 7;
		}

	}

}
