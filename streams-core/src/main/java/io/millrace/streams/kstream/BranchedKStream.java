package io.millrace.streams.kstream;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A stream that is being split into branches. A record goes into the first branch whose
 * condition holds, in the order in which branches were added. The name of a branch is
 * that of the split followed by its own. Not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface BranchedKStream<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * As {@link #branch(Predicate, Branched)}, named by its number from 1.
	 * @param predicate the condition
	 * @return this object
	 */
	BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate);

	/**
	 * Adds a branch: it takes the records for which the condition holds and that no
	 * branch before took.
	 * @param predicate the condition
	 * @param branched the name of the branch and what is done with it
	 * @return this object
	 */
	BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate, Branched<K, V> branched);

	/**
	 * As {@link #defaultBranch(Branched)}, named {@code 0}.
	 * @return the branches by their full names, those that went to a consumer left out
	 */
	Map<String, KStream<K, V>> defaultBranch();

	/**
	 * Ends the split: what no branch took goes into one more branch.
	 * @param branched the name of the branch and what is done with it
	 * @return the branches by their full names, those that went to a consumer left out
	 */
	Map<String, KStream<K, V>> defaultBranch(Branched<K, V> branched);

	/**
	 * Ends the split: what no branch took is dropped.
	 * @return the branches by their full names, those that went to a consumer left out
	 */
	Map<String, KStream<K, V>> noDefaultBranch();

}
