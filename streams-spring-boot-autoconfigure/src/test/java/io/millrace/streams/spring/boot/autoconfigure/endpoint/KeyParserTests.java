package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.UUID;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KeyParserTests {

	private final KeyParser parser = new KeyParser(new JsonConversion(new JsonMapper()));

	@Test
	void readsTextAndNumbers() {
		UUID uuid = UUID.randomUUID();
		assertThat(parse(Serdes.String(), "7")).isEqualTo("7");
		assertThat(parse(Serdes.Integer(), "7")).isEqualTo(7);
		assertThat(parse(Serdes.Long(), "-7")).isEqualTo(-7L);
		assertThat(parse(Serdes.Short(), "7")).isEqualTo((short) 7);
		assertThat(parse(Serdes.Double(), "7.5")).isEqualTo(7.5);
		assertThat(parse(Serdes.Float(), "7.5")).isEqualTo(7.5f);
		assertThat(parse(Serdes.Boolean(), "true")).isEqualTo(true);
		assertThat(parse(Serdes.UUID(), uuid.toString())).isEqualTo(uuid);
	}

	@Test
	void readsJsonIfTheSerdeTellsItsType() {
		assertThat(parse(new OrderSerde(), "{\"id\":7}")).isEqualTo(new Order(7));
	}

	@Test
	void readsJsonIfTheSerializerTellsItsType() {
		Serde<Order> serde = Serdes.serdeFrom(new OrderSerializer(), (topic, data) -> new Order(1));
		assertThat(parse(serde, "{\"id\":7}")).isEqualTo(new Order(7));
	}

	@Test
	void namesTheTypeOfAKeyThatIsNone() {
		assertThatExceptionOfType(BadQueryException.class).isThrownBy(() -> parse(Serdes.Long(), "seven"))
			.withMessage("'seven' can't be read as a key of store 'counts', which is of type java.lang.Long");
		assertThatExceptionOfType(BadQueryException.class).isThrownBy(() -> parse(Serdes.Boolean(), "yes"));
		assertThatExceptionOfType(BadQueryException.class).isThrownBy(() -> parse(new OrderSerde(), "{"))
			.withMessageContaining("as JSON of type");
		assertThatExceptionOfType(BadQueryException.class).isThrownBy(() -> parse(new OrderSerde(), "null"));
	}

	@Test
	void saysWhichKeysCannotBeGiven() {
		assertThatExceptionOfType(BadQueryException.class).isThrownBy(() -> parse(Serdes.ByteArray(), "abc"))
			.withMessageContaining("can't be given as text")
			.withMessageContaining("'counts'");
		Serde<Order> untold = Serdes.serdeFrom((topic, order) -> new byte[0], (topic, data) -> new Order(1));
		assertThatExceptionOfType(BadQueryException.class).isThrownBy(() -> parse(untold, "{\"id\":7}"))
			.withMessageContaining("can't be given as text");
	}

	@Test
	void readsNoJsonWithoutJackson() {
		KeyParser withoutJackson = new KeyParser(null);
		assertThat(withoutJackson.parse("counts", Serdes.Long(), "7")).isEqualTo(7L);
		assertThatExceptionOfType(BadQueryException.class)
			.isThrownBy(() -> withoutJackson.parse("counts", new OrderSerde(), "{\"id\":7}"))
			.withMessageContaining("can't be given as text");
	}

	private Object parse(Serde<?> serde, String key) {
		return this.parser.parse("counts", serde, key);
	}

	record Order(int id) {
	}

	static final class OrderSerde implements Serde<Order> {

		@Override
		public Serializer<Order> serializer() {
			return new OrderSerializer();
		}

		@Override
		public Deserializer<Order> deserializer() {
			return (topic, data) -> new Order(1);
		}

	}

	static final class OrderSerializer implements Serializer<Order> {

		@Override
		public byte[] serialize(String topic, Order data) {
			return new byte[0];
		}

	}

}
