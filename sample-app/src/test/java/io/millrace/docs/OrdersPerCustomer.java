package io.millrace.docs;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The topology of {@code docs/getting-started.md}.
 */
@Configuration(proxyBeanMethods = false)
class OrdersPerCustomer {

	@Bean
	Topology ordersPerCustomer(StreamsBuilder builder) {
		builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String()))
			.groupBy((orderNumber, customer) -> customer,
					Grouped.with("orders-by-customer", Serdes.String(), Serdes.String()))
			.count(Materialized.as("orders-per-customer"))
			.toStream()
			.to("orders-per-customer", Produced.with(Serdes.String(), Serdes.Long()));
		return builder.build();
	}

}
