package io.millrace.sample.flights;

import java.time.LocalDateTime;

/**
 * A flight that took off.
 *
 * @param departure when, in the local time of the origin
 * @param delay how many minutes late it arrived; negative if early
 * @param distance how far it flew, in miles
 * @param origin IATA code of the airport it left
 * @param destination IATA code of the airport it flew to
 */
record Flight(LocalDateTime departure, int delay, int distance, String origin, String destination) {

}
