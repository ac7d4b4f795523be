package io.millrace.streams.spring.boot.autoconfigure;

/**
 * A bean that is told when streams applications start and stop. Every start is followed
 * by a stop before the next one. Called on the thread that starts or stops, so it must
 * not wait.
 */
public interface StreamsApplicationListener {

	/**
	 * An application was started; it need not be processing yet.
	 * @param application the application
	 */
	default void started(StreamsApplication application) {
	}

	/**
	 * An application was stopped.
	 * @param application the application
	 */
	default void stopped(StreamsApplication application) {
	}

}
