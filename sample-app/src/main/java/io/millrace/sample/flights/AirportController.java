package io.millrace.sample.flights;

import java.util.Comparator;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.sample.kafka.Ranking;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Answers how late flights left an airport, from the topology's store.
 */
@RestController
class AirportController {

	private final StreamsApplications streams;

	AirportController(StreamsApplications streams) {
		this.streams = streams;
	}

	@GetMapping("/airports/{code}")
	AirportDelays delays(@PathVariable String code) {
		AirportDelays delays = delays().get(code);
		if (delays == null) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND, "No flight left the airport " + code);
		}
		return delays;
	}

	@GetMapping("/airports")
	List<Row> latest(@RequestParam(defaultValue = "20") int top) {
		try (KeyValueIterator<String, AirportDelays> all = delays().all()) {
			return Ranking.highest(top, all, Comparator.comparingDouble((row) -> row.value.averageDelay()))
				.stream()
				.map((row) -> new Row(row.key, row.value))
				.toList();
		}
	}

	private ReadOnlyKeyValueStore<String, AirportDelays> delays() {
		return this.streams.get(AirportDelaysTopology.APPLICATION)
			.store(StoreQueryParameters.fromNameAndType(AirportDelaysTopology.AIRPORT_DELAYS,
					QueryableStoreTypes.keyValueStore()));
	}

	/**
	 * An airport and its delays.
	 *
	 * @param code its IATA code
	 * @param delays its delays
	 */
	record Row(String code, @JsonUnwrapped AirportDelays delays) {

	}

}
