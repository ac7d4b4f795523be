package io.millrace.streams.internal.operator;

import java.util.List;

/**
 * How the clock of a window operator is called. Within a task, operators find it by the
 * operator whose clock it is. With the committed offsets its time is kept under the name
 * of the first store: that is what has seen those windows, whatever the operator that
 * fills it is called in the next version of the topology.
 *
 * @param operator the operator whose clock it is
 * @param stores the stores that hold the content of the windows, not to be changed
 * @param recordsOnly whether it is the second clock of an operator, that silence doesn't
 * move
 */
public record ClockName(String operator, List<String> stores, boolean recordsOnly) {

	/**
	 * Names the clock by which windows close.
	 * @param operator the operator whose clock it is
	 * @param stores the stores that hold the content of the windows, one at least
	 * @return the name
	 */
	public static ClockName of(String operator, String... stores) {
		return new ClockName(operator, List.of(stores), false);
	}

	/**
	 * Names the clock of the same operator that silence doesn't move.
	 */
	ClockName ofRecords() {
		return new ClockName(this.operator, this.stores, true);
	}

	/**
	 * What its time is kept under. No operator's name has a colon.
	 * @return the key
	 */
	public String key() {
		return (this.recordsOnly ? "records-of-store:" : ":") + this.stores.get(0);
	}

	/**
	 * What its time was kept under before stores named it.
	 * @return the key
	 */
	public String formerKey() {
		return this.recordsOnly ? "records:" + this.operator : this.operator;
	}

	/**
	 * Whether it is the same clock of the same operator.
	 * @param other the name of another
	 * @return true if so
	 */
	public boolean sameClock(ClockName other) {
		return this.recordsOnly == other.recordsOnly && this.operator.equals(other.operator);
	}

}
