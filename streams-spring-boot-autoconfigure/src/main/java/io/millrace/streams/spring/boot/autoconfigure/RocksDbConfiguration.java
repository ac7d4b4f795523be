package io.millrace.streams.spring.boot.autoconfigure;

import java.util.List;

import io.millrace.streams.store.rocksdb.RocksDbOptionsCustomizer;
import io.millrace.streams.store.rocksdb.RocksDbStateEngineProvider;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Hands beans that change RocksDB's options to the state engine, in their order, unless a
 * property names a class for that.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RocksDbOptionsCustomizer.class)
class RocksDbConfiguration {

	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	@ConditionalOnBean(RocksDbOptionsCustomizer.class)
	StreamsConfigCustomizer streamsRocksDbOptions(ObjectProvider<RocksDbOptionsCustomizer> customizers) {
		List<RocksDbOptionsCustomizer> ordered = customizers.orderedStream().toList();
		RocksDbOptionsCustomizer all = (store, options) -> ordered
			.forEach((customizer) -> customizer.customize(store, options));
		return (topology, config) -> config.putIfAbsent(RocksDbStateEngineProvider.CUSTOMIZER, all);
	}

}
