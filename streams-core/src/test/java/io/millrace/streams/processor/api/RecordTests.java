package io.millrace.streams.processor.api;

import java.nio.charset.StandardCharsets;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

class RecordTests {

	private final Headers headers = new RecordHeaders().add("h", "1".getBytes(StandardCharsets.UTF_8));

	private final Record<String, Integer> record = new Record<>("k", 1, 10, this.headers);

	@Test
	void copiesDifferInOneThing() {
		assertThat(this.record.withKey(2L)).isEqualTo(new Record<>(2L, 1, 10, this.headers));
		assertThat(this.record.withValue("v")).isEqualTo(new Record<>("k", "v", 10, this.headers));
		assertThat(this.record.withTimestamp(11)).isEqualTo(new Record<>("k", 1, 11, this.headers));
		assertThat(this.record.withHeaders(new RecordHeaders())).isEqualTo(new Record<>("k", 1, 10));
		assertThat(this.record.withValue(1)).isEqualTo(this.record).hasSameHashCodeAs(this.record);
		assertThat(this.record).isNotEqualTo(this.record.withTimestamp(11));
	}

	@Test
	void headersOfACopyAreItsOwn() {
		Record<String, Integer> copy = this.record.withValue(2);
		copy.headers().add("h", "2".getBytes(StandardCharsets.UTF_8));
		this.headers.remove("h");
		assertThat(this.record.headers().toArray()).hasSize(1);
		assertThat(copy.headers().toArray()).hasSize(2);
		FixedKeyRecord<String, Integer> fixed = InternalFixedKeyRecordFactory.create(this.record);
		fixed.withValue(3).headers().remove("h");
		assertThat(fixed.headers().toArray()).hasSize(1);
	}

	@Test
	void negativeTimestampsAreRefused() {
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> new Record<>("k", 1, -1))
			.withMessageContaining("-1");
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> this.record.withTimestamp(-2))
			.withMessageContaining("-2");
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> InternalFixedKeyRecordFactory.create(this.record).withTimestamp(-2));
	}

	@Test
	void keysAndValuesMayBeNull() {
		Record<String, Integer> empty = new Record<>(null, null, 0);
		assertThat(empty.key()).isNull();
		assertThat(empty.value()).isNull();
		assertThat(empty).isEqualTo(new Record<>(null, null, 0, null));
	}

	@Test
	void fixedKeyRecordKeepsItsKey() {
		FixedKeyRecord<String, Integer> fixed = InternalFixedKeyRecordFactory.create(this.record);
		assertThat(fixed.key()).isEqualTo("k");
		assertThat(fixed.value()).isEqualTo(1);
		assertThat(fixed.timestamp()).isEqualTo(10);
		assertThat(fixed.headers()).isEqualTo(this.headers);
		assertThat(fixed.withValue("v").key()).isEqualTo("k");
		assertThat(fixed.withTimestamp(11).timestamp()).isEqualTo(11);
		assertThat(fixed.withHeaders(new RecordHeaders()).headers()).isEmpty();
		assertThat(fixed).isEqualTo(InternalFixedKeyRecordFactory.create(this.record))
			.hasSameHashCodeAs(InternalFixedKeyRecordFactory.create(this.record))
			.isNotEqualTo(fixed.withValue(2));
	}

	@Test
	void contextIsThereFromInitOn() {
		ContextualProcessor<String, String, String, String> processor = new ContextualProcessor<>() {

			@Override
			public void process(Record<String, String> record) {
				context().commit();
			}

		};
		assertThatNullPointerException().isThrownBy(() -> processor.process(new Record<>("k", "v", 0)))
			.withMessageContaining("init");
	}

}
