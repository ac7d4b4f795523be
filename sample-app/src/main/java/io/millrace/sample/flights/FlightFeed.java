package io.millrace.sample.flights;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.millrace.sample.kafka.TopicFiller;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/**
 * Feeds the airports to the topic {@code airports}, then the flights to the topic
 * {@code flights}, in that order: a flight is joined with what is known of its airport at
 * that moment.
 */
@Component
class FlightFeed implements ApplicationRunner {

	private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm", Locale.ROOT);

	private final TopicFiller topics;

	private final JsonMapper json;

	private final Resource airports;

	private final Resource flights;

	FlightFeed(TopicFiller topics, JsonMapper json, @Value("${sample.airports}") Resource airports,
			@Value("${sample.flights}") Resource flights) {
		this.topics = topics;
		this.json = json;
		this.airports = airports;
		this.flights = flights;
	}

	@Override
	public void run(ApplicationArguments arguments) throws IOException {
		this.topics.fill(AirportDelaysTopology.AIRPORTS, rows(this.airports).map(this::airport));
		this.topics.fill(AirportDelaysTopology.FLIGHTS, rows(this.flights).map(this::flight));
	}

	private ProducerRecord<String, String> airport(List<String> row) {
		Airport airport = new Airport(row.get(1), row.get(2), row.get(3));
		// As old as can be: the airports were there before all flights.
		return record(AirportDelaysTopology.AIRPORTS, 0, row.get(0), airport);
	}

	private ProducerRecord<String, String> flight(List<String> row) {
		Flight flight = new Flight(LocalDateTime.parse(row.get(0), DATE), Integer.parseInt(row.get(1)),
				Integer.parseInt(row.get(2)), row.get(3), row.get(4));
		long time = flight.departure().toInstant(ZoneOffset.UTC).toEpochMilli();
		return record(AirportDelaysTopology.FLIGHTS, time, null, flight);
	}

	private ProducerRecord<String, String> record(String topic, long timestamp, @Nullable String key, Object value) {
		return new ProducerRecord<>(topic, null, timestamp, key, this.json.writeValueAsString(value));
	}

	private static Stream<List<String>> rows(Resource table) throws IOException {
		return table.getContentAsString(StandardCharsets.UTF_8).lines().skip(1).map(Csv::values);
	}

}
