package io.millrace.streams.internal.store;

/**
 * What a store that users hold stands before: the content in its task, or the committed
 * one in the engine.
 */
interface StoreContent {

	String name();

	boolean isOpen();

	boolean persistent();

}
