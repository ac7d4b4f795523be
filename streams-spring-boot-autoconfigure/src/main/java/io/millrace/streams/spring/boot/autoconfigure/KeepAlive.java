package io.millrace.streams.spring.boot.autoconfigure;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.KafkaStreams.State;

/**
 * Keeps the process alive while a started application is at work or may yet be, also when
 * the runtime has no threads because Kafka is down. It lets go when the runtime has ended
 * by itself: a process without a web server then ends too, instead of living on with
 * nothing to do. {@link StreamsApplication} makes one for each start.
 */
class KeepAlive implements AutoCloseable {

	private static final Set<State> ENDED = Set.of(State.NOT_RUNNING, State.ERROR);

	private final CountDownLatch closed = new CountDownLatch(1);

	KeepAlive(String name, KafkaStreams streams) {
		Thread thread = new Thread(() -> hold(streams), "streams-keep-alive-" + name);
		thread.setDaemon(false);
		thread.start();
	}

	@Override
	public void close() {
		this.closed.countDown();
	}

	private void hold(KafkaStreams streams) {
		try {
			boolean released = false;
			while (!released && !ENDED.contains(streams.state())) {
				released = this.closed.await(1, TimeUnit.SECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
