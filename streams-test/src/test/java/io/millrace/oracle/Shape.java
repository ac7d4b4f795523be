package io.millrace.oracle;

/**
 * What a step results in.
 */
public enum Shape {

	/** A stream of strings by string. */
	STREAM,

	/** A table of strings by string. */
	TABLE,

	/** A table of strings by string that every instance has in full. */
	GLOBAL,

	/** A table of strings by window and string. */
	WINDOWED

}
