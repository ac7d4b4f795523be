package io.millrace.streams.spring.boot.autoconfigure;

import java.security.KeyStore;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.Assert;

/**
 * Lets Kafka's clients speak TLS with one of Spring Boot's SSL bundles. Created by the
 * clients, which is why it is public.
 */
public final class SslBundleEngineFactory implements SslEngineFactory {

	private static final String BUNDLE = SslBundle.class.getName();

	private @Nullable SslBundle bundle;

	/**
	 * Make all clients use a bundle.
	 * @param settings settings by the runtime's own names
	 * @param bundle the bundle
	 * @return the name of the setting that the clients must be handed
	 */
	static String apply(Map<String, Object> settings, SslBundle bundle) {
		settings.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleEngineFactory.class);
		ClientPrefixes.putForAll(settings, BUNDLE, bundle);
		return BUNDLE;
	}

	@Override
	public void configure(Map<String, ?> configs) {
		this.bundle = (SslBundle) configs.get(BUNDLE);
	}

	@Override
	public SSLEngine createClientSslEngine(String peerHost, int peerPort, String endpointIdentification) {
		SSLEngine engine = bundle().createSslContext().createSSLEngine(peerHost, peerPort);
		engine.setUseClientMode(true);
		SSLParameters parameters = engine.getSSLParameters();
		parameters.setEndpointIdentificationAlgorithm(endpointIdentification);
		String[] protocols = bundle().getOptions().getEnabledProtocols();
		if (protocols != null) {
			parameters.setProtocols(protocols);
		}
		String[] ciphers = bundle().getOptions().getCiphers();
		if (ciphers != null) {
			parameters.setCipherSuites(ciphers);
		}
		engine.setSSLParameters(parameters);
		return engine;
	}

	@Override
	public SSLEngine createServerSslEngine(String peerHost, int peerPort) {
		throw new UnsupportedOperationException("Made for clients only");
	}

	@Override
	public boolean shouldBeRebuilt(Map<String, Object> nextConfigs) {
		return nextConfigs.get(BUNDLE) != this.bundle;
	}

	@Override
	public Set<String> reconfigurableConfigs() {
		return Set.of(BUNDLE);
	}

	@Override
	public @Nullable KeyStore keystore() {
		return bundle().getStores().getKeyStore();
	}

	@Override
	public @Nullable KeyStore truststore() {
		return bundle().getStores().getTrustStore();
	}

	@Override
	public void close() {
	}

	private SslBundle bundle() {
		Assert.state(this.bundle != null, "No SSL bundle was configured");
		return this.bundle;
	}

}
