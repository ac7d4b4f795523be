package io.millrace.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What user code in a plan computes: always the same from the same, and never long.
 */
public final class Functions {

	private static final int LONGEST = 12;

	private Functions() {
	}

	/**
	 * Whether a record passes.
	 */
	public static boolean passes(int variant, @Nullable Object key, @Nullable Object value) {
		return Math.floorMod(Objects.hash(String.valueOf(key), value) + variant, 3) != 0;
	}

	/**
	 * Another value; sometimes there is none.
	 */
	public static @Nullable String value(int variant, @Nullable Object key, @Nullable String value) {
		if (variant == 1 && Math.floorMod(Objects.hash(String.valueOf(key), value), 4) == 0) {
			return null;
		}
		return cut(key + ":" + value);
	}

	/**
	 * Another key; sometimes there is none.
	 */
	public static @Nullable String key(int variant, @Nullable String key, @Nullable String value) {
		if (variant == 1) {
			return (value == null) ? null : value.substring(0, 1);
		}
		return "k" + ((key != null) ? key.substring(0, 1) : "");
	}

	/**
	 * None to two strings.
	 */
	public static List<String> several(@Nullable String key, @Nullable String value) {
		List<String> all = new ArrayList<>();
		for (int i = Math.floorMod(Objects.hash(key, value), 3); i > 0; i--) {
			all.add(cut(i + "/" + value));
		}
		return all;
	}

	/**
	 * Something made of two, or nothing at times.
	 */
	public static @Nullable String together(int variant, @Nullable String one, @Nullable String other) {
		String joined = cut(one + "+" + other);
		return (variant == 1 && Math.floorMod(joined.hashCode(), 5) == 0) ? null : joined;
	}

	public static String joined(@Nullable String one, @Nullable String other) {
		return cut(one + "|" + other);
	}

	private static String cut(String text) {
		return (text.length() <= LONGEST) ? text
				: text.charAt(0) + Integer.toString(Math.floorMod(text.hashCode(), 100_000), 36);
	}

}
