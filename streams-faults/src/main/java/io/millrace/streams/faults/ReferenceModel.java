package io.millrace.streams.faults;

import java.util.Map;
import java.util.function.Consumer;

/**
 * What the application under test should do, written down without streams, processes or
 * commits: takes one input after another and says what comes out. Inputs come in the
 * order of their partition; the order of partitions among each other is any, so what it
 * says of one key must depend on one input partition alone, unless only the
 * {@linkplain Updates#LAST last} value is compared. Used by one thread.
 */
public interface ReferenceModel {

	/**
	 * Takes the next input.
	 * @param input the record
	 * @param outputs takes what must be committed for it, in order
	 */
	void process(Input input, Consumer<Output> outputs);

	/**
	 * What the stores hold after all inputs so far, as text. The key of a window or
	 * session is that of {@link io.millrace.streams.kstream.Windowed#toString}.
	 * @return the entries of each store by its name; empty if stores aren't compared
	 */
	default Map<String, Map<String, String>> stores() {
		return Map.of();
	}

}
