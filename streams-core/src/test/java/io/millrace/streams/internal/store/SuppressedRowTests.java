package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;

import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SuppressedRowTests {

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static SuppressedRow row(byte @Nullable [] prior, byte @Nullable [] old, byte @Nullable [] now) {
		RecordHeaders headers = new RecordHeaders();
		headers.add("h", bytes("x"));
		headers.add("n", null);
		return new SuppressedRow(5, 7, "topic", 3, headers, prior, old, now, 11);
	}

	@Test
	void whatIsWrittenIsReadBack() {
		SuppressedRow row = SuppressedRow.decode(row(bytes("p"), bytes("old"), bytes("new")).encode());
		assertThat(row.timestamp()).isEqualTo(5);
		assertThat(row.offset()).isEqualTo(7);
		assertThat(row.topic()).isEqualTo("topic");
		assertThat(row.partition()).isEqualTo(3);
		assertThat(row.headers()).isEqualTo(row(null, null, null).headers());
		assertThat(row.prior()).isEqualTo(bytes("p"));
		assertThat(row.oldValue()).isEqualTo(bytes("old"));
		assertThat(row.newValue()).isEqualTo(bytes("new"));
		assertThat(row.time()).isEqualTo(11);
	}

	@Test
	void anOldValueThatIsThePriorOneIsWrittenOnce() {
		byte[] once = row(bytes("same"), bytes("same"), null).encode();
		assertThat(once).hasSize(row(bytes("same"), null, null).encode().length);
		SuppressedRow row = SuppressedRow.decode(once);
		assertThat(row.oldValue()).isEqualTo(bytes("same"));
		assertThat(row.newValue()).isNull();
		assertThat(SuppressedRow.decode(row(bytes("same"), null, null).encode()).oldValue()).isNull();
	}

}
