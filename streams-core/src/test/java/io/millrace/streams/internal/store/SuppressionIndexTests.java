package io.millrace.streams.internal.store;

import java.util.NoSuchElementException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SuppressionIndexTests {

	private static final byte[] A = { 'a' };

	private static final byte[] B = { 'b' };

	private final SuppressionIndex index = new SuppressionIndex();

	@Test
	void ordersByTimeAndThenByKey() {
		this.index.put(B, 5, 1);
		this.index.put(A, 5, 2);
		this.index.put(new byte[] { 'c' }, 4, 4);
		assertThat(this.index.bytes()).isEqualTo(7);
		assertThat(this.index.earliest()).isEqualTo(4);
		assertThat(this.index.removeEarliest()).containsExactly('c');
		assertThat(this.index.removeEarliest()).isEqualTo(A);
		assertThat(this.index.removeEarliest()).isEqualTo(B);
		assertThat(this.index.earliest()).isEqualTo(Long.MAX_VALUE);
		assertThat(this.index.bytes()).isZero();
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(this.index::removeEarliest);
	}

	@Test
	void aKeyKeepsItsPlace() {
		this.index.put(A, 5, 1);
		this.index.put(A, 9, 3);
		assertThat(this.index.rows()).isEqualTo(1);
		assertThat(this.index.earliest()).isEqualTo(5);
		assertThat(this.index.bytes()).isEqualTo(3);
	}

	@Test
	void goesBackToTheMark() {
		this.index.put(A, 5, 10);
		this.index.mark();
		this.index.put(A, 5, 30);
		this.index.put(B, 1, 100);
		this.index.removeEarliest();
		this.index.removeEarliest();
		this.index.put(A, 7, 50);
		this.index.rollback();
		assertThat(this.index.rows()).isEqualTo(1);
		assertThat(this.index.bytes()).isEqualTo(10);
		assertThat(this.index.earliest()).isEqualTo(5);
		this.index.removeEarliest();
		this.index.mark();
		this.index.rollback();
		assertThat(this.index.rows()).isZero();
	}

}
