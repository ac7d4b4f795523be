package io.millrace.docs;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.ContextualFixedKeyProcessor;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.FixedKeyRecord;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The processors and topologies of {@code docs/processor-api.md}.
 */
final class ProcessorExamples {

	private ProcessorExamples() {
	}

	static class Parcels extends ContextualProcessor<String, String, String, String> {

		private @Nullable KeyValueStore<String, String> parcels;

		@Override
		public void init(ProcessorContext<String, String> context) {
			super.init(context);
			this.parcels = context.getStateStore("parcels");
			context.schedule(Duration.ofMinutes(1), PunctuationType.WALL_CLOCK_TIME, this::send);
		}

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, String> parcels = Objects.requireNonNull(this.parcels);
			String parcel = parcels.get(record.key());
			parcels.put(record.key(), (parcel != null) ? parcel + " and " + record.value() : record.value());
		}

		private void send(long now) {
			KeyValueStore<String, String> parcels = Objects.requireNonNull(this.parcels);
			try (KeyValueIterator<String, String> all = parcels.all()) {
				while (all.hasNext()) {
					KeyValue<String, String> parcel = all.next();
					context().forward(new Record<>(parcel.key, parcel.value, now));
					parcels.delete(parcel.key);
				}
			}
		}

	}

	static class ParcelsSupplier implements ProcessorSupplier<String, String, String, String> {

		@Override
		public Processor<String, String, String, String> get() {
			return new Parcels();
		}

		@Override
		public Set<StoreBuilder<?>> stores() {
			return Set.of(Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("parcels"), Serdes.String(),
					Serdes.String()));
		}

	}

	static void parcels(StreamsBuilder builder) {
		builder.<String, String>stream("orders").process(new ParcelsSupplier()).to("parcels");
	}

	static class Origin extends ContextualFixedKeyProcessor<String, String, String> {

		@Override
		public void process(FixedKeyRecord<String, String> record) {
			context().recordMetadata()
				.ifPresent((origin) -> record.headers()
					.add("origin", (origin.topic() + "@" + origin.offset()).getBytes(StandardCharsets.UTF_8)));
			context().forward(record);
		}

	}

	static void withOrigin(StreamsBuilder builder) {
		builder.<String, String>stream("orders").processValues(Origin::new).to("orders-with-origin");
	}

	static class ByTime extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
			boolean old = record.timestamp() < context().currentStreamTimeMs();
			context().forward(record, old ? "old" : "new");
		}

	}

	static Topology byHand() {
		StringSerializer toBytes = new StringSerializer();
		return new Topology().addSource("orders", new StringDeserializer(), new StringDeserializer(), "orders")
			.addProcessor("by-time", ByTime::new, "orders")
			.addSink("new", "new-orders", toBytes, toBytes, "by-time")
			.addSink("old", "old-orders", toBytes, toBytes, "by-time");
	}

}
