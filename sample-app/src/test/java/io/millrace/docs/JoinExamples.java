package io.millrace.docs;

import java.time.Duration;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.state.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topologies of {@code docs/joins.md}.
 */
final class JoinExamples {

	private static final Logger logger = LoggerFactory.getLogger(JoinExamples.class);

	private JoinExamples() {
	}

	static void paidOrders(StreamsBuilder builder) {
		KStream<String, String> orders = builder.stream("orders");
		KStream<String, String> payments = builder.stream("payments");
		orders
			.join(payments, (article, payment) -> article + " by " + payment,
					JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMinutes(10), Duration.ofMinutes(5)),
					StreamJoined.as("paid-orders"))
			.to("paid-orders");
	}

	static void unpaidOrders(StreamsBuilder builder) {
		KStream<String, String> orders = builder.stream("orders");
		KStream<String, String> payments = builder.stream("payments");
		orders
			.leftJoin(payments, (article, payment) -> article + ((payment != null) ? " by " + payment : " not paid"),
					JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(10)), StreamJoined.as("checked-orders"))
			.to("checked-orders");
	}

	static void latePayments(StreamsBuilder builder) {
		KStream<String, String> orders = builder.stream("orders");
		KStream<String, String> payments = builder.stream("payments");
		orders
			.leftJoin(payments, (article, payment) -> article + ((payment != null) ? " by " + payment : " not paid"),
					JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(10)),
					StreamJoined.<String, String, String>as("checked-orders")
						.onLate((order) -> logger.warn("An order is late by {}", order.lateness()),
								(payment) -> logger.warn("A payment is late by {}", payment.lateness())))
			.to("checked-orders");
	}

	static void ordersWithCities(StreamsBuilder builder) {
		KTable<String, String> cities = builder.table("cities", Materialized.as("cities"));
		builder.<String, String>stream("orders")
			.leftJoin(cities, (article, city) -> article + " to " + city)
			.to("deliveries");
	}

	static void ordersWithPrices(StreamsBuilder builder) {
		KTable<String, String> prices = builder.table("prices",
				Materialized.as(Stores.persistentVersionedKeyValueStore("prices", Duration.ofHours(1))));
		builder.<String, String>stream("orders")
			.join(prices, (order, price) -> order + " at " + price,
					Joined.<String, String, String>as("priced").withGracePeriod(Duration.ofMinutes(10)))
			.to("priced-orders");
	}

	static void lateOrders(StreamsBuilder builder) {
		KTable<String, String> prices = builder.table("prices",
				Materialized.as(Stores.persistentVersionedKeyValueStore("prices", Duration.ofHours(1))));
		builder.<String, String>stream("orders")
			.join(prices, (order, price) -> order + " at " + price,
					Joined.<String, String, String>as("priced")
						.withGracePeriod(Duration.ofMinutes(10))
						.onLate((order) -> logger.warn("An order is late by {}", order.lateness())))
			.to("priced-orders");
	}

	static void profiles(StreamsBuilder builder) {
		KTable<String, String> names = builder.table("names", Materialized.as("names"));
		KTable<String, String> cities = builder.table("cities", Materialized.as("cities"));
		names.leftJoin(cities, (name, city) -> name + ", " + city, Materialized.as("profiles"))
			.toStream()
			.to("profile-changes");
	}

	static void ordersAndCustomers(StreamsBuilder builder) {
		KTable<String, String> orders = builder.table("orders", Materialized.as("orders"));
		KTable<String, String> customers = builder.table("customers", Materialized.as("customers"));
		orders
			.join(customers, (customer) -> customer, (customer, name) -> "for " + name, TableJoined.as("by-customer"),
					Materialized.as("named-orders"))
			.toStream()
			.to("named-orders");
	}

}
