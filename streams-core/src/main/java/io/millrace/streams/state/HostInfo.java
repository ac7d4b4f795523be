package io.millrace.streams.state;

import java.util.Objects;

import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of an instance of the application, as it was configured with
 * {@code application.server}. Immutable.
 */
public class HostInfo {

	private static final HostInfo UNAVAILABLE = new HostInfo("unavailable", -1);

	private final String host;

	private final int port;

	/**
	 * Names an endpoint.
	 * @param host the host
	 * @param port the port
	 */
	public HostInfo(String host, int port) {
		this.host = host;
		this.port = port;
	}

	/**
	 * Reads an endpoint.
	 * @param endPoint {@code host:port}, an IPv6 address in brackets
	 * @return the endpoint, or null if the text is null or blank
	 * @throws ConfigException if the text isn't of that form
	 */
	public static @Nullable HostInfo buildFromEndpoint(@Nullable String endPoint) {
		if (endPoint == null || endPoint.isBlank()) {
			return null;
		}
		String text = endPoint.trim();
		int scheme = text.indexOf("://");
		int start = (scheme < 0) ? 0 : scheme + 3;
		int separator = text.lastIndexOf(':');
		if (separator > start && separator < text.length() - 1) {
			String host = text.substring(start, separator);
			boolean bracketed = host.startsWith("[") && host.endsWith("]");
			if (bracketed || host.indexOf(':') < 0) {
				try {
					int port = Integer.parseInt(text.substring(separator + 1));
					if (port >= 0 && port <= 65535) {
						return new HostInfo(bracketed ? host.substring(1, host.length() - 1) : host, port);
					}
				}
				catch (NumberFormatException ex) {
					// Refused below.
				}
			}
		}
		throw new ConfigException("application.server is " + text + "; it has to be of the form host:port.");
	}

	/**
	 * Stands for an endpoint that isn't known at the moment.
	 * @return the host {@code unavailable} with port -1
	 */
	public static HostInfo unavailable() {
		return UNAVAILABLE;
	}

	/**
	 * The host.
	 * @return the name or address
	 */
	public String host() {
		return this.host;
	}

	/**
	 * The port.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof HostInfo info && this.port == info.port && this.host.equals(info.host);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.host, this.port);
	}

	@Override
	public String toString() {
		return this.host + ":" + this.port;
	}

}
