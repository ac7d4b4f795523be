package io.millrace.streams.internal.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommitMetadataTests {

	private static final int MOST_CHARACTERS = 4096;

	private static final long NOW = 1790000000000L;

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 1, NOW, Long.MAX_VALUE })
	void partitionTimeSurvives(long time) {
		assertThat(CommitMetadata.decode(CommitMetadata.encode(time, Map.of())).partitionTime()).isEqualTo(time);
	}

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 1, NOW, Long.MAX_VALUE })
	void clocksSurvive(long time) {
		for (long partitionTime : new long[] { -1, 7, NOW, Long.MAX_VALUE }) {
			String encoded = CommitMetadata.encode(partitionTime, Map.of("one", time, "other", 3L, "third", time));
			CommitMetadata decoded = CommitMetadata.decode(encoded);
			assertThat(decoded.partitionTime()).isEqualTo(partitionTime);
			assertThat(decoded.clocks().time("one")).isEqualTo(time);
			assertThat(decoded.clocks().time("other")).isEqualTo(3);
			assertThat(decoded.clocks().time("third")).isEqualTo(time);
			assertThat(decoded.clocks().time("none")).isEqualTo(StreamTime.UNKNOWN);
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "not base64 !", "AA==", "/////////////w==", "AgAAAAAAAAAqAAAAAQAA", "AQAAAAAAAAAqAAAF" })
	void isNothingWhereTheMetadataIsOfAnotherOrigin(String metadata) {
		assertThat(CommitMetadata.decode(metadata)).isEqualTo(CommitMetadata.NONE);
	}

	@Test
	void isReadFromTheLaterLayoutOfKafkaStreams() {
		byte[] bytes = ByteBuffer.allocate(9).put((byte) 2).putLong(42).array();
		assertThat(CommitMetadata.decode(Base64.getEncoder().encodeToString(bytes)).partitionTime()).isEqualTo(42);
	}

	@Test
	void beginsLikeTheEarlierLayoutOfKafkaStreams() {
		ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(CommitMetadata.encode(42, Map.of("one", 43L))));
		assertThat(bytes.get()).isEqualTo((byte) 1);
		assertThat(bytes.getLong()).isEqualTo(42);
	}

	@Test
	void isReadAsEarlierVersionsWroteIt() {
		String longName = "an-operator-with-a-very-long-name-".repeat(6);
		Map<String, Long> written = new LinkedHashMap<>();
		written.put("KSTREAM-AGGREGATE-0000000003", 5L);
		String hash = "~" + Integer.toHexString(longName.hashCode());
		written.put(longName.substring(0, 32 - hash.length()) + hash, 6L);
		written.put("~" + Integer.toHexString("one-of-many".hashCode()), 7L);
		CommitMetadata decoded = CommitMetadata.decode(named(42, written));
		assertThat(decoded.partitionTime()).isEqualTo(42);
		assertThat(decoded.clocks().time("KSTREAM-AGGREGATE-0000000003")).isEqualTo(5);
		assertThat(decoded.clocks().time(longName)).isEqualTo(6);
		assertThat(decoded.clocks().time("one-of-many")).isEqualTo(7);
		assertThat(decoded.clocks().time("none")).isEqualTo(StreamTime.UNKNOWN);
	}

	private static String named(long partitionTime, Map<String, Long> times) {
		ByteBuffer bytes = ByteBuffer.allocate(4096).put((byte) 2).putLong(partitionTime).putInt(times.size());
		times.forEach((name,
				time) -> bytes.putInt(name.length()).put(name.getBytes(StandardCharsets.US_ASCII)).putLong(time));
		byte[] written = new byte[bytes.position()];
		bytes.flip().get(written);
		return Base64.getEncoder().encodeToString(written);
	}

	@Test
	void longNamesStayApart() {
		String name = "a-store-with-a-very-long-name-".repeat(6);
		// These two have the same hash code.
		Map<String, Long> times = Map.of(name + "Aa", 1L, name + "BB", 2L);
		CommitMetadata decoded = CommitMetadata.decode(CommitMetadata.encode(0, times));
		assertThat(decoded.clocks().time(name + "Aa")).isEqualTo(1);
		assertThat(decoded.clocks().time(name + "BB")).isEqualTo(2);
	}

	@Test
	void clocksThatAreFarApartFitWhatABrokerTakes() {
		Map<String, Long> times = new HashMap<>();
		for (int i = 0; i < CommitMetadata.CLOCKS_THAT_FIT; i++) {
			times.put(":KSTREAM-AGGREGATE-STATE-STORE-0000000" + (100 + i), NOW / CommitMetadata.CLOCKS_THAT_FIT * i);
		}
		allSurvive(times);
	}

	@Test
	void clocksThatAgreeTakeLessRoom() {
		Map<String, Long> times = new HashMap<>();
		for (int i = 0; i < 740; i++) {
			times.put(":KSTREAM-AGGREGATE-STATE-STORE-0000000" + (100 + i), NOW + i % 20);
		}
		allSurvive(times);
	}

	private static void allSurvive(Map<String, Long> times) {
		String encoded = CommitMetadata.encode(7, times);
		assertThat(encoded.length()).isLessThanOrEqualTo(MOST_CHARACTERS);
		CommitMetadata decoded = CommitMetadata.decode(encoded);
		times.forEach((name, time) -> assertThat(decoded.clocks().time(name)).as(name).isEqualTo(time));
	}

	@Test
	void ofMoreThanFitThoseFurthestBehindAreLeftOut() {
		long seed = Long.getLong("seed", System.nanoTime());
		Random random = new Random(seed);
		for (int count : new int[] { 301, 500, 800, 3000 }) {
			Map<String, Long> times = new HashMap<>();
			for (int i = 0; i < count; i++) {
				times.put("clock-" + i, random.nextBoolean() ? NOW : NOW - random.nextLong(NOW));
			}
			String encoded = CommitMetadata.encode(NOW, times);
			assertThat(encoded.length()).as("seed %d", seed).isLessThanOrEqualTo(MOST_CHARACTERS);
			CommitMetadata decoded = CommitMetadata.decode(encoded);
			assertThat(decoded.partitionTime()).isEqualTo(NOW);
			long earliestKept = NOW;
			long latestLeftOut = -1;
			int kept = 0;
			for (Map.Entry<String, Long> clock : times.entrySet()) {
				long time = decoded.clocks().time(clock.getKey());
				if (time == StreamTime.UNKNOWN) {
					latestLeftOut = Math.max(latestLeftOut, clock.getValue());
				}
				else {
					assertThat(time).as("seed %d", seed).isEqualTo(clock.getValue());
					earliestKept = Math.min(earliestKept, time);
					kept++;
				}
			}
			assertThat(kept).as("seed %d", seed).isGreaterThanOrEqualTo(CommitMetadata.CLOCKS_THAT_FIT);
			assertThat(latestLeftOut).as("seed %d", seed).isLessThanOrEqualTo(earliestKept);
		}
	}

}
