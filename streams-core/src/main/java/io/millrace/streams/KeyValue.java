package io.millrace.streams;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A key and a value, either of which may be null.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public class KeyValue<K extends @Nullable Object, V extends @Nullable Object> {

	/** The key. */
	public final K key;

	/** The value. */
	public final V value;

	public KeyValue(K key, V value) {
		this.key = key;
		this.value = value;
	}

	public static <K extends @Nullable Object, V extends @Nullable Object> KeyValue<K, V> pair(K key, V value) {
		return new KeyValue<>(key, value);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof KeyValue<?, ?> pair && Objects.equals(this.key, pair.key)
				&& Objects.equals(this.value, pair.value);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.key, this.value);
	}

	@Override
	public String toString() {
		return "KeyValue(" + this.key + ", " + this.value + ")";
	}

}
