package io.millrace.streams.spring.boot.autoconfigure;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;

/**
 * Reads Spring Boot's own {@code spring.kafka.*} and {@code spring.kafka.streams.*}. They
 * are bound here and not taken from Boot's class for them, which can't be used without
 * Spring Kafka.
 */
class KafkaPropertiesConnectionSettings implements ConnectionSettings {

	private static final List<String> DEFAULT_SERVERS = List.of("localhost:9092");

	private final Environment environment;

	private final ObjectProvider<SslBundles> sslBundles;

	KafkaPropertiesConnectionSettings(Environment environment, ObjectProvider<SslBundles> sslBundles) {
		this.environment = environment;
		this.sslBundles = sslBundles;
	}

	@Override
	public Set<String> apply(Map<String, Object> settings, PropertyNames names) {
		settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, DEFAULT_SERVERS);
		names.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "spring.kafka.bootstrap-servers");
		names.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "spring.kafka.security.protocol");
		Set<String> passedThrough = new LinkedHashSet<>();
		add(settings, names, passedThrough, "spring.kafka");
		add(settings, names, passedThrough, "spring.kafka.streams");
		return passedThrough;
	}

	private void add(Map<String, Object> settings, PropertyNames names, Set<String> passedThrough, String prefix) {
		BindResult<Connection> bound = Binder.get(this.environment).bind(prefix, Connection.class);
		if (!bound.isBound()) {
			return;
		}
		Connection connection = bound.get();
		put(settings, CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, connection.bootstrapServers());
		if (connection.security() != null) {
			put(settings, CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, connection.security().protocol());
		}
		if (connection.ssl() != null) {
			addSsl(settings, passedThrough, prefix, connection.ssl());
		}
		connection.properties().forEach((name, value) -> {
			settings.put(name, value);
			names.put(name, prefix + ".properties." + name);
			if (!ClientPrefixes.isKnown(name)) {
				ClientPrefixes.putForAll(settings, name, value);
				passedThrough.add(name);
			}
		});
	}

	private void addSsl(Map<String, Object> settings, Set<String> passedThrough, String prefix, Ssl ssl) {
		if (ssl.bundle() != null && !ssl.bundle().isEmpty()) {
			SslBundles bundles = this.sslBundles.getIfAvailable();
			if (bundles == null) {
				throw new StreamsConfigurationException(
						prefix + ".ssl.bundle names a bundle, but there are no SSL bundles in this application context",
						"Define the bundle below spring.ssl.bundle, or remove the property.");
			}
			passedThrough.add(SslBundleEngineFactory.apply(settings, bundles.getBundle(ssl.bundle())));
			return;
		}
		put(settings, SslConfigs.SSL_KEY_PASSWORD_CONFIG, ssl.keyPassword());
		put(settings, SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, ssl.keyStoreCertificateChain());
		put(settings, SslConfigs.SSL_KEYSTORE_KEY_CONFIG, ssl.keyStoreKey());
		put(settings, SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, path(ssl.keyStoreLocation(), prefix, "key-store"));
		put(settings, SslConfigs.SSL_KEYSTORE_PASSWORD_CONFIG, ssl.keyStorePassword());
		put(settings, SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, ssl.keyStoreType());
		put(settings, SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG, ssl.trustStoreCertificates());
		put(settings, SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, path(ssl.trustStoreLocation(), prefix, "trust-store"));
		put(settings, SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG, ssl.trustStorePassword());
		put(settings, SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, ssl.trustStoreType());
		put(settings, SslConfigs.SSL_PROTOCOL_CONFIG, ssl.protocol());
	}

	private static void put(Map<String, Object> settings, String key, @Nullable Object value) {
		if (value != null) {
			settings.put(key, value);
		}
	}

	private static @Nullable String path(@Nullable Resource resource, String prefix, String store) {
		try {
			return (resource != null) ? resource.getFile().getAbsolutePath() : null;
		}
		catch (IOException ex) {
			throw new StreamsConfigurationException(
					prefix + ".ssl." + store + "-location is not a file: " + resource.getDescription(),
					"Name a file, or use an SSL bundle (" + prefix
							+ ".ssl.bundle), which may come from the class path.",
					ex);
		}
	}

	record Connection(@Nullable List<String> bootstrapServers, @Nullable Security security, @Nullable Ssl ssl,
			@DefaultValue Map<String, String> properties) {
	}

	record Security(@Nullable String protocol) {
	}

	record Ssl(@Nullable String bundle, @Nullable String keyPassword, @Nullable String keyStoreCertificateChain,
			@Nullable String keyStoreKey, @Nullable Resource keyStoreLocation, @Nullable String keyStorePassword,
			@Nullable String keyStoreType, @Nullable String trustStoreCertificates,
			@Nullable Resource trustStoreLocation, @Nullable String trustStorePassword, @Nullable String trustStoreType,
			@Nullable String protocol) {
	}

}
