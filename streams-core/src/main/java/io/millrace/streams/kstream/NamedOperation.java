package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * What can carry a name for the operator that it describes.
 *
 * @param <T> the type itself
 */
interface NamedOperation<T extends NamedOperation<T>> {

	/**
	 * Names the operator.
	 * @param name the name; null for a generated one
	 * @return an object with that name
	 */
	T withName(@Nullable String name);

}
