package io.millrace.streams.embedded;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

import org.apache.kafka.server.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The server sockets of an embedded broker, bound before the broker is configured and
 * handed to it when it opens its listeners. So the ports are known beforehand and can't
 * be taken by anybody else in between. {@link Broker} makes one for each start.
 */
final class ListenerSockets implements ServerSocketFactory, AutoCloseable {

	/*
	 * Below the ports that systems hand out to outgoing connections: while the broker is
	 * down, no connection can happen to take its port.
	 */
	private static final int LOWEST_FREE_PORT = 15_000;

	private static final int HIGHEST_FREE_PORT = 32_000;

	private static final int ATTEMPTS = 100;

	private static final int BACKLOG = 50;

	private final Map<String, ServerSocketChannel> sockets = new ConcurrentHashMap<>();

	private final int brokerPort;

	private final int controllerPort;

	/**
	 * Binds the sockets.
	 * @param port the broker's port, or 0 to choose a free one
	 * @throws IOException if the port can't be bound
	 */
	ListenerSockets(int port) throws IOException {
		try {
			this.brokerPort = open(BrokerProperties.BROKER_LISTENER, port);
			this.controllerPort = open(BrokerProperties.CONTROLLER_LISTENER, 0);
		}
		catch (IOException | RuntimeException ex) {
			close();
			throw ex;
		}
	}

	int brokerPort() {
		return this.brokerPort;
	}

	int controllerPort() {
		return this.controllerPort;
	}

	@Override
	public ServerSocketChannel openServerSocket(String listenerName, InetSocketAddress address, int backlog,
			int receiveBufferSize) throws IOException {
		ServerSocketChannel socket = this.sockets.remove(listenerName);
		if (socket == null) {
			throw new IOException("No socket was bound for the listener " + listenerName + " at " + address);
		}
		return socket;
	}

	/**
	 * Closes the sockets that no broker took over.
	 */
	@Override
	public void close() {
		for (ServerSocketChannel socket : this.sockets.values()) {
			closeQuietly(socket);
		}
		this.sockets.clear();
	}

	private int open(String listener, int port) throws IOException {
		ServerSocketChannel socket = (port != 0) ? bind(port) : bindAny();
		this.sockets.put(listener, socket);
		return ((InetSocketAddress) socket.getLocalAddress()).getPort();
	}

	private static ServerSocketChannel bindAny() throws IOException {
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST_FREE_PORT, HIGHEST_FREE_PORT + 1);
			ServerSocketChannel socket = bindIfFree(port);
			if (socket != null) {
				return socket;
			}
		}
		return bind(0);
	}

	private static @Nullable ServerSocketChannel bindIfFree(int port) throws IOException {
		try {
			return bind(port);
		}
		catch (BindException ex) {
			return null;
		}
	}

	private static ServerSocketChannel bind(int port) throws IOException {
		ServerSocketChannel socket = ServerSocketChannel.open();
		try {
			socket.configureBlocking(false);
			socket.bind(new InetSocketAddress(InetAddress.getByName("localhost"), port), BACKLOG);
			return socket;
		}
		catch (IOException | RuntimeException ex) {
			closeQuietly(socket);
			throw ex;
		}
	}

	private static void closeQuietly(ServerSocketChannel socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// Nothing is lost with it: no connection was accepted yet.
		}
	}

}
