package io.millrace.streams.internal.task;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers what couldn't be sent in the order in which producers told of it, so that those
 * who are told of different records know what failed first. Thread-safe.
 */
public final class SendOrder {

	private static final AtomicLong counter = new AtomicLong();

	private SendOrder() {
	}

	/**
	 * The next number.
	 * @return a number that is higher than all before
	 */
	public static long next() {
		return counter.getAndIncrement();
	}

}
