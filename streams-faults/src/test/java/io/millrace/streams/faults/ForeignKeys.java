package io.millrace.streams.faults;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Orders joined with their customers by foreign key, both of which change and go away.
 * Subscriptions and answers go through topics between two subtopologies, so only the last
 * result of each order is known beforehand.
 */
final class ForeignKeys {

	private static final int ORDERS = 60;

	private static final int CUSTOMERS = 12;

	private ForeignKeys() {
	}

	public static void main(String[] args) {
		FaultSubject.run(topology(args[1]), Settings.of(args));
	}

	private static Topology topology(String name) {
		StreamsBuilder builder = new StreamsBuilder();
		KTable<String, String> orders = builder.table(orders(name), Consumed.with(Serdes.String(), Serdes.String()));
		KTable<String, String> customers = builder.table(customers(name),
				Consumed.with(Serdes.String(), Serdes.String()));
		orders
			.leftJoin(customers, ForeignKeys::customer, ForeignKeys::text,
					Materialized.<String, String>as(Stores.persistentKeyValueStore("joined"))
						.withKeySerde(Serdes.String())
						.withValueSerde(Serdes.String()))
			.toStream()
			.to(name + "-out", Produced.with(Serdes.String(), Serdes.String()));
		return builder.build();
	}

	static String orders(String name) {
		return name + "-orders";
	}

	static String customers(String name) {
		return name + "-customers";
	}

	private static String customer(String order) {
		return order.substring(0, order.indexOf(' '));
	}

	private static String text(String order, @Nullable String customer) {
		return order + " " + customer;
	}

	static InputGenerator inputs(String name, int partitions) {
		return (random, number) -> (random.nextInt(4) == 0)
				? input(customers(name), "customer-" + random.nextInt(CUSTOMERS), partitions, number,
						(random.nextInt(5) == 0) ? null : "name-" + number)
				: input(orders(name), "order-" + random.nextInt(ORDERS), partitions, number, order(random, number));
	}

	private static @Nullable String order(Random random, long number) {
		int customer = random.nextInt(CUSTOMERS);
		return (random.nextInt(8) == 0) ? null : "customer-" + customer + " amount-" + number;
	}

	/**
	 * Subscriptions are sent to the partition that producers choose for the customer.
	 */
	private static Input input(String topic, String key, int partitions, long number, @Nullable String value) {
		byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
		return new Input(topic, Utils.toPositive(Utils.murmur2(bytes)) % partitions, Settings.START + number, bytes,
				(value != null) ? value.getBytes(StandardCharsets.UTF_8) : null);
	}

	/**
	 * The same with two maps.
	 */
	static final class Model implements ReferenceModel {

		private final String name;

		private final Map<String, String> orders = new HashMap<>();

		private final Map<String, String> customers = new HashMap<>();

		Model(String name) {
			this.name = name;
		}

		@Override
		public void process(Input input, Consumer<Output> outputs) {
			String key = new String(input.key(), StandardCharsets.UTF_8);
			byte[] bytes = input.value();
			String value = (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : null;
			if (input.topic().equals(orders(this.name))) {
				if (change(this.orders, key, value)) {
					outputs.accept(result(key));
				}
			}
			else {
				change(this.customers, key, value);
				this.orders.forEach((id, order) -> {
					if (customer(order).equals(key)) {
						outputs.accept(result(id));
					}
				});
			}
		}

		private static boolean change(Map<String, String> rows, String key, @Nullable String value) {
			String before = (value != null) ? rows.put(key, value) : rows.remove(key);
			return value != null || before != null;
		}

		private Output result(String id) {
			String order = this.orders.get(id);
			return new Output(this.name + "-out", id,
					(order != null) ? text(order, this.customers.get(customer(order))) : null);
		}

		@Override
		public Map<String, Map<String, String>> stores() {
			Map<String, String> joined = new HashMap<>();
			this.orders.forEach((id, order) -> joined.put(id, text(order, this.customers.get(customer(order)))));
			return Map.of("joined", joined);
		}

	}

}
