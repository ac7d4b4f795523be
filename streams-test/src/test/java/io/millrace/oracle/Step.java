package io.millrace.oracle;

/**
 * One operator of a {@link Plan}.
 *
 * @param kind what it does
 * @param left the step that it takes its input from; of no meaning for sources
 * @param right the step that it takes its second input from, if it has one
 * @param variant which of a few functions, windows or names it uses
 */
public record Step(StepKind kind, int left, int right, int variant) {

	@Override
	public String toString() {
		return this.kind + "," + this.left + "," + this.right + "," + this.variant;
	}

	static Step parse(String text) {
		String[] parts = text.split(",");
		return new Step(StepKind.valueOf(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]),
				Integer.parseInt(parts[3]));
	}

	/**
	 * The same on steps of other numbers.
	 */
	Step at(int newLeft, int newRight) {
		return new Step(this.kind, newLeft, newRight, this.variant);
	}

}
