package io.millrace.sample.flights;

/**
 * A row of the table of airports. Its key is the airport's IATA code.
 *
 * @param name the airport's name
 * @param city the city
 * @param state the state, as two letters
 */
record Airport(String name, String city, String state) {

}
