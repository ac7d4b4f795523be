package io.millrace.streams.faults;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutputComparisonTests {

	private OutputComparison comparison = new OutputComparison(Updates.EVERY);

	@Test
	void equalSequencesAreComplete() {
		expect(1, 2, 3);
		commit(1, 2, 3);
		assertCounts(0, 0, 0);
		assertThat(this.comparison.complete(true)).isTrue();
		assertThat(this.comparison.differences(true)).isEmpty();
	}

	@Test
	void whatIsMissingIsLost() {
		expect(1, 2, 3);
		commit(1, 3);
		assertCounts(1, 0, 0);
		assertThat(this.comparison.complete(true)).isFalse();
		assertThat(this.comparison.differences(true)).hasSize(1);
	}

	@Test
	void whatComesTwiceIsDoubled() {
		expect(1, 2);
		commit(1, 1, 2);
		assertCounts(0, 1, 0);
		assertThat(this.comparison.differences(true)).hasSize(1);
	}

	@Test
	void whatNobodyExpectsIsDoubled() {
		commit(1);
		assertCounts(0, 1, 0);
	}

	@Test
	void aWrongValueIsLostAndDoubled() {
		expect(1);
		commit(2);
		assertCounts(1, 1, 0);
	}

	@Test
	void anotherOrderIsDisorder() {
		expect(1, 2);
		commit(2, 1);
		assertCounts(0, 0, 1);
	}

	@Test
	void keysAreApart() {
		this.comparison.expect(new Output("topic", "a", 1));
		this.comparison.committed(new Output("topic", "b", 1));
		assertCounts(1, 1, 0);
	}

	@Test
	void atLeastOnceTakesAGreaterValueForTheLastOne() {
		expect(1, 2);
		commit(1, 1, 3);
		assertThat(this.comparison.lost(false)).isZero();
		assertThat(this.comparison.complete(false)).isTrue();
	}

	@Test
	void atLeastOnceMissesAValueThatIsNotReached() {
		expect(1, 2);
		commit(1, 1);
		assertThat(this.comparison.lost(false)).isEqualTo(1);
		assertThat(this.comparison.differences(false)).hasSize(1);
	}

	@Test
	void updatesForwardedAsOneKeepTheLastAndTheirOrder() {
		this.comparison = new OutputComparison(Updates.SOME);
		expect(1, 2, 3, 4);
		commit(2);
		assertThat(this.comparison.complete(true)).isFalse();
		commit(4);
		assertCounts(0, 0, 0);
		assertThat(this.comparison.complete(true)).isTrue();
		assertThat(this.comparison.differences(true)).isEmpty();
		commit(3, 4);
		assertCounts(0, 1, 0);
		assertThat(this.comparison.differences(true)).hasSize(1);
	}

	@Test
	void updatesForwardedAsOneInAnotherOrderAreDisorder() {
		this.comparison = new OutputComparison(Updates.SOME);
		expect(1, 2, 3, 4);
		commit(3, 2, 4);
		assertCounts(0, 0, 1);
		assertThat(this.comparison.differences(true)).hasSize(1);
	}

	@Test
	void whereTheLastValueCountsTheOthersDont() {
		this.comparison = new OutputComparison(Updates.LAST);
		expect(1, 2, 3);
		commit(7, 3, 2);
		assertCounts(1, 0, 0);
		assertThat(this.comparison.differences(true)).hasSize(1);
		commit(3);
		assertCounts(0, 0, 0);
		assertThat(this.comparison.complete(true)).isTrue();
	}

	@Test
	void whereTheLastValueCountsWhatIsGoneAndWasNeverThereIsComplete() {
		this.comparison = new OutputComparison(Updates.LAST);
		this.comparison.expect(new Output("topic", "key", 1));
		this.comparison.expect(new Output("topic", "key", null));
		assertCounts(0, 0, 0);
		commit(1);
		assertCounts(1, 0, 0);
	}

	private void expect(Object... values) {
		for (Object value : values) {
			this.comparison.expect(new Output("topic", "key", value));
		}
	}

	private void commit(Object... values) {
		for (Object value : values) {
			this.comparison.committed(new Output("topic", "key", value));
		}
	}

	private void assertCounts(long lost, long doubled, long disordered) {
		assertThat(this.comparison.lost(true)).isEqualTo(lost);
		assertThat(this.comparison.doubled()).isEqualTo(doubled);
		assertThat(this.comparison.disordered()).isEqualTo(disordered);
	}

}
