package io.millrace.streams.benchmarks;

import java.io.IOException;
import java.util.function.Function;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.measure.LatencyRecorder;
import io.millrace.streams.benchmarks.measure.Pace;
import io.millrace.streams.benchmarks.measure.PacedInput;
import io.millrace.streams.benchmarks.process.Child;

/**
 * What runs beside a process under test when latency is measured: a thread that sends its
 * input, and a consumer of its results, which the measuring thread polls.
 */
final class PacedFlow implements AutoCloseable {

	private final Child child;

	private final LatencyRecorder recorder;

	private final PacedInput input;

	private final Thread sender;

	/**
	 * Starts sending.
	 * @param pace when input is due; it can look at the results
	 */
	PacedFlow(Child child, ApplicationSettings application, Function<LatencyRecorder, Pace> pace) {
		this.child = child;
		this.recorder = new LatencyRecorder(application.bootstrapServers(), application.output(),
				application.scenario().partitions());
		this.input = new PacedInput(application.bootstrapServers(), application.input(), application.scenario().keys(),
				pace.apply(this.recorder));
		this.sender = new Thread(this.input, "input");
		this.sender.start();
	}

	/**
	 * Waits for results for a moment; see {@link LatencyRecorder#poll}.
	 * @throws IllegalStateException if the process has ended
	 */
	boolean poll(long from, long to) throws IOException {
		if (!this.child.alive()) {
			throw new IllegalStateException("The process ended:\n" + this.child.lastLines());
		}
		return this.recorder.poll(from, to);
	}

	long sent() {
		return this.input.sent();
	}

	LatencyRecorder recorder() {
		return this.recorder;
	}

	@Override
	public void close() {
		this.input.stop();
		try {
			this.sender.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.recorder.close();
	}

}
