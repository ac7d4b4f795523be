package io.millrace.streams.kstream;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A key within a window: what rows of a windowed table are called. Equal to another if
 * key and window are. Immutable if the key is.
 *
 * @param <K> the type of the key
 */
public class Windowed<K extends @Nullable Object> {

	private final K key;

	private final Window window;

	/**
	 * Makes a windowed key.
	 * @param key the key
	 * @param window the window
	 */
	public Windowed(K key, Window window) {
		this.key = key;
		this.window = window;
	}

	/**
	 * The key within the window.
	 * @return the key
	 */
	public K key() {
		return this.key;
	}

	/**
	 * The window.
	 * @return the window
	 */
	public Window window() {
		return this.window;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || (other instanceof Windowed<?> windowed && this.window.equals(windowed.window)
				&& Objects.equals(this.key, windowed.key));
	}

	@Override
	public int hashCode() {
		return 31 * this.window.hashCode() + Objects.hashCode(this.key);
	}

	@Override
	public String toString() {
		return "[" + this.key + "@" + this.window.start() + "/" + this.window.end() + "]";
	}

}
