package io.millrace.streams.internal.operator;

import java.util.List;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Predicate;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Hands each record to the first branch whose condition holds. Every branch is a child of
 * its own; one without a condition takes what no branch before it took.
 */
public final class BranchOperator extends Operator {

	private static final Predicate<Object, Object> ALWAYS = (key, value) -> true;

	private final List<Branch> declared;

	private final Predicate<Object, Object>[] predicates;

	private final Operator[] branches;

	/**
	 * Makes the operator.
	 * @param branches the branches in their order
	 */
	@SuppressWarnings({ "unchecked", "rawtypes" })
	public BranchOperator(List<Branch> branches) {
		this.declared = List.copyOf(branches);
		this.predicates = new Predicate[branches.size()];
		this.branches = new Operator[branches.size()];
	}

	@Override
	@SuppressWarnings("unchecked")
	public void init(OperatorContext context) {
		for (int index = 0; index < this.branches.length; index++) {
			Branch branch = this.declared.get(index);
			this.predicates[index] = (branch.predicate() != null) ? (Predicate<Object, Object>) branch.predicate()
					: ALWAYS;
			this.branches[index] = child(branch.name());
		}
	}

	private Operator child(String name) {
		for (Operator child : children()) {
			if (child.name().equals(name)) {
				return child;
			}
		}
		throw new TopologyException("Branch " + name + " of " + name() + " is missing.");
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		for (int index = 0; index < this.predicates.length; index++) {
			if (this.predicates[index].test(key, value)) {
				this.branches[index].accept(key, value, timestamp, headers);
				return;
			}
		}
	}

	/**
	 * One branch.
	 *
	 * @param name the name of the child that takes it
	 * @param predicate its condition, or null to take everything
	 */
	public record Branch(String name, @Nullable Predicate<?, ?> predicate) {
	}

}
