package io.millrace.docs;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.embedded.EmbeddedKafka;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.state.QueryableStoreTypes;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tries what {@code docs/guarantees.md} says about the change of a topology.
 */
class TopologyChangeIT {

	private static final String ID = "shop";

	@Test
	void goesOnWhereTheOldTopologyStopped() throws Exception {
		try (EmbeddedKafka kafka = EmbeddedKafka.builder().topic("orders", 1).start();
				Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
				KafkaProducer<String, String> producer = new KafkaProducer<>(
						Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(),
						new StringSerializer())) {
			producer.send(new ProducerRecord<>("orders", "1", "alice")).get();
			try (KafkaStreams streams = new KafkaStreams(perCustomer(), settings(kafka))) {
				streams.start();
				await(() -> assertThat(count(streams, "per-customer", "alice")).isEqualTo(1));
			}
			producer.send(new ProducerRecord<>("orders", "2", "alice")).get();
			try (KafkaStreams streams = new KafkaStreams(perCustomerAndOrder(), settings(kafka))) {
				streams.start();
				await(() -> assertThat(streams.state()).isEqualTo(State.ERROR));
			}
			TopologyChange.keepOffsets(admin, ID);
			try (KafkaStreams streams = new KafkaStreams(perCustomerAndOrder(), settings(kafka))) {
				streams.start();
				await(() -> assertThat(count(streams, "per-customer", "alice")).isEqualTo(2));
				// The first order was before the change.
				assertThat(count(streams, "per-order", "1")).isNull();
				assertThat(count(streams, "per-order", "2")).isEqualTo(1);
			}
		}
	}

	private static Topology perCustomer() {
		StreamsBuilder builder = new StreamsBuilder();
		countCustomers(builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String())));
		return builder.build();
	}

	private static Topology perCustomerAndOrder() {
		StreamsBuilder builder = new StreamsBuilder();
		KStream<String, String> orders = builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String()));
		countCustomers(orders);
		orders.groupByKey(Grouped.with(Serdes.String(), Serdes.String())).count(Materialized.as("per-order"));
		return builder.build();
	}

	private static void countCustomers(KStream<String, String> orders) {
		orders.groupBy((number, customer) -> customer, Grouped.with("by-customer", Serdes.String(), Serdes.String()))
			.count(Materialized.as("per-customer"));
	}

	private static Properties settings(EmbeddedKafka kafka) {
		Properties settings = new Properties();
		settings.setProperty("application.id", ID);
		settings.setProperty("bootstrap.servers", kafka.bootstrapServers());
		// State on disk belongs to one topology and one cluster; this test has two and
		// one.
		settings.setProperty("state.store", "in-memory");
		return settings;
	}

	private static Long count(KafkaStreams streams, String store, String key) {
		return streams
			.store(StoreQueryParameters.fromNameAndType(store, QueryableStoreTypes.<String, Long>keyValueStore()))
			.get(key);
	}

	private static void await(org.awaitility.core.ThrowingRunnable assertion) {
		Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(assertion);
	}

}
