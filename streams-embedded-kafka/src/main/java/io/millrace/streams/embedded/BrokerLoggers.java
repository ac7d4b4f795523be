package io.millrace.streams.embedded;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.status.StatusConsoleListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/**
 * Keeps the broker from flooding the log of the application that it runs in: sets the
 * broker's loggers to {@code WARN}, each unless a level is configured for it or for a
 * logger above it other than the root. Does so with Logback only; SLF4J itself knows no
 * levels. {@link EmbeddedKafka} calls it before each start.
 */
final class BrokerLoggers {

	/** It warns of each start, that it is one. */
	private static final String CONTROLLER = "org.apache.kafka.controller";

	/**
	 * Everything that only a broker uses, and the two clients' loggers that tell of the
	 * broker's own clients.
	 */
	static final List<String> NAMES = List.of("kafka", "state.change.logger", "org.apache.kafka.clients.admin",
			"org.apache.kafka.clients.NetworkClient", "org.apache.kafka.common.config",
			"org.apache.kafka.common.metrics", "org.apache.kafka.common.network", "org.apache.kafka.common.security",
			"org.apache.kafka.common.utils", "org.apache.kafka.config", CONTROLLER, "org.apache.kafka.coordinator",
			"org.apache.kafka.image", "org.apache.kafka.metadata", "org.apache.kafka.network", "org.apache.kafka.queue",
			"org.apache.kafka.raft", "org.apache.kafka.security", "org.apache.kafka.server",
			"org.apache.kafka.snapshot", "org.apache.kafka.storage", "org.apache.kafka.timeline",
			"org.apache.kafka.tools");

	private BrokerLoggers() {
	}

	static void quieten() {
		initializeLog4j();
		ILoggerFactory factory = LoggerFactory.getILoggerFactory();
		// By name: Logback need not be there.
		if (factory.getClass().getName().equals("ch.qos.logback.classic.LoggerContext")) {
			Logback.quieten(factory);
		}
	}

	/**
	 * Has Log4j's API, which Kafka's broker initialises, look for a logging provider
	 * without complaining on the console that there's none: it's not used for anything.
	 */
	private static void initializeLog4j() {
		try {
			StatusConsoleListener listener = StatusLogger.getLogger().getFallbackListener();
			org.apache.logging.log4j.Level level = listener.getStatusLevel();
			listener.setLevel(org.apache.logging.log4j.Level.OFF);
			try {
				LogManager.getFactory();
			}
			finally {
				listener.setLevel(level);
			}
		}
		catch (LinkageError ex) {
			// Another version of Log4j: then the complaint stays.
		}
	}

	static final class Logback {

		static void quieten(ILoggerFactory factory) {
			LoggerContext context = (LoggerContext) factory;
			for (String name : NAMES) {
				if (!isConfigured(context, name)) {
					context.getLogger(name).setLevel(name.equals(CONTROLLER) ? Level.ERROR : Level.WARN);
				}
			}
		}

		private static boolean isConfigured(LoggerContext context, String name) {
			int end = name.length();
			while (end > 0) {
				Logger logger = context.exists(name.substring(0, end));
				if (logger != null && logger.getLevel() != null) {
					return true;
				}
				end = name.lastIndexOf('.', end - 1);
			}
			return false;
		}

	}

}
