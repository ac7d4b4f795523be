package io.millrace.streams.embedded;

import org.apache.kafka.server.fault.FaultHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in what Kafka's broker reports as a fault of its own: logs it and, if it is
 * fatal, runs what the owner of the broker asked for, where Kafka would halt the JVM.
 */
final class BrokerFault implements FaultHandler {

	private static final Logger logger = LoggerFactory.getLogger(BrokerFault.class);

	private final String part;

	private final boolean fatal;

	private final Runnable cleanUp;

	private final Runnable onFatal;

	/**
	 * Creates a handler.
	 * @param part the part of the broker that may fail
	 * @param fatal whether the broker can't go on after such a fault
	 * @param cleanUp what Kafka wants done
	 * @param onFatal what the owner wants done after a fatal fault
	 */
	BrokerFault(String part, boolean fatal, Runnable cleanUp, Runnable onFatal) {
		this.part = part;
		this.fatal = fatal;
		this.cleanUp = cleanUp;
		this.onFatal = onFatal;
	}

	@Override
	public RuntimeException handleFault(String failureMessage, @Nullable Throwable cause) {
		String message = "Embedded Kafka broker, " + this.part + ": " + failureMessage;
		try {
			if (this.fatal) {
				logger.error("{}; the broker can't go on, its clients will time out: restart it", message, cause);
			}
			else {
				logger.warn("{}", message, cause);
			}
			this.cleanUp.run();
		}
		finally {
			if (this.fatal) {
				this.onFatal.run();
			}
		}
		return new EmbeddedKafkaException(message, cause);
	}

}
