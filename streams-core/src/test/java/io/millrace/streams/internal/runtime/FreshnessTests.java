package io.millrace.streams.internal.runtime;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FreshnessTests {

	private static final long INTERVAL = 1000;

	private final Freshness freshness = new Freshness();

	@Test
	void beforeTheFirstAnswerThereIsNothingToDoubt() {
		assertThat(this.freshness.observe(0, -1, 0)).isTrue();
		assertThat(observe(100_000, 0)).isTrue();
	}

	@Test
	void regularAnswersKeepItFresh() {
		for (int i = 0; i < 100; i++) {
			assertThat(observe(i * 1000, i)).isTrue();
		}
	}

	@Test
	void silenceMakesItDoubtful() {
		observe(0, 10);
		assertThat(observe(5000, 10)).isTrue();
		assertThat(observe(5001, 10)).isFalse();
	}

	@Test
	void afterSilenceItTakesThreeAnswers() {
		observe(0, 10);
		assertThat(observe(60_000, 10)).isFalse();
		assertThat(observe(60_001, 11)).isFalse();
		assertThat(observe(60_002, 12)).isFalse();
		assertThat(observe(60_003, 13)).isTrue();
	}

	@Test
	void theFirstLookAfterAFreezeMayComeAfterTheFirstAnswer() {
		observe(0, 10);
		assertThat(observe(60_000, 11)).isFalse();
		assertThat(observe(61_000, 12)).isFalse();
		assertThat(observe(62_000, 13)).isTrue();
	}

	@Test
	void freezingAgainStartsAnew() {
		observe(0, 10);
		observe(60_000, 10);
		observe(60_001, 12);
		assertThat(observe(120_000, 12)).isFalse();
		assertThat(observe(120_001, 13)).isFalse();
		assertThat(observe(120_002, 14)).isFalse();
		assertThat(observe(120_003, 15)).isTrue();
	}

	@Test
	void whatNobodyLookedAtIsNotDoubtedIfAnswersCame() {
		observe(0, 10);
		// A processing thread that was busy for a minute while heartbeats went on.
		assertThat(observe(60_000, 70)).isTrue();
		assertThat(observe(60_100, 70)).isTrue();
	}

	private boolean observe(long millis, long answers) {
		return this.freshness.observe(TimeUnit.MILLISECONDS.toNanos(millis), answers, INTERVAL);
	}

}
