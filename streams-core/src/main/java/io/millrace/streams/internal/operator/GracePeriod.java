package io.millrace.streams.internal.operator;

import java.util.Objects;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.ByteRows;
import io.millrace.streams.internal.store.OrderedKeys;
import io.millrace.streams.internal.store.WaitingRecords;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Lets the records of a stream wait for a versioned table for as long as its changes may
 * be late: until a record has come that is younger by the grace period. What waits is in
 * a store. One that is as old as that already doesn't wait. Belongs to one operator of
 * one task.
 */
public final class GracePeriod {

	private final String storeName;

	private final long millis;

	private final @Nullable Serde<?> declaredKeySerde;

	private final @Nullable Serde<?> declaredValueSerde;

	private @Nullable WaitingRecords waiting;

	private @Nullable WindowClock clock;

	private @Nullable OperatorContext context;

	private @Nullable Released released;

	/**
	 * Makes it.
	 * @param storeName the store of waiting records
	 * @param millis how long they wait in milliseconds
	 * @param keySerde the serde of keys, null for the application's default
	 * @param valueSerde the serde of values, null for the application's default
	 */
	public GracePeriod(String storeName, long millis, @Nullable Serde<?> keySerde, @Nullable Serde<?> valueSerde) {
		this.storeName = storeName;
		this.millis = millis;
		this.declaredKeySerde = keySerde;
		this.declaredValueSerde = valueSerde;
	}

	@SuppressWarnings("unchecked")
	void init(OperatorContext task, StreamTableJoinOperator operator) {
		if (!(task.store(this.storeName) instanceof ByteRows found && found instanceof OrderedKeys order)) {
			throw new StreamsException("Store " + this.storeName + " of operator " + operator.name()
					+ " is missing in task " + task.taskId() + ".");
		}
		this.context = task;
		this.waiting = new WaitingRecords(found, order);
		this.clock = task.windowClock(ClockName.of(operator.name(), this.storeName), this.millis);
		this.released = new Released(operator,
				(Serde<Object>) ((this.declaredKeySerde != null) ? this.declaredKeySerde : task.defaultKeySerde()),
				(Serde<Object>) ((this.declaredValueSerde != null) ? this.declaredValueSerde
						: task.defaultValueSerde()),
				task.applicationId() + "-" + this.storeName + "-changelog");
	}

	/**
	 * Has a record wait.
	 * @return false if it is so late that it doesn't
	 */
	boolean hold(Object key, Object value, long timestamp, Headers headers) {
		WindowClock time = Objects.requireNonNull(this.clock);
		time.observe(timestamp);
		if (time.closed(timestamp + 1)) {
			return false;
		}
		Released serdes = Objects.requireNonNull(this.released);
		OperatorContext task = Objects.requireNonNull(this.context);
		Objects.requireNonNull(this.waiting)
			.add(serdes.keySerde.serializer().serialize(serdes.topic, headers, key),
					serdes.valueSerde.serializer().serialize(serdes.topic, headers, value), timestamp, headers,
					task.topic(), task.partition(), task.offset());
		time.expect(timestamp);
		return true;
	}

	/**
	 * For how long the grace period of a time is over.
	 * @return milliseconds, below zero if it isn't over
	 */
	long lateBy(long timestamp) {
		return Objects.requireNonNull(this.clock).now() - this.millis - (timestamp + 1);
	}

	/**
	 * Has the operator join what has waited long enough.
	 */
	void release() {
		WindowClock time = Objects.requireNonNull(this.clock);
		if (!time.due()) {
			return;
		}
		Released next = Objects.requireNonNull(this.released);
		WaitingRecords records = Objects.requireNonNull(this.waiting);
		long expected = time.expected();
		long from = (expected != WindowClock.UNKNOWN && expected != Long.MAX_VALUE) ? expected : 0;
		long to = time.closedUntil();
		time.expectNothing();
		if (to >= from) {
			try (WaitingRecords.Walk walk = records.walk(from, to)) {
				while (walk.next()) {
					walk.remove();
					next.record = walk;
					Objects.requireNonNull(this.context)
						.onBehalfOf(walk.partition(), walk.offset(), walk.timestamp(), next);
				}
			}
		}
		long later = (to < Long.MAX_VALUE) ? records.firstTime(Math.max(from, to + 1)) : -1;
		if (later >= 0) {
			time.expect(later);
		}
	}

	/**
	 * Joins one record that has waited.
	 */
	private static final class Released implements Runnable {

		private final StreamTableJoinOperator operator;

		private final Serde<Object> keySerde;

		private final Serde<Object> valueSerde;

		private final String topic;

		private WaitingRecords.@Nullable Walk record;

		private Released(StreamTableJoinOperator operator, Serde<Object> keySerde, Serde<Object> valueSerde,
				String topic) {
			this.operator = operator;
			this.keySerde = keySerde;
			this.valueSerde = valueSerde;
			this.topic = topic;
		}

		@Override
		public void run() {
			WaitingRecords.Walk next = Objects.requireNonNull(this.record);
			Headers headers = next.headers();
			Object key = this.keySerde.deserializer().deserialize(this.topic, headers, next.key());
			Object value = this.valueSerde.deserializer().deserialize(this.topic, headers, next.value());
			this.operator.joinNow(key, value, next.timestamp(), headers);
		}

	}

}
