package io.millrace.streams.internal.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FreeRowsTests {

	private final FreeRows rows = new FreeRows();

	@Test
	void whatARecordReplacesServesAgainOnceTheRecordIsThrough() {
		byte[] row = this.rows.take(5);
		this.rows.replaced(row);
		assertThat(this.rows.take(5)).isNotSameAs(row);
		this.rows.mark();
		assertThat(this.rows.take(5)).isSameAs(row);
		assertThat(this.rows.take(5)).isNotSameAs(row);
	}

	@Test
	void whatARecordThatFailsReplacesIsNotFree() {
		byte[] row = this.rows.take(5);
		this.rows.replaced(row);
		this.rows.rollback();
		this.rows.mark();
		assertThat(this.rows.take(5)).isNotSameAs(row);
	}

	@Test
	void oneOfAnotherLengthIsLetGo() {
		byte[] row = this.rows.take(5);
		this.rows.replaced(row);
		this.rows.mark();
		assertThat(this.rows.take(6)).hasSize(6);
		assertThat(this.rows.take(5)).isNotSameAs(row);
	}

	@Test
	void fewAreKept() {
		for (int i = 0; i < 1000; i++) {
			this.rows.replaced(new byte[] { 1 });
			this.rows.mark();
		}
		int kept = 0;
		while (this.rows.take(1)[0] == 1) {
			kept++;
		}
		assertThat(kept).isEqualTo(256);
	}

}
