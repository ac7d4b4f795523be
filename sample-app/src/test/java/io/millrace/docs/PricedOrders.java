package io.millrace.docs;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The topology of {@code docs/global-tables.md}.
 */
@Configuration(proxyBeanMethods = false)
class PricedOrders {

	@Bean
	Topology pricedOrders(StreamsBuilder builder) {
		GlobalKTable<String, Long> prices = builder.globalTable("prices", Consumed.with(Serdes.String(), Serdes.Long()),
				Materialized.as("prices"));
		builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String()))
			.leftJoin(prices, (order, article) -> article,
					(article, price) -> article + ((price != null) ? " at " + price : " has no price"))
			.to("priced-orders", Produced.with(Serdes.String(), Serdes.String()));
		return builder.build();
	}

}
