package io.millrace.streams.internal.task;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DueResultsTests {

	private final DueResults results = new DueResults();

	@Test
	void aResultThatFailedIsPassedOverTheNextTime() {
		assertThat(this.results.next()).isTrue();
		assertThat(this.results.next()).isTrue();
		fail(this.results.number());
		assertThat(this.results.next()).isTrue();
		assertThat(this.results.next()).isFalse();
		assertThat(this.results.next()).isTrue();
		this.results.end();
		assertThat(this.results.next()).isTrue();
		assertThat(this.results.next()).isTrue();
	}

	@Test
	void nothingElseIsPassedOverWhenAResultFailsAfterOneThatCameOfIt() {
		assertThat(this.results.next()).isTrue();
		int outer = this.results.number();
		assertThat(this.results.next()).isTrue();
		fail(this.results.number());
		assertThat(this.results.next()).isTrue();
		assertThat(this.results.next()).isFalse();
		fail(outer);
		assertThat(this.results.next()).isFalse();
		// Has the number of the one that came of the first.
		assertThat(this.results.next()).isTrue();
	}

	private void fail(int number) {
		this.results.failed(number, 0);
		assertThat(this.results.failed()).isTrue();
		this.results.again();
	}

}
