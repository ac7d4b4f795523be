package io.millrace.streams;

import java.util.function.Consumer;

import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Counts records by key and says each count once, as in {@code k3@1=17} for the
 * seventeenth record with key k3 in partition 1: so a lost, repeated or miscounted record
 * shows.
 */
final class CountingTopology {

	static final String STORE = "counts";

	/**
	 * Whether the store is on disk: the tests are run again so where an engine is there.
	 */
	static final boolean PERSISTENT = Boolean.getBoolean("millrace.test.persistent");

	private CountingTopology() {
	}

	static Topology of(String input, String output) {
		return of(input, output, (value) -> {
			if (value.equals("poison")) {
				throw new IllegalArgumentException("poisoned");
			}
		});
	}

	/**
	 * Looks at each value first, and may throw.
	 */
	static Topology of(String input, String output, Consumer<String> first) {
		return new Topology().addSource("in", new StringDeserializer(), new StringDeserializer(), input)
			.addProcessor("count", () -> new Counting(first), "in")
			.addStateStore(Stores.keyValueStoreBuilder(supplier(), Serdes.String(), Serdes.Long()), "count")
			.addSink("out", output, new StringSerializer(), new StringSerializer(), "count");
	}

	private static KeyValueBytesStoreSupplier supplier() {
		return PERSISTENT ? Stores.persistentKeyValueStore(STORE) : Stores.inMemoryKeyValueStore(STORE);
	}

	private static final class Counting implements Processor<String, String, String, String> {

		private final Consumer<String> first;

		private ProcessorContext<String, String> context;

		private KeyValueStore<String, Long> counts;

		Counting(Consumer<String> first) {
			this.first = first;
		}

		@Override
		public void init(ProcessorContext<String, String> context) {
			this.context = context;
			this.counts = context.getStateStore(STORE);
		}

		@Override
		public void process(Record<String, String> record) {
			this.first.accept(record.value());
			Long before = this.counts.get(record.key());
			long count = (before != null) ? before + 1 : 1;
			this.counts.put(record.key(), count);
			this.context
				.forward(record.withValue(record.key() + "@" + this.context.taskId().partition() + "=" + count));
		}

	}

}
