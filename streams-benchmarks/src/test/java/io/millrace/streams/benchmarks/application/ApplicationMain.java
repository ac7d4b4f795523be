package io.millrace.streams.benchmarks.application;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

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

	/** A process that ends closes its files shortly before it's gone. */
	private static final int PARENT_END_SECONDS = 2;

	private ApplicationMain() {
	}

	public static void main(String[] args) throws IOException {
		ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
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
		waitForEndOfInput(parent);
	}

	/**
	 * The standard input ends when the process that started this one stops it, and also
	 * with that process. Then the broker is gone too, which an orderly end would wait
	 * for, and a comparison that is resumed would have this process beside it.
	 */
	@SuppressWarnings("StatementWithEmptyBody")
	private static void waitForEndOfInput(ProcessHandle parent) throws IOException {
		while (System.in.read() >= 0) {
		}
		parent.onExit()
			.thenRun(() -> Runtime.getRuntime().halt(1))
			.completeOnTimeout(null, PARENT_END_SECONDS, TimeUnit.SECONDS)
			.join();
		System.exit(0);
	}

}
