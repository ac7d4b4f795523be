package io.millrace.streams.faults;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.BiFunction;

/**
 * Inputs for applications that go by time: a tenth of a second apart, and a fourth of
 * them late by any time up to a bound.
 */
final class InputsOutOfOrder {

	private static final int KEYS = 20;

	private static final long STEP = 100;

	private InputsOutOfOrder() {
	}

	/**
	 * Makes a generator.
	 * @param topic the topic
	 * @param partitions its partitions
	 * @param latest by how many milliseconds an input is late at most
	 * @param value makes the value of the input with a number
	 * @return the generator
	 */
	static InputGenerator of(String topic, int partitions, int latest, BiFunction<Random, Long, String> value) {
		return (random, number) -> {
			int key = random.nextInt(KEYS);
			return new Input(topic, key % partitions, time(random, number, latest), bytes("key-" + key),
					bytes(value.apply(random, number)));
		};
	}

	private static long time(Random random, long number, int latest) {
		long time = Settings.START + number * STEP;
		return (random.nextInt(4) == 0) ? time - random.nextInt(latest) : time;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
