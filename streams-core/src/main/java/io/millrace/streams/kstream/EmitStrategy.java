package io.millrace.streams.kstream;

/**
 * When the results of windows are given: at every change of a window, or once, when it is
 * closed.
 */
@FunctionalInterface
public interface EmitStrategy {

	/**
	 * Which of the two.
	 * @return the type
	 */
	StrategyType type();

	/**
	 * Gives the result of a window once, when it is closed: when stream time is past its
	 * end and the grace period. All windows that a jump of stream time closes are given
	 * at once, in their order, before the record is processed that moves time on; so is a
	 * restart of no influence. Results have no headers.
	 * @return the strategy
	 */
	static EmitStrategy onWindowClose() {
		return () -> StrategyType.ON_WINDOW_CLOSE;
	}

	/**
	 * Gives a result at every change of a window, or one for several changes between two
	 * commits. The default.
	 * @return the strategy
	 */
	static EmitStrategy onWindowUpdate() {
		return () -> StrategyType.ON_WINDOW_UPDATE;
	}

	/**
	 * The strategies there are.
	 */
	enum StrategyType {

		/** At every change of a window. */
		ON_WINDOW_UPDATE,
		/** Once, when the window is closed. */
		ON_WINDOW_CLOSE;

		/**
		 * The strategy of a type.
		 * @param type the type
		 * @return the strategy
		 */
		public static EmitStrategy forType(StrategyType type) {
			return (type == ON_WINDOW_CLOSE) ? onWindowClose() : onWindowUpdate();
		}

	}

}
