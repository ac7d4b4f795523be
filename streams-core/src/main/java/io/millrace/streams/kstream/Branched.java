package io.millrace.streams.kstream;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import io.millrace.streams.internal.topology.LegalName;
import org.jspecify.annotations.Nullable;

/**
 * A branch of a split stream: its name, and what is done with it. Immutable.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class Branched<K extends @Nullable Object, V extends @Nullable Object>
		implements NamedOperation<Branched<K, V>> {

	/** The name, appended to that of the split; null for a number. */
	protected final @Nullable String name;

	/** Makes of the branch what goes into the result map, or null. */
	protected final @Nullable Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chainFunction;

	/** Takes the branch, or null. */
	protected final @Nullable Consumer<? super KStream<K, V>> chainConsumer;

	/**
	 * Sets everything.
	 * @param name the name, or null
	 * @param chainFunction makes of the branch what goes into the result map, or null
	 * @param chainConsumer takes the branch, or null
	 */
	protected Branched(@Nullable String name,
			@Nullable Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chainFunction,
			@Nullable Consumer<? super KStream<K, V>> chainConsumer) {
		this.name = LegalName.checkIfGiven("name of a branch", name);
		this.chainFunction = chainFunction;
		this.chainConsumer = chainConsumer;
	}

	/**
	 * Copies all settings.
	 * @param branched what to copy
	 */
	protected Branched(Branched<K, V> branched) {
		this(branched.name, branched.chainFunction, branched.chainConsumer);
	}

	/**
	 * Names a branch, which goes into the result map.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param name what is appended to the name of the split
	 * @return the branch
	 * @throws NullPointerException if the name is null
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, see
	 * {@link Named#as}
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> as(String name) {
		return new Branched<>(Objects.requireNonNull(name, "name can't be null"), null, null);
	}

	/**
	 * Puts what a function makes of the branch into the result map.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param chain the function; if it returns null, the map gets nothing
	 * @return the branch
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withFunction(
			Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chain) {
		return new Branched<>(null, Objects.requireNonNull(chain, "chain function can't be null"), null);
	}

	/**
	 * Hands the branch to a consumer; the result map gets nothing.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param chain the consumer
	 * @return the branch
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withConsumer(
			Consumer<KStream<K, V>> chain) {
		return new Branched<>(null, null, Objects.requireNonNull(chain, "chain consumer can't be null"));
	}

	/**
	 * Puts what a function makes of the branch into the result map.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param chain the function; if it returns null, the map gets nothing
	 * @param name what is appended to the name of the split; null for a number
	 * @return the branch
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withFunction(
			Function<? super KStream<K, V>, ? extends @Nullable KStream<K, V>> chain, @Nullable String name) {
		return new Branched<>(name, Objects.requireNonNull(chain, "chain function can't be null"), null);
	}

	/**
	 * Hands the branch to a consumer; the result map gets nothing.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param chain the consumer
	 * @param name what is appended to the name of the split; null for a number
	 * @return the branch
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Branched<K, V> withConsumer(
			Consumer<? super KStream<K, V>> chain, @Nullable String name) {
		return new Branched<>(name, null, Objects.requireNonNull(chain, "chain consumer can't be null"));
	}

	/**
	 * Names the branch.
	 * @param name what is appended to the name of the split; null for a number
	 * @return a new object
	 */
	@Override
	public Branched<K, V> withName(@Nullable String name) {
		return new Branched<>(name, this.chainFunction, this.chainConsumer);
	}

}
