package io.millrace.streams.internal.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is known of the segments of a store, and that anything may be in the others.
 */
class SegmentFiltersTests {

	private final CacheBudget budget = new CacheBudget(1_000_000);

	private final SegmentFilters filters = new SegmentFilters(this.budget);

	@Test
	void beforeItIsBegunThereMayBeAnything() {
		assertThat(this.filters.begun()).isFalse();
		assertThat(this.filters.mayHave(7, 1, 0, 3)).isTrue();
	}

	@Test
	void keysAreKnownBySegment() {
		this.filters.begin(0);
		this.filters.add(7, 1, 0);
		this.filters.add(5, 2, 0);
		assertThat(this.filters.mayHave(7, 1, 0, 3)).isTrue();
		assertThat(this.filters.mayHave(7, 2, 0, 3)).isFalse();
		assertThat(this.filters.mayHave(5, 2, 0, 3)).isTrue();
		assertThat(this.filters.mayHave(5, 1, 0, 3)).isFalse();
		assertThat(this.filters.mayHave(6, 1, 0, 3)).isFalse();
	}

	@Test
	void inSegmentsThatWereThereBeforeThereMayBeAnything() {
		this.filters.begin(7);
		this.filters.add(6, 1, 0);
		assertThat(this.filters.mayHave(6, 2, 0, 3)).isTrue();
		assertThat(this.filters.mayHave(7, 2, 0, 3)).isFalse();
		assertThat(this.filters.bytes()).isZero();
	}

	@Test
	void whatHasExpiredIsLetGoOf() {
		this.filters.begin(0);
		for (int segment = 0; segment < 6; segment++) {
			this.filters.add(segment, 1, 0);
		}
		this.filters.forgetBefore(5);
		this.filters.forgetBefore(3);
		assertThat(this.filters.mayHave(4, 2, 0, 3)).isTrue();
		assertThat(this.filters.mayHave(5, 1, 0, 3)).isTrue();
		assertThat(this.filters.mayHave(5, 2, 0, 3)).isFalse();
		assertThat(this.filters.bytes()).isEqualTo(2_048);
	}

	@Test
	void ofSegmentsWithoutNumberTheLatestAreKnown() {
		this.filters.begin(0);
		for (int segment = 0; segment < 1_000; segment++) {
			this.filters.add(segment, 1, 0);
		}
		assertThat(this.filters.bytes()).isEqualTo(64 * 2_048);
		assertThat(this.budget.filters()).isEqualTo(64 * 2_048);
		assertThat(this.filters.mayHave(935, 2, 0, 3)).isTrue();
		assertThat(this.filters.mayHave(936, 2, 0, 3)).isFalse();
		assertThat(this.filters.mayHave(936, 1, 0, 3)).isTrue();
	}

	@Test
	void afterTheEndThereMayBeAnything() {
		this.filters.begin(0);
		this.filters.add(7, 1, 0);
		this.filters.end();
		assertThat(this.budget.filters()).isZero();
		assertThat(this.filters.mayHave(7, 2, 0, 3)).isTrue();
		this.filters.begin(8);
		assertThat(this.filters.mayHave(8, 1, 0, 3)).isFalse();
	}

}
