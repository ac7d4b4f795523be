package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Filters forget no key, take few others for one of theirs, and don't grow without end.
 */
class SegmentFilterTests {

	private final CacheBudget budget = new CacheBudget(8_000_000);

	private final SegmentFilter filter = new SegmentFilter(this.budget);

	@Test
	void anEmptyOneHasNothing() {
		for (int hash = -1000; hash < 1000; hash++) {
			assertThat(this.filter.mayHave(hash)).isFalse();
		}
	}

	@Test
	void everyKeyIsFound() {
		for (int i = 0; i < 300_000; i++) {
			this.filter.add(hash("user-" + i));
		}
		for (int i = 0; i < 300_000; i++) {
			assertThat(this.filter.mayHave(hash("user-" + i))).isTrue();
		}
	}

	@Test
	void fewOthersAreTakenForOne() {
		for (int i = 0; i < 300_000; i++) {
			this.filter.add(hash("user-" + i));
		}
		int wrong = 0;
		for (int i = 300_000; i < 400_000; i++) {
			wrong += this.filter.mayHave(hash("user-" + i)) ? 1 : 0;
		}
		assertThat(wrong).isLessThan(2_000);
	}

	@Test
	void aKeyThatComesAgainTakesNoRoom() {
		for (int i = 0; i < 100_000; i++) {
			this.filter.add(hash("user-" + i % 1_000));
		}
		assertThat(this.filter.bytes()).isEqualTo(2_048);
	}

	@Test
	void withKeysWithoutNumberThereMayBeAny() {
		for (int i = 0; i < 2_000_000; i++) {
			this.filter.add(i);
		}
		assertThat(this.filter.bytes()).isZero();
		assertThat(this.filter.mayHave(-1)).isTrue();
	}

	@Test
	void withoutMemoryThereMayBeAny() {
		CacheBudget small = new CacheBudget(100_000);
		SegmentFilter first = new SegmentFilter(small);
		for (int i = 0; i < 10_000; i++) {
			first.add(i);
		}
		assertThat(first.mayHave(-1)).isFalse();
		SegmentFilter second = new SegmentFilter(small);
		for (int i = 0; i < 10_000; i++) {
			second.add(i);
		}
		assertThat(second.mayHave(-1)).isTrue();
		assertThat(second.bytes()).isZero();
		assertThat(small.filters()).isEqualTo(first.bytes());
		first.release();
		assertThat(small.filters()).isZero();
	}

	@Test
	void memoryFollowsTheKeys() {
		for (int i = 0; i < 1_000_000; i++) {
			this.filter.add(i);
		}
		assertThat(this.filter.bytes()).isLessThan(3_000_000);
	}

	private static int hash(String key) {
		return SegmentLayout.hash(key.getBytes(StandardCharsets.UTF_8));
	}

}
