package io.millrace.streams.benchmarks.application.handwritten;

import java.util.List;
import java.util.stream.IntStream;

import io.millrace.streams.benchmarks.application.Application;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * What somebody would write who does without a framework: as many loops as threads.
 */
public final class HandWrittenApplication implements Application {

	private final List<? extends Loop<?, ?>> loops;

	private final List<Thread> threads;

	public HandWrittenApplication(ApplicationSettings settings) {
		this.loops = IntStream.range(0, settings.scenario().threads())
			.mapToObj((number) -> loop(settings, number))
			.toList();
		this.threads = this.loops.stream().map((loop) -> new Thread(loop, "loop")).toList();
	}

	private static Loop<?, ?> loop(ApplicationSettings settings, int number) {
		String output = settings.output();
		return switch (settings.scenario().workload().operation()) {
			case PASS_THROUGH, CHAIN -> new Loop<>(settings, number, new PassThroughStep(output),
					new ByteArrayDeserializer(), new ByteArraySerializer());
			case MAP_FILTER -> new Loop<>(settings, number, new MapFilterStep(output), new StringDeserializer(),
					new StringSerializer());
			case COUNT -> new Loop<>(settings, number, new CountStep(output, settings.changelog()),
					new ByteArrayDeserializer(), new LongSerializer());
			case TUMBLING_COUNT, HOPPING_COUNT, SLIDING_COUNT, SESSION_COUNT, STREAM_TABLE_JOIN, STREAM_STREAM_JOIN,
					TABLE_TABLE_JOIN, FOREIGN_KEY_JOIN, REPARTITION_COUNT, RESTORE ->
				throw new IllegalArgumentException("There is no hand-written loop for this");
		};
	}

	@Override
	public void start() {
		this.threads.forEach(Thread::start);
	}

	@Override
	public void stop() {
		this.loops.forEach(Loop::stop);
		for (Thread thread : this.threads) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
