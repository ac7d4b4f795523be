package io.millrace.streams.faults;

/**
 * Which of the updates of a key that a {@link ReferenceModel} makes have to be in the
 * output.
 */
public enum Updates {

	/** Each of them, once, in order. */
	EVERY,

	/**
	 * The last one, and any of the others, in order: for applications that forward
	 * several updates of a key within one commit as one.
	 */
	SOME,

	/**
	 * The last one. What comes before isn't looked at: for results that depend on which
	 * of two partitions is read first, such as those of joins by foreign key.
	 */
	LAST

}
