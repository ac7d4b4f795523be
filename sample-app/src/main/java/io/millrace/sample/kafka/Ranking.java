package io.millrace.sample.kafka;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds the highest of many without keeping them all.
 */
public final class Ranking {

	private Ranking() {
	}

	/**
	 * Returns the highest elements.
	 * @param <E> the type of the elements
	 * @param size how many to return at most
	 * @param elements the elements, used up by this call
	 * @param order which is higher
	 * @return the highest, in descending order
	 */
	public static <E> List<E> highest(int size, Iterator<E> elements, Comparator<? super E> order) {
		PriorityQueue<E> highest = new PriorityQueue<>(order);
		while (elements.hasNext()) {
			highest.add(elements.next());
			if (highest.size() > size) {
				highest.remove();
			}
		}
		List<E> descending = new ArrayList<>(highest);
		descending.sort(order.reversed());
		return descending;
	}

}
