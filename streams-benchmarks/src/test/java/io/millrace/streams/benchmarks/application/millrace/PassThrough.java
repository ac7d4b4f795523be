package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * From a topic to another, with keys as strings and values as bytes.
 */
final class PassThrough implements MillraceTopology {

	@Override
	public void define(StreamsBuilder builder, ApplicationSettings settings) {
		builder.stream(settings.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()))
			.to(settings.output(), Produced.with(Serdes.String(), Serdes.ByteArray()));
	}

}
