package io.millrace.streams.internal.store;

import java.util.Locale;

/**
 * The reasons for which records and writes are dropped by what operators and stores mean.
 * They are tags of a metric, so they are few and hold no data.
 */
public enum DropReason {

	/** There is no key where one is needed. */
	NULL_KEY,
	/** There is no value where one is needed. */
	NULL_VALUE,
	/** A window is closed. */
	LATE,
	/** A window store doesn't keep content of that time any more. */
	EXPIRED_WINDOW,
	/** A versioned store doesn't keep versions of that time any more. */
	EXPIRED_VERSION,
	/** A table had a later change already. */
	OUT_OF_ORDER,
	/** What a row refers to changed before an answer came. */
	OVERTAKEN,
	/** A partitioner chose no partition. */
	NO_PARTITION,
	/** A timestamp extractor gave a time before 1970. */
	NEGATIVE_TIMESTAMP;

	private final String tag = name().toLowerCase(Locale.ROOT).replace('_', '-');

	/**
	 * The reason as metrics show it.
	 * @return its name in lower case, with hyphens
	 */
	public String tag() {
		return this.tag;
	}

}
