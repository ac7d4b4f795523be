package io.millrace.streams.internal.commit;

import java.util.concurrent.atomic.AtomicReference;

import io.millrace.streams.internal.task.SendOrder;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What a producer couldn't send since the last abort: of all that failed, whoever sent
 * it, what failed first. The producer gives up all that waits with the exception of what
 * failed, so only the first is known to be to blame. Owned by {@link ThreadProducer}; the
 * producer tells of failures on a thread of its own.
 */
final class FailedSends implements Callback {

	private final AtomicReference<@Nullable FailedSend> first = new AtomicReference<>();

	private final AtomicReference<@Nullable FailedSend> firstOfRecord = new AtomicReference<>();

	/**
	 * What was wrapped last, since a changelog's records are sent one after the other.
	 */
	private @Nullable Callback other;

	private Callback afterOther = this;

	@Override
	public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
		if (exception != null) {
			FailedSend failed = new FailedSend(SendOrder.next(), (metadata != null) ? metadata.topic() : null,
					exception);
			this.first.compareAndSet(null, failed);
			if (FailureTable.ofRecord(exception)) {
				this.firstOfRecord.compareAndSet(null, failed);
			}
		}
	}

	/**
	 * A callback that tells another one first, so that what that one numbers has a lower
	 * number. The same one as before if it's asked for the same other one again. For the
	 * thread that sends.
	 */
	@SuppressWarnings("ReferenceEquality")
	Callback after(Callback other) {
		if (this.other != other) {
			this.other = other;
			this.afterOther = (metadata, exception) -> {
				other.onCompletion(metadata, exception);
				onCompletion(metadata, exception);
			};
		}
		return this.afterOther;
	}

	/**
	 * What failed first, for whatever reason.
	 */
	@Nullable FailedSend first() {
		return this.first.get();
	}

	/**
	 * What failed first of that which failed by its own fault.
	 */
	@Nullable FailedSend firstOfRecord() {
		return this.firstOfRecord.get();
	}

	/**
	 * A record that couldn't be sent.
	 *
	 * @param number higher for what failed later
	 * @param topic where it was to go, null if the producer doesn't tell
	 * @param exception what the producer said
	 */
	record FailedSend(long number, @Nullable String topic, Exception exception) {
	}

}
