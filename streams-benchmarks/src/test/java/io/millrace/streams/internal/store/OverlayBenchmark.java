package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What it costs to find a key that was written since the last commit, to write it once
 * more, and to write it for the first time. Lies in this package since nobody else sees
 * an overlay.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OverlayBenchmark {

	private static final int KEYS = 10_000;

	private final String[] keys = new String[KEYS];

	private final byte[][] keyBytes = new byte[KEYS][];

	private final Overlay written = new Overlay();

	private final Overlay empty = new Overlay();

	private final Object value = "a value";

	@Setup
	public void setUp() {
		for (int i = 0; i < KEYS; i++) {
			this.keys[i] = "key-" + (10_000_000 + i);
			this.keyBytes[i] = this.keys[i].getBytes(StandardCharsets.UTF_8);
			writeFirst(this.written, i);
		}
	}

	private void writeFirst(Overlay overlay, int i) {
		overlay.mark();
		OverlayEntry entry = overlay.unwritten(Overlay.hash(this.keys[i].hashCode()), this.keys[i], this.keyBytes[i]);
		overlay.write(entry, this.value, i);
	}

	@Benchmark
	@OperationsPerInvocation(KEYS)
	public void get(Blackhole sink) {
		for (String key : this.keys) {
			sink.consume(this.written.find(Overlay.hash(key.hashCode()), key));
		}
	}

	@Benchmark
	@OperationsPerInvocation(KEYS)
	public void putAgain() {
		for (int i = 0; i < KEYS; i++) {
			String key = this.keys[i];
			this.written.mark();
			OverlayEntry entry = this.written.find(Overlay.hash(key.hashCode()), key);
			this.written.write(entry, this.value, i);
		}
	}

	/**
	 * With what it costs to forget it at the commit.
	 */
	@Benchmark
	@OperationsPerInvocation(KEYS)
	public void putFirst() {
		for (int i = 0; i < KEYS; i++) {
			writeFirst(this.empty, i);
		}
		this.empty.clear();
	}

}
