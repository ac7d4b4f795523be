package io.millrace.streams.internal.task;

import java.nio.ByteBuffer;
import java.util.Base64;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StreamTimeTests {

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 1, 1790000000000L, Long.MAX_VALUE })
	void survivesInTheMetadataOfAnOffset(long time) {
		assertThat(StreamTime.decode(StreamTime.encode(time))).isEqualTo(time);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "not base64 !", "AA==", "/////////////w==" })
	void isUnknownWhereTheMetadataIsOfAnotherOrigin(String metadata) {
		assertThat(StreamTime.decode(metadata)).isEqualTo(StreamTime.UNKNOWN);
	}

	@Test
	void isReadFromTheLaterLayoutOfKafkaStreams() {
		byte[] bytes = ByteBuffer.allocate(20).put((byte) 2).putLong(42).array();
		assertThat(StreamTime.decode(Base64.getEncoder().encodeToString(bytes))).isEqualTo(42);
	}

	@Test
	void neverGoesBackWithARecord() {
		StreamTime time = new StreamTime();
		time.observe(10);
		time.observe(5);
		assertThat(time.now()).isEqualTo(10);
	}

}
