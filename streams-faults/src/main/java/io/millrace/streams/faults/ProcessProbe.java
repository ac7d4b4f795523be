package io.millrace.streams.faults;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.millrace.streams.internal.commit.CommitStep;
import io.millrace.streams.internal.runtime.RuntimeProbe;
import org.apache.kafka.common.TopicPartition;

/**
 * Sits in the process under test and holds the thread that reaches the point which the
 * tester armed, so that the tester can kill the process just there. Found by the runtime
 * through the service loader; does nothing unless the environment says that a tester
 * listens.
 */
public final class ProcessProbe implements RuntimeProbe {

	private static final ArmedPoint armed = new ArmedPoint(System.getenv(ControlLine.VARIABLE));

	/**
	 * Made by the service loader.
	 */
	public ProcessProbe() {
	}

	static void arm(String specification) {
		armed.set(specification);
	}

	@Override
	public void before(CommitStep step) {
		switch (step) {
			case WRITE_CHANGELOGS -> armed.pass(FaultPoint.AFTER_MUTATION);
			case COMMIT -> armed.pass(FaultPoint.BEFORE_COMMIT);
			case PUBLISH -> armed.pass(FaultPoint.BEFORE_PUBLISH);
			default -> {
			}
		}
	}

	@Override
	public void after(CommitStep step) {
		switch (step) {
			case WRITE_CHANGELOGS -> armed.pass(FaultPoint.AFTER_CHANGELOGS);
			case COMMIT -> armed.pass(FaultPoint.AFTER_COMMIT);
			case PUBLISH -> armed.pass(FaultPoint.AFTER_PUBLISH);
			default -> {
			}
		}
	}

	@Override
	public void restored(TopicPartition changelog, long offset) {
		armed.pass(FaultPoint.RESTORING);
	}

	/**
	 * The point where the process stops, and how often it is passed before.
	 */
	private static final class ArmedPoint {

		private final AtomicInteger passes = new AtomicInteger();

		private volatile String name = "";

		ArmedPoint(String specification) {
			if (specification != null) {
				set(specification);
			}
		}

		/**
		 * Arms a point.
		 * @param specification the point's name and the number of passes, with a blank
		 * between; anything else arms none
		 */
		void set(String specification) {
			String[] parts = specification.split(" ", -1);
			this.name = "";
			if (parts.length == 2) {
				this.passes.set(Integer.parseInt(parts[1]));
				this.name = parts[0];
			}
		}

		void pass(FaultPoint point) {
			if (!this.name.equals(point.name()) || this.passes.getAndDecrement() > 0) {
				return;
			}
			ControlLine.say(ControlLine.REACHED + point);
			while (true) {
				// Until the process is killed; an interrupt must not let it go on.
				LockSupport.park(this);
				Thread.interrupted();
			}
		}

	}

}
