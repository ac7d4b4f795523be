package io.millrace.docs;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.Topology;
import io.millrace.streams.TopologyTestDriver;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PricedOrdersTests {

	@Test
	void findsThePriceOfEachOrder() {
		Topology topology = new PricedOrders().pricedOrders(new StreamsBuilder());
		try (TopologyTestDriver driver = new TopologyTestDriver(topology)) {
			TestInputTopic<String, Long> prices = driver.createInputTopic("prices", new StringSerializer(),
					new LongSerializer());
			TestInputTopic<String, String> orders = driver.createInputTopic("orders", new StringSerializer(),
					new StringSerializer());
			TestOutputTopic<String, String> priced = driver.createOutputTopic("priced-orders", new StringDeserializer(),
					new StringDeserializer());
			prices.pipeInput("tea", 5L);
			orders.pipeInput("1", "tea");
			orders.pipeInput("2", "coffee");
			prices.pipeInput("coffee", 7L);
			orders.pipeInput("3", "coffee");
			assertThat(priced.readValuesToList()).containsExactly("tea at 5", "coffee has no price", "coffee at 7");
		}
	}

}
