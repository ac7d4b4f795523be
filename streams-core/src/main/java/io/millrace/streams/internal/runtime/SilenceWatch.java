package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import io.millrace.streams.internal.task.Silence;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how long nothing has come to the tasks of a thread that close windows after
 * some silence. What the consumer knows of the ends of partitions is as of the last
 * fetch, so it can't tell silence from brokers that are out of reach: they are asked,
 * time and again, without waiting for them. Nobody is asked if no task closes windows so.
 * Driven by {@link ThreadLoop}.
 */
final class SilenceWatch {

	/** So many questions are asked within the silence that closes windows. */
	private static final int QUESTIONS = 8;

	private static final long SHORTEST_INTERVAL_MILLIS = 100;

	private static final long LONGEST_INTERVAL_MILLIS = 5_000;

	/**
	 * Answers that come in this distance are no sign of trouble, however often they are
	 * asked for.
	 */
	private static final long TOLERABLE_GAP_MILLIS = 1_000;

	private static final int PATIENCE_MILLIS = 5_000;

	private final Admin admin;

	private final Consumer<byte[], byte[]> consumer;

	private final Map<OwnedTask, KnownSilence> known = new HashMap<>();

	private @Nullable Question question;

	private long askAt = Long.MIN_VALUE;

	/**
	 * Makes it; no broker is asked yet.
	 * @param admin asks; its owner closes it
	 * @param consumer reads committed records, and knows what was polled
	 */
	SilenceWatch(Admin admin, Consumer<byte[], byte[]> consumer) {
		this.admin = admin;
		this.consumer = consumer;
	}

	/**
	 * Looks for answers and asks anew if it's time.
	 * @param running the tasks that are about to process
	 * @param now milliseconds
	 */
	void round(List<OwnedTask> running, long now) {
		if (!this.known.isEmpty()) {
			this.known.keySet().retainAll(running);
		}
		long interval = LONGEST_INTERVAL_MILLIS;
		for (OwnedTask task : running) {
			Silence silence = task.task().silence();
			if (silence.watchedMillis() != Silence.UNWATCHED) {
				interval = Math.min(interval, interval(silence));
				KnownSilence state = this.known.get(task);
				if (state == null) {
					silence.drive();
					state = new KnownSilence(Math.max(2 * interval(silence), TOLERABLE_GAP_MILLIS));
					this.known.put(task, state);
				}
				if (silence.takeBroken()) {
					state.broken();
				}
			}
		}
		Question asked = this.question;
		if (asked != null && asked.complete()) {
			this.question = null;
			asked.tasks.forEach((task) -> take(task, asked));
		}
		if (this.question == null && now >= this.askAt && !this.known.isEmpty()) {
			this.askAt = now + interval;
			ask(now);
		}
	}

	private static long interval(Silence silence) {
		return Math.max(SHORTEST_INTERVAL_MILLIS,
				Math.min(silence.watchedMillis() / QUESTIONS, LONGEST_INTERVAL_MILLIS));
	}

	private void ask(long now) {
		List<OwnedTask> tasks = new ArrayList<>();
		Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
		this.known.forEach((task, state) -> {
			if (task.task().silence().idle()) {
				tasks.add(task);
				state.asked(now);
				task.task().inputPartitions().forEach((partition) -> ends.put(partition, OffsetSpec.latest()));
			}
		});
		if (!tasks.isEmpty()) {
			this.question = new Question(tasks, ends.keySet().stream().toList(), this.admin.listOffsets(ends,
					new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(PATIENCE_MILLIS)));
		}
	}

	private void take(OwnedTask task, Question asked) {
		KnownSilence state = this.known.get(task);
		if (state != null) {
			Silence silence = task.task().silence();
			boolean nothingLeft = silence.idle()
					&& task.task().inputPartitions().stream().allMatch((partition) -> taken(task, partition, asked));
			silence.advance(state.answered(nothingLeft));
		}
	}

	private boolean taken(OwnedTask task, TopicPartition partition, Question asked) {
		KafkaFuture<ListOffsetsResultInfo> end = asked.ends.partitionResult(partition);
		if (task.task().buffered(partition) > 0) {
			return false;
		}
		try {
			return this.consumer.position(partition, Duration.ZERO) >= end.get().offset();
		}
		catch (ExecutionException | RuntimeException ex) {
			// The consumer has to find out first where it stands, say.
			return false;
		}
		catch (InterruptedException ex) {
			// It is there already, so nothing was waited for.
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * A question on its way to brokers.
	 */
	private record Question(List<OwnedTask> tasks, List<TopicPartition> partitions, ListOffsetsResult ends) {

		boolean complete() {
			return this.partitions.stream().allMatch((partition) -> this.ends.partitionResult(partition).isDone());
		}

	}

}
