package io.millrace.sample.flights;

import io.millrace.sample.kafka.JsonSerde;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin.NewTopics;

/**
 * Joins each flight of the topic {@code flights} with the airport that it left, and keeps
 * the number, sum and mean of the delays of each airport's flights.
 */
@Configuration(proxyBeanMethods = false)
public class AirportDelaysTopology {

	static final String APPLICATION = "airport-delays";

	static final String FLIGHTS = "flights";

	static final String AIRPORTS = "airports";

	static final String AIRPORT_DELAYS = "airport-delays";

	private static final Serde<String> codes = Serdes.String();

	private static final Serde<Flight> flights = new JsonSerde<>(Flight.class);

	private static final Serde<Airport> airports = new JsonSerde<>(Airport.class);

	private static final Serde<Departure> departures = new JsonSerde<>(Departure.class);

	private static final Serde<AirportDelays> delays = new JsonSerde<>(AirportDelays.class);

	@Bean(APPLICATION)
	Topology airportDelays(StreamsBuilder builder) {
		KTable<String, Airport> airportsByCode = builder.table(AIRPORTS, Consumed.with(codes, airports),
				Materialized.as(AIRPORTS));
		builder.stream(FLIGHTS, Consumed.with(codes, flights))
			.selectKey((number, flight) -> flight.origin())
			.join(airportsByCode, Departure::new, Joined.with(codes, flights, airports, "flights-by-origin"))
			.groupByKey(Grouped.with("departures", codes, departures))
			.aggregate(() -> AirportDelays.NONE, (code, departure, sum) -> sum.plus(departure),
					Materialized.<String, AirportDelays, KeyValueStore<Bytes, byte[]>>as(AIRPORT_DELAYS)
						.withValueSerde(delays))
			.toStream()
			.to(AIRPORT_DELAYS, Produced.with(codes, delays));
		return builder.build();
	}

	@Bean
	NewTopics airportDelaysTopics() {
		// The flights are from 2001; by default the broker would delete them for their
		// age.
		return new NewTopics(
				TopicBuilder.name(FLIGHTS).partitions(2).config(TopicConfig.RETENTION_MS_CONFIG, "-1").build(),
				TopicBuilder.name(AIRPORTS).partitions(2).compact().build(),
				TopicBuilder.name(AIRPORT_DELAYS).partitions(2).compact().build());
	}

}
