package io.millrace.streams.internal.dsl;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The serdes that a stream or table passes on to what is derived from it; null where the
 * application's default is meant.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param key the serde of the keys
 * @param value the serde of the values
 */
record SerdePair<K extends @Nullable Object, V extends @Nullable Object>(@Nullable Serde<K> key,
		@Nullable Serde<V> value) {

	static <K extends @Nullable Object, V extends @Nullable Object> SerdePair<K, V> defaults() {
		return new SerdePair<>(null, null);
	}

	<A extends @Nullable Object> SerdePair<A, V> withKey(@Nullable Serde<A> other) {
		return new SerdePair<>(other, this.value);
	}

	<A extends @Nullable Object> SerdePair<K, A> withValue(@Nullable Serde<A> other) {
		return new SerdePair<>(this.key, other);
	}

	SerdePair<K, V> orElse(SerdePair<K, V> other) {
		return new SerdePair<>((this.key != null) ? this.key : other.key,
				(this.value != null) ? this.value : other.value);
	}

	@Nullable Serializer<?> keySerializer() {
		return (this.key != null) ? this.key.serializer() : null;
	}

	@Nullable Serializer<?> valueSerializer() {
		return (this.value != null) ? this.value.serializer() : null;
	}

	@Nullable Deserializer<?> keyDeserializer() {
		return (this.key != null) ? this.key.deserializer() : null;
	}

	@Nullable Deserializer<?> valueDeserializer() {
		return (this.value != null) ? this.value.deserializer() : null;
	}

}
