package io.millrace.sample.flights;

/**
 * A flight together with the airport that it left.
 *
 * @param flight the flight
 * @param airport its origin
 */
record Departure(Flight flight, Airport airport) {

}
