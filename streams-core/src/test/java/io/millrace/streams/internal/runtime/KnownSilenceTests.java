package io.millrace.streams.internal.runtime;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KnownSilenceTests {

	private final KnownSilence silence = new KnownSilence(100);

	private long askedAndAnswered(long now, boolean nothingLeft) {
		this.silence.asked(now);
		return this.silence.answered(nothingLeft);
	}

	@Test
	void isTheTimeBetweenAnswersThatNothingIsLeft() {
		assertThat(askedAndAnswered(1_000, true)).isZero();
		assertThat(askedAndAnswered(1_050, true)).isEqualTo(50);
		assertThat(askedAndAnswered(1_150, true)).isEqualTo(100);
	}

	@Test
	void timeWithoutAnswersDoesNotCount() {
		askedAndAnswered(1_000, true);
		this.silence.asked(1_050);
		assertThat(this.silence.answered(false)).as("no broker answered").isZero();
		assertThat(askedAndAnswered(1_100, true)).isZero();
		assertThat(askedAndAnswered(1_150, true)).isEqualTo(50);
	}

	@Test
	void timeBetweenAnswersThatAreFarApartDoesNotCount() {
		askedAndAnswered(1_000, true);
		assertThat(askedAndAnswered(1_101, true)).isZero();
		assertThat(askedAndAnswered(1_201, true)).isEqualTo(100);
	}

	@Test
	void timeBeforeSomethingCameDoesNotCount() {
		askedAndAnswered(1_000, true);
		this.silence.broken();
		assertThat(askedAndAnswered(1_050, true)).isZero();
		this.silence.asked(1_100);
		this.silence.broken();
		assertThat(this.silence.answered(true)).as("something came since it was asked").isZero();
		assertThat(askedAndAnswered(1_150, true)).isZero();
		assertThat(askedAndAnswered(1_180, true)).isEqualTo(30);
	}

}
