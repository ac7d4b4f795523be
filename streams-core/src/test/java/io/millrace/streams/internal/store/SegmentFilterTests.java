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
			assertThat(this.filter.mayHave(hash, 0, 3)).isFalse();
		}
	}

	@Test
	void everyKeyIsFound() {
		for (int i = 0; i < 300_000; i++) {
			this.filter.add(hash("user-" + i), 0);
		}
		for (int i = 0; i < 300_000; i++) {
			assertThat(this.filter.mayHave(hash("user-" + i), 0, 0)).isTrue();
		}
	}

	@Test
	void fewOthersAreTakenForOne() {
		for (int i = 0; i < 300_000; i++) {
			this.filter.add(hash("user-" + i), 0);
		}
		int wrong = 0;
		for (int i = 300_000; i < 400_000; i++) {
			wrong += this.filter.mayHave(hash("user-" + i), 0, 0) ? 1 : 0;
		}
		assertThat(wrong).isLessThan(2_000);
	}

	@Test
	void partsOfAKeyAreToldApart() {
		for (int i = 0; i < 100_000; i++) {
			this.filter.add(hash("user-" + i), i % 4);
		}
		int wrong = 0;
		for (int i = 0; i < 100_000; i++) {
			int part = i % 4;
			int hash = hash("user-" + i);
			assertThat(this.filter.mayHave(hash, part, part)).isTrue();
			assertThat(this.filter.mayHave(hash, 0, 3)).isTrue();
			assertThat(this.filter.mayHave(hash, 0, part)).isTrue();
			assertThat(this.filter.mayHave(hash, part, 3)).isTrue();
			wrong += this.filter.mayHave(hash, part + 1, 3) ? 1 : 0;
			wrong += this.filter.mayHave(hash, 0, part - 1) ? 1 : 0;
		}
		assertThat(wrong).isLessThan(6_000);
	}

	@Test
	void aKeyThatComesAgainTakesNoRoom() {
		for (int i = 0; i < 100_000; i++) {
			this.filter.add(hash("user-" + i % 1_000), 0);
		}
		assertThat(this.filter.bytes()).isEqualTo(2_048);
	}

	@Test
	void withKeysWithoutNumberThereMayBeAny() {
		for (int i = 0; i < 2_000_000; i++) {
			this.filter.add(i, 0);
		}
		assertThat(this.filter.bytes()).isZero();
		assertThat(this.filter.mayHave(-1, 0, 3)).isTrue();
	}

	@Test
	void withoutMemoryThereMayBeAny() {
		CacheBudget small = new CacheBudget(100_000);
		SegmentFilter first = new SegmentFilter(small);
		for (int i = 0; i < 10_000; i++) {
			first.add(i, 0);
		}
		assertThat(first.mayHave(-1, 0, 3)).isFalse();
		SegmentFilter second = new SegmentFilter(small);
		for (int i = 0; i < 10_000; i++) {
			second.add(i, 0);
		}
		assertThat(second.mayHave(-1, 0, 3)).isTrue();
		assertThat(second.bytes()).isZero();
		assertThat(small.filters()).isEqualTo(first.bytes());
		first.release();
		assertThat(small.filters()).isZero();
	}

	@Test
	void memoryFollowsTheKeys() {
		for (int i = 0; i < 1_000_000; i++) {
			this.filter.add(i, 0);
		}
		assertThat(this.filter.bytes()).isLessThan(3_000_000);
	}

	private static int hash(String key) {
		return SegmentLayout.hash(key.getBytes(StandardCharsets.UTF_8));
	}

}
