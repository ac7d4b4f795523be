package io.millrace.streams;

import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/**
 * Programs with tables, of strings unless they say otherwise.
 */
abstract class TableCases extends SmallCases {

	@BeforeEach
	void takeStrings() {
		this.settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		this.settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
	}

	static String join(@Nullable String left, @Nullable String right) {
		return left + "|" + right;
	}

}
