package io.millrace.streams.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * One run of Kafka's broker and controller, from the first byte on disk to shut down. It
 * is put together from Kafka's own parts, as {@link KafkaRaftServer} does it, to hand in
 * two things: sockets that are bound already, and a treatment of fatal faults that
 * doesn't halt the JVM. {@link EmbeddedKafka} starts one per start.
 */
final class Broker {

	private static final Logger logger = LoggerFactory.getLogger(Broker.class);

	private final ControllerServer controller;

	private final BrokerServer broker;

	private final int port;

	private Broker(ControllerServer controller, BrokerServer broker, int port) {
		this.controller = controller;
		this.broker = broker;
		this.port = port;
	}

	/**
	 * Starts a broker and returns when it serves requests.
	 * @param data where its data is or shall be
	 * @param port its port, or 0 for a free one
	 * @param properties the user's properties
	 * @param faultHandlers what to do about faults
	 * @throws Exception if anything fails; nothing keeps running then
	 */
	static Broker start(Path data, int port, Map<String, String> properties, FaultHandlerFactory faultHandlers)
			throws Exception {
		try (ListenerSockets sockets = new ListenerSockets(port)) {
			Properties all = BrokerProperties.of(data, sockets.brokerPort(), sockets.controllerPort(), properties);
			KafkaConfig config = KafkaConfig.fromProps(all, false);
			format(data);
			Broker broker = create(config, sockets, faultHandlers);
			broker.startUp();
			return broker;
		}
	}

	int port() {
		return this.port;
	}

	void shutDown() {
		this.broker.shutdown();
		this.controller.shutdown();
		this.broker.awaitShutdown();
		this.controller.awaitShutdown();
	}

	private void startUp() {
		try {
			// In this order: the broker registers with the controller.
			this.controller.startup();
			this.broker.startup();
		}
		catch (Throwable ex) {
			try {
				shutDown();
			}
			catch (RuntimeException suppressed) {
				ex.addSuppressed(suppressed);
			}
			throw ex;
		}
	}

	private static Broker create(KafkaConfig config, ListenerSockets sockets, FaultHandlerFactory faultHandlers)
			throws IOException {
		Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> directories = KafkaRaftServer.initializeLogDirs(config,
				logger, "");
		String clusterId = directories._1().clusterId().orElseThrow();
		InetSocketAddress voter = new InetSocketAddress(InetAddress.getByName("localhost"), sockets.controllerPort());
		SharedServer shared = new SharedServer(config, directories._1(), Time.SYSTEM,
				Server.initializeMetrics(config, Time.SYSTEM, clusterId),
				CompletableFuture.completedFuture(Map.of(BrokerProperties.NODE_ID, voter)), List.of(), faultHandlers,
				sockets);
		BrokerServer broker = new BrokerServer(shared);
		ControllerServer controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
		return new Broker(controller, broker, sockets.brokerPort());
	}

	private static void format(Path data) throws Exception {
		// Kafka's formatter writes this file last.
		if (Files.exists(data.resolve("meta.properties"))) {
			return;
		}
		new Formatter().setNodeId(BrokerProperties.NODE_ID)
			.setClusterId(Uuid.randomUuid().toString())
			.addDirectory(data.toString())
			.setMetadataLogDirectory(data.toString())
			.setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
			.setSupportedFeatures(Feature.PRODUCTION_FEATURES)
			.setIgnoreFormatted(true)
			.setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
			.run();
	}

}
