package io.millrace.docs;

import java.time.Duration;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topologies of {@code docs/tables.md}.
 */
final class TableExamples {

	private static final Logger logger = LoggerFactory.getLogger(TableExamples.class);

	private TableExamples() {
	}

	static void prices(StreamsBuilder builder) {
		builder.<String, String>table("prices", Materialized.as("prices")).toStream().to("price-changes");
	}

	static void stock(StreamsBuilder builder) {
		builder.<String, String>table("stock", Materialized.as("stock"))
			.filter((article, state) -> state.startsWith("few"), Materialized.as("scarce"))
			.mapValues((state) -> "order more")
			.toStream()
			.to("reminders");
	}

	static void ordersPerCustomer(StreamsBuilder builder) {
		builder.<String, String>stream("orders")
			.groupByKey()
			.count(Materialized.as("orders-per-customer"))
			.toStream()
			.to("order-counts", Produced.valueSerde(Serdes.Long()));
	}

	static void baskets(StreamsBuilder builder) {
		builder.<String, String>stream("clicks")
			.groupByKey()
			.<String>aggregate(() -> "", (customer, click, basket) -> switch (click) {
				case "pay" -> null;
				default -> basket + "[" + click + "]";
			}, Materialized.as("baskets"))
			.toStream()
			.to("basket-changes");
	}

	static void customersPerCity(StreamsBuilder builder) {
		builder.<String, String>table("customers", Materialized.as("customers"))
			.groupBy((customer, city) -> KeyValue.pair(city, customer), Grouped.as("customers-by-city"))
			.count(Materialized.as("customers-per-city"))
			.toStream()
			.to("customer-counts", Produced.valueSerde(Serdes.Long()));
	}

	static void activity(StreamsBuilder builder) {
		KGroupedStream<String, String> orders = builder.<String, String>stream("orders").groupByKey();
		KGroupedStream<String, String> returns = builder.<String, String>stream("returns").groupByKey();
		orders.<String>cogroup((customer, order, all) -> all + "+" + order)
			.cogroup(returns, (customer, order, all) -> all + "-" + order)
			.aggregate(() -> "", Named.as("activity"), Materialized.as("activity"))
			.toStream()
			.to("activity-changes");
	}

	static void versionedPrices(StreamsBuilder builder) {
		KTable<String, String> prices = builder.table("prices",
				Materialized.as(Stores.persistentVersionedKeyValueStore("prices", Duration.ofHours(1))));
		prices.toStream().to("price-changes");
		prices.groupBy((article, price) -> KeyValue.pair(price, article), Grouped.as("by-price"))
			.count(Materialized.as("articles-per-price"))
			.toStream()
			.to("price-counts", Produced.valueSerde(Serdes.Long()));
	}

	static void latePrices(StreamsBuilder builder) {
		builder.table("prices",
				Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore("prices", Duration.ofHours(1)))
					.onLate((price) -> logger.warn("A price is late by {}", price.lateness())))
			.toStream()
			.to("price-changes");
	}

}
