package io.millrace.streams.internal.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often keys came, roughly, and that it is forgotten.
 */
class KeyFrequencyTests {

	private final KeyFrequency frequency = new KeyFrequency(1_000);

	@Test
	void aKeyIsCountedUpToABound() {
		assertThat(this.frequency.of(7)).isZero();
		for (int i = 1; i <= 20; i++) {
			this.frequency.add(7);
			assertThat(this.frequency.of(7)).isEqualTo(Math.min(i, 15));
		}
	}

	@Test
	void keysAreSeldomTakenForOthers() {
		for (int i = 0; i < 500; i++) {
			this.frequency.add(("key-" + i).hashCode());
		}
		int wrong = 0;
		for (int i = 500; i < 1_500; i++) {
			wrong += (this.frequency.of(("key-" + i).hashCode()) > 0) ? 1 : 0;
		}
		assertThat(wrong).isLessThan(200);
		for (int i = 0; i < 500; i++) {
			assertThat(this.frequency.of(("key-" + i).hashCode())).isPositive();
		}
	}

	@Test
	void whatWasFrequentIsForgotten() {
		for (int i = 0; i < 15; i++) {
			this.frequency.add(7);
		}
		for (int i = 0; i < 100_000; i++) {
			this.frequency.add(-i % 100);
		}
		assertThat(this.frequency.of(7)).isLessThan(2);
		assertThat(this.frequency.of(-1)).isPositive();
	}

}
