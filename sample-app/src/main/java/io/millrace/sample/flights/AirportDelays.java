package io.millrace.sample.flights;

/**
 * The delays of all flights that left an airport. Its key is the airport's IATA code.
 *
 * @param name the airport's name
 * @param city the airport's city
 * @param flights how many flights left
 * @param totalDelay the sum of their delays, in minutes
 * @param averageDelay the mean of their delays, in minutes
 */
record AirportDelays(String name, String city, long flights, long totalDelay, double averageDelay) {

	static final AirportDelays NONE = new AirportDelays("", "", 0, 0, 0);

	AirportDelays plus(Departure departure) {
		long newFlights = this.flights + 1;
		long newTotal = this.totalDelay + departure.flight().delay();
		return new AirportDelays(departure.airport().name(), departure.airport().city(), newFlights, newTotal,
				(double) newTotal / newFlights);
	}

}
