package io.millrace.streams.kstream;

import java.util.Map;

public interface BranchedKStream<K, V> {

	BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate);

	BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate, Branched<K, V> branched);

	Map<String, KStream<K, V>> defaultBranch();

	Map<String, KStream<K, V>> defaultBranch(Branched<K, V> branched);

	Map<String, KStream<K, V>> noDefaultBranch();

}
