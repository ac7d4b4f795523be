package io.millrace.streams.benchmarks.application;

import java.io.IOException;

import io.millrace.streams.benchmarks.application.handwritten.ChangelogReader;
import io.millrace.streams.benchmarks.application.handwritten.HandWrittenApplication;
import io.millrace.streams.benchmarks.application.kafkastreams.KafkaStreamsApplication;
import io.millrace.streams.benchmarks.application.millrace.MillraceApplication;
import io.millrace.streams.benchmarks.workload.Operation;

/**
 * The main class of every process under test, whoever the candidate is: the same counting
 * in the JVM, the same end.
 */
public final class ApplicationMain {

	private ApplicationMain() {
	}

	public static void main(String[] args) throws IOException {
		ApplicationSettings settings = ApplicationSettings.of(args);
		Application application = switch (settings.candidate()) {
			case HAND_WRITTEN -> (settings.scenario().workload().operation() == Operation.RESTORE)
					? new ChangelogReader(settings) : new HandWrittenApplication(settings);
			case MILLRACE, MILLRACE_UNCACHED -> new MillraceApplication(settings);
			case KAFKA_STREAMS, KAFKA_STREAMS_UNCACHED, KAFKA_STREAMS_BEST -> new KafkaStreamsApplication(settings);
		};
		JvmSampler sampler = new JvmSampler();
		sampler.start();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			application.stop();
			sampler.print();
			DiskWrites.print();
		}));
		application.start();
		waitForEndOfInput();
	}

	/**
	 * The standard input ends with the process that started this one, and also when that
	 * one stops this: then nothing changes.
	 */
	@SuppressWarnings("StatementWithEmptyBody")
	private static void waitForEndOfInput() throws IOException {
		while (System.in.read() >= 0) {
		}
		System.exit(0);
	}

}
