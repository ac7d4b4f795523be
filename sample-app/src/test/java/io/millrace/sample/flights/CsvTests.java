package io.millrace.sample.flights;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CsvTests {

	@Test
	void separatesAtCommas() {
		assertThat(Csv.values("ORD,Chicago O'Hare International,,IL")).containsExactly("ORD",
				"Chicago O'Hare International", "", "IL");
	}

	@Test
	void keepsCommasAndQuotesInQuotedValues() {
		assertThat(Csv.values("BTR,\"Baton Rouge Metropolitan, Ryan\",\"W. H. \"\"Bud\"\" Barron\""))
			.containsExactly("BTR", "Baton Rouge Metropolitan, Ryan", "W. H. \"Bud\" Barron");
	}

}
