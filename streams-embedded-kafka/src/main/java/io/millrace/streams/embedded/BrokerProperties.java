package io.millrace.streams.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

/**
 * The configuration of an embedded broker: what the broker decides by itself, the user's
 * own properties, and defaults that keep one broker small, quick to start and quick to
 * notice members that are gone. {@link Broker} asks it when it starts.
 */
final class BrokerProperties {

	static final String BROKER_LISTENER = "PLAINTEXT";

	static final String CONTROLLER_LISTENER = "CONTROLLER";

	static final int NODE_ID = 1;

	/** Properties that follow from the directory, the ports and the single node. */
	private static final Map<String, String> RESERVED = Map.ofEntries(
			Map.entry("process.roles", "it is always broker and controller in one"),
			Map.entry("node.id", "there is just one node"), Map.entry("broker.id", "there is just one node"),
			Map.entry("controller.quorum.voters", "there is just one node"),
			Map.entry("controller.quorum.bootstrap.servers", "there is just one node"),
			Map.entry("controller.listener.names", "its listeners are fixed"),
			Map.entry("inter.broker.listener.name", "its listeners are fixed"),
			Map.entry("listeners", "set the port instead"), Map.entry("advertised.listeners", "set the port instead"),
			Map.entry("log.dir", "set the directory instead"), Map.entry("log.dirs", "set the directory instead"),
			Map.entry("metadata.log.dir", "set the directory instead"));

	private static final Map<String, String> DEFAULTS = defaults();

	private BrokerProperties() {
	}

	/**
	 * Returns why a property can't be set by the user, or {@code null} if it can.
	 */
	static @Nullable String reservedBecause(String name) {
		return RESERVED.get(name);
	}

	static Properties of(Path data, int port, int controllerPort, Map<String, String> custom) {
		Properties properties = new Properties();
		properties.putAll(DEFAULTS);
		properties.putAll(custom);
		properties.setProperty("process.roles", "broker,controller");
		properties.setProperty("node.id", String.valueOf(NODE_ID));
		properties.setProperty("controller.quorum.voters", NODE_ID + "@localhost:" + controllerPort);
		properties.setProperty("controller.listener.names", CONTROLLER_LISTENER);
		properties.setProperty("inter.broker.listener.name", BROKER_LISTENER);
		String brokerListener = BROKER_LISTENER + "://localhost:" + port;
		String controllerListener = CONTROLLER_LISTENER + "://localhost:" + controllerPort;
		properties.setProperty("listeners", brokerListener + "," + controllerListener);
		properties.setProperty("advertised.listeners", brokerListener);
		properties.setProperty("log.dirs", data.toString());
		return properties;
	}

	private static Map<String, String> defaults() {
		Map<String, String> defaults = new LinkedHashMap<>();
		defaults.put("listener.security.protocol.map",
				BROKER_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
		defaults.put("auto.create.topics.enable", "false");
		addSingleNode(defaults);
		addQuickGroups(defaults);
		addSmallFootprint(defaults);
		return defaults;
	}

	private static void addSingleNode(Map<String, String> defaults) {
		defaults.put("default.replication.factor", "1");
		defaults.put("min.insync.replicas", "1");
		for (String topic : new String[] { "offsets.topic", "transaction.state.log",
				"share.coordinator.state.topic" }) {
			defaults.put(topic + ".num.partitions", "1");
			defaults.put(topic + ".replication.factor", "1");
		}
		defaults.put("transaction.state.log.min.isr", "1");
		defaults.put("share.coordinator.state.topic.min.isr", "1");
		// Rather an error than a start that hangs.
		defaults.put("server.max.startup.time.ms", "120000");
		// A broker that was killed may register again only after its old session ended.
		defaults.put("broker.session.timeout.ms", "3000");
		defaults.put("broker.heartbeat.interval.ms", "500");
	}

	private static void addQuickGroups(Map<String, String> defaults) {
		defaults.put("group.initial.rebalance.delay.ms", "0");
		defaults.put("group.min.session.timeout.ms", "1000");
		for (String protocol : new String[] { "group.streams", "group.consumer", "group.share" }) {
			defaults.put(protocol + ".min.session.timeout.ms", "1000");
			defaults.put(protocol + ".session.timeout.ms", "3000");
			defaults.put(protocol + ".min.heartbeat.interval.ms", "100");
			defaults.put(protocol + ".heartbeat.interval.ms", "500");
		}
		defaults.put("group.streams.initial.rebalance.delay.ms", "0");
		defaults.put("group.streams.assignment.interval.ms", "0");
		// A dead application's open transaction holds up read-committed consumers.
		defaults.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
	}

	private static void addSmallFootprint(Map<String, String> defaults) {
		defaults.put("num.network.threads", "1");
		defaults.put("num.io.threads", "2");
		defaults.put("background.threads", "1");
		defaults.put("num.replica.fetchers", "1");
		defaults.put("num.recovery.threads.per.data.dir", "1");
		defaults.put("log.cleaner.threads", "1");
		defaults.put("log.cleaner.dedupe.buffer.size", "2097152");
		defaults.put("log.index.size.max.bytes", "1048576");
		// No JMX beans: two brokers in one JVM would fight for their names.
		defaults.put("metric.reporters", "");
	}

}
