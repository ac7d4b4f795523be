package io.millrace.sample.kafka;

import java.util.Comparator;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RankingTests {

	@Test
	void returnsTheHighestInDescendingOrder() {
		assertThat(Ranking.highest(3, List.of(5, 1, 9, 7, 3).iterator(), Comparator.naturalOrder())).containsExactly(9,
				7, 5);
	}

	@Test
	void returnsAllIfThereAreFewer() {
		assertThat(Ranking.highest(3, List.of(1, 2).iterator(), Comparator.naturalOrder())).containsExactly(2, 1);
	}

}
