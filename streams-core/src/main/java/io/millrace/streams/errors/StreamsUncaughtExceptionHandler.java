package io.millrace.streams.errors;

/**
 * Decides what happens after a processing thread failed. Called by the thread that
 * failed; one instance serves all threads, so it has to be thread-safe.
 */
@FunctionalInterface
public interface StreamsUncaughtExceptionHandler {

	/**
	 * Decides about a failure.
	 * @param exception what ended the thread
	 * @return what to do
	 */
	StreamThreadExceptionResponse handle(Throwable exception);

	/**
	 * What can be done after a thread failed.
	 */
	enum StreamThreadExceptionResponse {

		/** Start another thread, which goes on from what was committed last. */
		REPLACE_THREAD(0, "REPLACE_THREAD"),
		/** Stop this instance; others take its tasks over. */
		SHUTDOWN_CLIENT(1, "SHUTDOWN_KAFKA_STREAMS_CLIENT"),
		/** Stop all instances of the application. */
		SHUTDOWN_APPLICATION(2, "SHUTDOWN_KAFKA_STREAMS_APPLICATION");

		/** A name that stays the same between versions. */
		public final String name;

		/** A number that stays the same between versions. */
		public final int id;

		StreamThreadExceptionResponse(int id, String name) {
			this.id = id;
			this.name = name;
		}

	}

}
