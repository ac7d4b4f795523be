package io.millrace.docs;

import java.util.Arrays;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Repartitioned;

/**
 * The topologies of {@code docs/streams.md}.
 */
final class StreamExamples {

	private StreamExamples() {
	}

	static void teaOrders(StreamsBuilder builder) {
		builder.<String, String>stream("orders")
			.filter((order, article) -> article != null && article.endsWith("tea"))
			.mapValues((article) -> article.toUpperCase())
			.to("tea-orders");
	}

	static void words(StreamsBuilder builder) {
		builder.<String, String>stream("sentences")
			.flatMapValues((sentence) -> Arrays.asList(sentence.split(" ")))
			.to("words");
	}

	static void byCustomer(StreamsBuilder builder) {
		builder.<String, String>stream("orders")
			.map((order, customer) -> KeyValue.pair(customer, order))
			.repartition(Repartitioned.as("by-customer"))
			.to("orders-of-customers");
	}

	static void branches(StreamsBuilder builder) {
		builder.<String, String>stream("orders")
			.split()
			.branch((order, article) -> article.endsWith("tea"), Branched.withConsumer((teas) -> teas.to("teas")))
			.branch((order, article) -> article.startsWith("green"),
					Branched.withConsumer((greens) -> greens.to("greens")))
			.defaultBranch(Branched.withConsumer((others) -> others.to("others")));
	}

	static void merged(StreamsBuilder builder) {
		KStream<String, String> web = builder.stream("web-orders");
		KStream<String, String> phone = builder.stream("phone-orders");
		web.merge(phone).to("all-orders");
	}

	static void topicByHeader(StreamsBuilder builder) {
		builder.<String, String>stream("orders")
			.to((order, article, context) -> (context.headers().lastHeader("test") != null) ? "test-orders"
					: "real-orders");
	}

}
