package io.millrace.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Two stream processing applications in one Spring Boot application: one counts words,
 * one averages the delays of flights. Their topologies are in
 * {@link io.millrace.sample.words.WordCountTopology} and
 * {@link io.millrace.sample.flights.AirportDelaysTopology}.
 */
@SpringBootApplication
public class SampleApplication {

	/**
	 * Starts the application.
	 * @param arguments Spring Boot's command-line arguments
	 */
	public static void main(String[] arguments) {
		SpringApplication.run(SampleApplication.class, arguments);
	}

}
