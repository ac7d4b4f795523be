package io.millrace.streams.spring.boot.starter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.embedded.EmbeddedKafka;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.state.QueryableStoreTypes;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the starter alone processes records.
 */
class StarterIT {

	@Test
	void processesRecordsAndKeepsStateOnDisk(@TempDir Path directory) throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--spring.application.name=alone", "--streams.embedded-kafka.topics.words=2",
				"--streams.embedded-kafka.topics.counts=1", "--streams.state.dir=" + directory)) {
			String servers = context.getBean(EmbeddedKafka.class).bootstrapServers();
			produce(servers, "a", "b", "a");
			Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.ignoreExceptionsInstanceOf(InvalidStateStoreException.class)
				.untilAsserted(() -> assertThat(count(context, "a")).isEqualTo(2));
			assertThat(consume(servers)).contains("a=2", "b=1");
			assertThat(directory.resolve("alone")).isDirectoryRecursivelyContaining("glob:**/rocksdb/CURRENT");
		}
	}

	private static Long count(ConfigurableApplicationContext context, String word) {
		StreamsApplication application = context.getBean(StreamsApplications.class).single();
		return application
			.store(StoreQueryParameters.fromNameAndType("counts", QueryableStoreTypes.<String, Long>keyValueStore()))
			.get(word);
	}

	private static void produce(String servers, String... words) throws Exception {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(Map.of("bootstrap.servers", servers),
				new StringSerializer(), new StringSerializer())) {
			for (String word : words) {
				producer.send(new ProducerRecord<>("words", word, word)).get(10, TimeUnit.SECONDS);
			}
		}
	}

	private static TreeSet<String> consume(String servers) {
		TreeSet<String> found = new TreeSet<>();
		try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", servers,
				"group.id", "reader", "auto.offset.reset", "earliest", "isolation.level", "read_committed"),
				new StringDeserializer(), new StringDeserializer())) {
			consumer.subscribe(List.of("counts"));
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
				consumer.poll(Duration.ofMillis(200))
					.forEach((record) -> found.add(record.key() + "=" + record.value()));
				return found.containsAll(List.of("a=2", "b=1"));
			});
		}
		return found;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Topology wordCount(StreamsBuilder builder) {
			builder.stream("words", Consumed.with(Serdes.String(), Serdes.String()))
				.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
				.count(Materialized.as("counts"))
				.toStream()
				.mapValues(String::valueOf)
				.to("counts", Produced.with(Serdes.String(), Serdes.String()));
			return builder.build();
		}

	}

}
