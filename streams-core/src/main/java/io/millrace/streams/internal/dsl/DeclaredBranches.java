package io.millrace.streams.internal.dsl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.BranchOperator;
import io.millrace.streams.internal.operator.PassThroughOperator;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.BranchedKStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a {@link Program} while it is being split.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class DeclaredBranches<K extends @Nullable Object, V extends @Nullable Object> implements BranchedKStream<K, V> {

	private static final String BRANCH = "KSTREAM-BRANCH-";

	private final Program program;

	private final Step.Split split;

	private final List<BranchOperator.Branch> branches = new ArrayList<>();

	private final Function<Step.Stateless, KStream<K, V>> stream;

	private final Map<String, KStream<K, V>> results = new LinkedHashMap<>();

	private boolean ended;

	/**
	 * Starts a split.
	 * @param program the program
	 * @param given the name of the split, or null
	 * @param parent what is split
	 * @param stream makes the stream of a branch
	 */
	DeclaredBranches(Program program, @Nullable String given, Step parent,
			Function<Step.Stateless, KStream<K, V>> stream) {
		this.program = program;
		this.split = program.add(new Step.Split(program.names().operator(BRANCH, given), parent, this.branches));
		this.stream = stream;
	}

	@Override
	public BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate) {
		Objects.requireNonNull(predicate, "predicate can't be null");
		add(predicate, this.branches.size() + 1, Declared.Branching.defaults());
		return this;
	}

	@Override
	public BranchedKStream<K, V> branch(Predicate<? super K, ? super V> predicate, Branched<K, V> branched) {
		Objects.requireNonNull(predicate, "predicate can't be null");
		add(predicate, this.branches.size() + 1, Declared.branching(branched));
		return this;
	}

	@Override
	public Map<String, KStream<K, V>> defaultBranch() {
		add(null, 0, Declared.Branching.defaults());
		return noDefaultBranch();
	}

	@Override
	public Map<String, KStream<K, V>> defaultBranch(Branched<K, V> branched) {
		add(null, 0, Declared.branching(branched));
		return noDefaultBranch();
	}

	@Override
	public Map<String, KStream<K, V>> noDefaultBranch() {
		this.ended = true;
		return Collections.unmodifiableMap(this.results);
	}

	private void add(@Nullable Predicate<? super K, ? super V> predicate, int number,
			Declared.Branching<K, V> settings) {
		if (this.ended) {
			throw new TopologyException("The split " + this.split.name()
					+ " has been ended by defaultBranch or noDefaultBranch; add branches before that.");
		}
		String name = this.program.names()
			.operator(BRANCH, this.split.name() + ((settings.name() != null) ? settings.name() : number));
		this.branches.add(new BranchOperator.Branch(name, predicate));
		KStream<K, V> branch = this.stream.apply(this.program
			.add(new Step.Stateless(name, List.of(this.split), PassThroughOperator::new, "branch-start")));
		if (settings.function() != null) {
			KStream<K, V> chained = settings.function().apply(branch);
			if (chained != null) {
				this.results.put(name, chained);
			}
		}
		else if (settings.consumer() != null) {
			settings.consumer().accept(branch);
		}
		else {
			this.results.put(name, branch);
		}
	}

}
