package io.millrace.streams.internal.task;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommitMetadataTests {

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 1, 1790000000000L, Long.MAX_VALUE })
	void partitionTimeSurvives(long time) {
		assertThat(CommitMetadata.decode(new CommitMetadata(time, Map.of()).encode()).partitionTime()).isEqualTo(time);
	}

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 1, 1790000000000L, Long.MAX_VALUE })
	void operatorTimesSurvive(long time) {
		String encoded = new CommitMetadata(7, Map.of("one", time, "other", 3L)).encode();
		CommitMetadata decoded = CommitMetadata.decode(encoded);
		assertThat(decoded.partitionTime()).isEqualTo(7);
		assertThat(decoded.operatorTime("one")).isEqualTo(time);
		assertThat(decoded.operatorTime("other")).isEqualTo(3);
		assertThat(decoded.operatorTime("none")).isEqualTo(StreamTime.UNKNOWN);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "not base64 !", "AA==", "/////////////w==", "AgAAAAAAAAAqAAAAAQAA" })
	void isNothingWhereTheMetadataIsOfAnotherOrigin(String metadata) {
		assertThat(CommitMetadata.decode(metadata)).isEqualTo(CommitMetadata.NONE);
	}

	@Test
	void isReadFromTheLaterLayoutOfKafkaStreams() {
		byte[] bytes = ByteBuffer.allocate(20).put((byte) 2).putLong(42).array();
		assertThat(CommitMetadata.decode(Base64.getEncoder().encodeToString(bytes)).partitionTime()).isEqualTo(42);
	}

	@Test
	void longNamesAreCutAndStayApart() {
		String name = "an-operator-with-a-very-long-name-".repeat(6);
		Map<String, Long> times = Map.of(name + "1", 1L, name + "2", 2L);
		CommitMetadata decoded = CommitMetadata.decode(new CommitMetadata(0, times).encode());
		assertThat(decoded.operatorTime(name + "1")).isEqualTo(1);
		assertThat(decoded.operatorTime(name + "2")).isEqualTo(2);
	}

	@Test
	void manyOperatorsFitWhatABrokerTakes() {
		Map<String, Long> times = new HashMap<>();
		for (int i = 0; i < 140; i++) {
			times.put("KSTREAM-AGGREGATE-0000000" + (100 + i), 1790000000000L + i);
		}
		String encoded = new CommitMetadata(7, times).encode();
		assertThat(encoded.length()).isLessThanOrEqualTo(4096);
		CommitMetadata decoded = CommitMetadata.decode(encoded);
		times.forEach((name, time) -> assertThat(decoded.operatorTime(name)).isEqualTo(time));
	}

	@Test
	void fiftyOperatorsFitWhatABrokerTakes() {
		Map<String, Long> times = new HashMap<>();
		for (int i = 0; i < 50; i++) {
			times.put("KSTREAM-AGGREGATE-00000000000000000000" + i, 1790000000000L);
		}
		assertThat(new CommitMetadata(0, times).encode().length()).isLessThanOrEqualTo(4096);
	}

}
