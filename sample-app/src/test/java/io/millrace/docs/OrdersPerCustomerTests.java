package io.millrace.docs;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.Topology;
import io.millrace.streams.TopologyTestDriver;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OrdersPerCustomerTests {

	@Test
	void countsTheOrdersOfEachCustomer() {
		Topology topology = new OrdersPerCustomer().ordersPerCustomer(new StreamsBuilder());
		try (TopologyTestDriver driver = new TopologyTestDriver(topology)) {
			TestInputTopic<String, String> orders = driver.createInputTopic("orders", new StringSerializer(),
					new StringSerializer());
			TestOutputTopic<String, Long> counts = driver.createOutputTopic("orders-per-customer",
					new StringDeserializer(), new LongDeserializer());
			orders.pipeInput("1", "alice");
			orders.pipeInput("2", "bob");
			orders.pipeInput("3", "alice");
			assertThat(counts.readKeyValuesToList()).containsExactly(KeyValue.pair("alice", 1L),
					KeyValue.pair("bob", 1L), KeyValue.pair("alice", 2L));
		}
	}

}
