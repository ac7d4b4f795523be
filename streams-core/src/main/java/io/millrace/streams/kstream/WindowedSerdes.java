package io.millrace.streams.kstream;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Serdes of windowed keys, to write and read topics that hold windowed tables.
 */
public class WindowedSerdes {

	/**
	 * There is nothing to be done with an instance; all methods are static.
	 */
	public WindowedSerdes() {
	}

	/**
	 * A serde for keys in time windows.
	 * @param <T> the type of the key within the window
	 * @param type the class of the key within the window, one that Kafka has a serde for
	 * @param windowSize the size of the windows in milliseconds
	 * @return a serde
	 * @throws IllegalArgumentException if Kafka has no serde for the class
	 */
	public static <T> Serde<Windowed<T>> timeWindowedSerdeFrom(Class<T> type, long windowSize) {
		return new TimeWindowedSerde<>(Serdes.serdeFrom(type), windowSize);
	}

	/**
	 * A serde for keys in sessions.
	 * @param <T> the type of the key within the session
	 * @param type the class of the key within the session, one that Kafka has a serde for
	 * @return a serde
	 * @throws IllegalArgumentException if Kafka has no serde for the class
	 */
	public static <T> Serde<Windowed<T>> sessionWindowedSerdeFrom(Class<T> type) {
		return new SessionWindowedSerde<>(Serdes.serdeFrom(type));
	}

	/**
	 * A serde for keys in time windows.
	 *
	 * @param <T> the type of the key within the window
	 */
	public static class TimeWindowedSerde<T> extends Serdes.WrapperSerde<Windowed<T>> {

		/**
		 * For Kafka, which makes it by name and then configures it.
		 */
		public TimeWindowedSerde() {
			super(new TimeWindowedSerializer<>(), new TimeWindowedDeserializer<>());
		}

		/**
		 * Makes a serde.
		 * @param inner the serde of the key within the window
		 * @param windowSize the size of the windows in milliseconds
		 */
		public TimeWindowedSerde(Serde<T> inner, long windowSize) {
			super(new TimeWindowedSerializer<>(inner.serializer()),
					new TimeWindowedDeserializer<>(inner.deserializer(), windowSize));
		}

		/**
		 * Reads the keys of a window store's changelog.
		 * @param isChangelogTopic whether such keys are read
		 * @return this serde
		 */
		public TimeWindowedSerde<T> forChangelog(boolean isChangelogTopic) {
			((TimeWindowedDeserializer<T>) deserializer()).setIsChangelogTopic(isChangelogTopic);
			return this;
		}

	}

	/**
	 * A serde for keys in sessions.
	 *
	 * @param <T> the type of the key within the session
	 */
	public static class SessionWindowedSerde<T> extends Serdes.WrapperSerde<Windowed<T>> {

		/**
		 * For Kafka, which makes it by name and then configures it.
		 */
		public SessionWindowedSerde() {
			super(new SessionWindowedSerializer<>(), new SessionWindowedDeserializer<>());
		}

		/**
		 * Makes a serde.
		 * @param inner the serde of the key within the session
		 */
		public SessionWindowedSerde(Serde<T> inner) {
			super(new SessionWindowedSerializer<>(inner.serializer()),
					new SessionWindowedDeserializer<>(inner.deserializer()));
		}

	}

}
