package io.millrace.streams.internal.store;

/**
 * What a store that users hold stands before: the content in its task, or what a view
 * reads.
 */
interface StoreContent {

	String name();

	boolean isOpen();

	boolean persistent();

}
