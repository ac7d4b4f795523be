package io.millrace.sample.flights;

import java.time.LocalDateTime;

import io.millrace.sample.kafka.JsonSerde;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.TopologyTestDriver;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AirportDelaysTopologyTests {

	private final TopologyTestDriver driver = new TopologyTestDriver(
			new AirportDelaysTopology().airportDelays(new StreamsBuilder()));

	private final TestInputTopic<String, Airport> airports = this.driver.createInputTopic(
			AirportDelaysTopology.AIRPORTS, new StringSerializer(), new JsonSerde<>(Airport.class).serializer());

	private final TestInputTopic<String, Flight> flights = this.driver.createInputTopic(AirportDelaysTopology.FLIGHTS,
			new StringSerializer(), new JsonSerde<>(Flight.class).serializer());

	private final TestOutputTopic<String, AirportDelays> delays = this.driver.createOutputTopic(
			AirportDelaysTopology.AIRPORT_DELAYS, new StringDeserializer(),
			new JsonSerde<>(AirportDelays.class).deserializer());

	@AfterEach
	void close() {
		this.driver.close();
	}

	@Test
	void averagesTheDelaysOfAnAirportsFlights() {
		this.airports.pipeInput("OAK", new Airport("Metropolitan Oakland International", "Oakland", "CA"));
		this.airports.pipeInput("LAX", new Airport("Los Angeles International", "Los Angeles", "CA"));
		this.flights.pipeInput(flight("OAK", 30));
		this.flights.pipeInput(flight("LAX", 7));
		this.flights.pipeInput(flight("OAK", -5));
		assertThat(this.delays.readKeyValuesToMap())
			.containsEntry("OAK", new AirportDelays("Metropolitan Oakland International", "Oakland", 2, 25, 12.5))
			.containsEntry("LAX", new AirportDelays("Los Angeles International", "Los Angeles", 1, 7, 7))
			.hasSize(2);
	}

	@Test
	void leavesOutFlightsFromUnknownAirports() {
		this.flights.pipeInput(flight("XXX", 30));
		assertThat(this.delays.isEmpty()).isTrue();
	}

	private static Flight flight(String origin, int delay) {
		return new Flight(LocalDateTime.of(2001, 1, 13, 14, 56), delay, 418, origin, "SJC");
	}

}
