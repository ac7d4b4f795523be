package io.millrace.streams.internal.runtime;

/**
 * How long nothing has come to one task for sure, from what brokers answered to the
 * question whether they have more records than were taken. Between two answers that they
 * haven't, nothing has come; unless the answers lie so far apart that brokers were out of
 * reach in between, where records may have been held up. Pure; asked by
 * {@link SilenceWatch}.
 */
final class KnownSilence {

	private static final long NEVER = Long.MIN_VALUE;

	private final long longestGapMillis;

	/** When no record was left, the last time that is known of. */
	private long quietAt = NEVER;

	/** When the question was asked that is on its way; void once something comes. */
	private long askedAt = NEVER;

	/**
	 * Makes it; nothing is known yet.
	 * @param longestGapMillis how far apart two answers may lie
	 */
	KnownSilence(long longestGapMillis) {
		this.longestGapMillis = longestGapMillis;
	}

	/**
	 * Records came, or wait.
	 */
	void broken() {
		this.quietAt = NEVER;
		this.askedAt = NEVER;
	}

	/**
	 * Brokers are asked.
	 * @param now milliseconds
	 */
	void asked(long now) {
		this.askedAt = now;
	}

	/**
	 * All answers are there, or some won't come.
	 * @param nothingLeft whether brokers are known to have no more records
	 * @return by how many milliseconds the silence is longer than was known
	 */
	long answered(boolean nothingLeft) {
		long asked = this.askedAt;
		this.askedAt = NEVER;
		if (asked == NEVER) {
			return 0;
		}
		long before = this.quietAt;
		this.quietAt = nothingLeft ? asked : NEVER;
		if (!nothingLeft || before == NEVER || asked - before > this.longestGapMillis) {
			return 0;
		}
		return asked - before;
	}

}
