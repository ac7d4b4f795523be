package io.millrace.streams.internal.operator;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.millrace.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.internal.store.DropReason;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.WindowedSerializer;
import io.millrace.streams.processor.RecordContext;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TopicNameExtractor;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ListSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Where records leave a task: serialises each one once and hands it to the task's output.
 * What may change headers (a serialiser, a partitioner, a topic extractor of the user)
 * works on a copy, so no sibling sees it.
 */
public final class SinkOperator extends Operator {

	private static final String KAFKA_SERIALIZERS = Serializer.class.getPackageName();

	private final @Nullable String topic;

	private final @Nullable TopicNameExtractor<Object, Object> topicExtractor;

	private final @Nullable StreamPartitioner<Object, Object> partitioner;

	private final @Nullable WindowedKeyPartitioner byWindowedKey;

	private @Nullable Serializer<Object> keySerializer;

	private @Nullable Serializer<Object> valueSerializer;

	private boolean copiesHeaders;

	private @Nullable OperatorContext context;

	private @Nullable RecordOutput output;

	private @Nullable Origin origin;

	/**
	 * Makes the operator.
	 * @param topic the topic's full name; null if the extractor chooses it
	 * @param topicExtractor chooses the topic; null if it is fixed
	 * @param keySerializer for the keys; null for the default serde's
	 * @param valueSerializer for the values; null for the default serde's
	 * @param partitioner chooses the partitions; null to let the producer choose by the
	 * key
	 */
	@SuppressWarnings("unchecked")
	public SinkOperator(@Nullable String topic, @Nullable TopicNameExtractor<?, ?> topicExtractor,
			@Nullable Serializer<?> keySerializer, @Nullable Serializer<?> valueSerializer,
			@Nullable StreamPartitioner<?, ?> partitioner) {
		if ((topic == null) == (topicExtractor == null)) {
			throw new IllegalArgumentException("A sink has either a topic or a topic extractor.");
		}
		this.topic = topic;
		this.topicExtractor = (TopicNameExtractor<Object, Object>) topicExtractor;
		this.keySerializer = (Serializer<Object>) keySerializer;
		this.valueSerializer = (Serializer<Object>) valueSerializer;
		this.partitioner = (StreamPartitioner<Object, Object>) partitioner;
		this.byWindowedKey = (partitioner instanceof WindowedKeyPartitioner known) ? known : null;
	}

	@Override
	@SuppressWarnings("unchecked")
	public void init(OperatorContext context) {
		this.context = context;
		this.output = context.output();
		if (this.keySerializer == null) {
			this.keySerializer = (Serializer<Object>) context.defaultKeySerde().serializer();
		}
		if (this.valueSerializer == null) {
			this.valueSerializer = (Serializer<Object>) context.defaultValueSerde().serializer();
		}
		if (this.valueSerializer instanceof TaskBound<?> declared) {
			this.valueSerializer = (Serializer<Object>) declared.bind(context);
		}
		this.copiesHeaders = this.topicExtractor != null || (this.partitioner != null && this.byWindowedKey == null)
				|| mayChangeHeaders(this.keySerializer) || mayChangeHeaders(this.valueSerializer);
		this.origin = (this.topicExtractor != null) ? new Origin(context) : null;
	}

	private static boolean mayChangeHeaders(Serializer<?> serializer) {
		if (serializer instanceof WindowedSerializer<?> windowed) {
			return windowed.inner() == null || mayChangeHeaders(windowed.inner());
		}
		if (serializer instanceof EngineSerializer engines) {
			return mayChangeHeaders(engines.inner());
		}
		// A list's elements are serialised by whatever the user chose.
		return !serializer.getClass().getPackageName().equals(KAFKA_SERIALIZERS)
				|| serializer instanceof ListSerializer;
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		Headers sent = sentHeaders(timestamp, headers);
		String target = (this.topic != null) ? this.topic : extractTopic(key, value, timestamp, sent);
		byte[] keyBytes;
		try {
			keyBytes = serialize(this.keySerializer, "key", target, sent, key);
		}
		catch (RuntimeException ex) {
			throw unserialised(ex, SerializationExceptionOrigin.KEY, target, key, value, timestamp, sent);
		}
		byte[] valueBytes;
		try {
			valueBytes = serialize(this.valueSerializer, "value", target, sent, value);
		}
		catch (RuntimeException ex) {
			throw unserialised(ex, SerializationExceptionOrigin.VALUE, target, key, value, timestamp, sent);
		}
		send(target, key, value, keyBytes, valueBytes, timestamp, sent);
	}

	/**
	 * A value of a type that the serialiser doesn't know is the topology's mistake, and
	 * left as it is.
	 */
	private RuntimeException unserialised(RuntimeException failure, SerializationExceptionOrigin origin, String target,
			@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		return (failure.getCause() instanceof ClassCastException) ? failure : OperatorException.unserialised(name(),
				failure, new OperatorException.Unserialised(origin, target, key, value, timestamp, headers));
	}

	/**
	 * Takes a change for a repartition topic, whose serialiser writes changes.
	 */
	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		if (this.topic == null || !(this.valueSerializer instanceof ChangeSerde.Writer changes)) {
			super.onChange(key, newValue, oldValue, timestamp, headers);
			return;
		}
		Headers sent = sentHeaders(timestamp, headers);
		byte[] keyBytes = serialize(this.keySerializer, "key", this.topic, sent, key);
		byte[] valueBytes;
		try {
			valueBytes = changes.serialize(this.topic, sent, newValue, oldValue);
		}
		catch (ClassCastException ex) {
			throw wrongType(changes.inner(), "value", this.topic, (newValue != null) ? newValue : oldValue, ex);
		}
		send(this.topic, key, newValue, keyBytes, valueBytes, timestamp, sent);
	}

	private Headers sentHeaders(long timestamp, Headers headers) {
		if (timestamp < 0) {
			throw new StreamsException("Sink " + name() + " got a record with the negative timestamp " + timestamp
					+ ", which Kafka doesn't take; set one with a timestamp extractor or in a processor.");
		}
		return this.copiesHeaders ? new RecordHeaders(headers) : headers;
	}

	@SuppressWarnings("unchecked")
	private void send(String target, @Nullable Object key, @Nullable Object value, byte @Nullable [] keyBytes,
			byte @Nullable [] valueBytes, long timestamp, Headers sent) {
		RecordOutput destination = Objects.requireNonNull(this.output, "The sink takes records before it is readied");
		if (this.partitioner == null) {
			int partition = (value instanceof ForeignKeyAnswer answer) ? answer.partition() : -1;
			destination.send(name(), target, partition, keyBytes, valueBytes, timestamp, sent);
		}
		else if (this.byWindowedKey != null && key instanceof Windowed<?> windowed) {
			int partition = this.byWindowedKey.partition(target, sent, (Windowed<Object>) windowed,
					destination.partitionCount(target));
			destination.send(name(), target, partition, keyBytes, valueBytes, timestamp, sent);
		}
		else {
			sendToPartitions(destination, this.partitioner, target, key, value, keyBytes, valueBytes, timestamp, sent);
		}
	}

	@SuppressWarnings("NullAway")
	private String extractTopic(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		this.origin.timestamp = timestamp;
		this.origin.headers = headers;
		String extracted = this.topicExtractor.extract(key, value, this.origin);
		if (extracted == null) {
			throw new StreamsException("The topic extractor of sink " + name()
					+ " returned null; return the name of a topic, or drop records with a filter before.");
		}
		return extracted;
	}

	private byte @Nullable [] serialize(@Nullable Serializer<Object> serializer, String part, String target,
			Headers headers, @Nullable Object data) {
		Serializer<Object> ready = Objects.requireNonNull(serializer, "The sink takes records before it is readied");
		try {
			return ready.serialize(target, headers, data);
		}
		catch (ClassCastException ex) {
			throw wrongType(ready, part, target, data, ex);
		}
	}

	private StreamsException wrongType(Serializer<?> serializer, String part, String target, @Nullable Object data,
			ClassCastException cause) {
		return new StreamsException("The " + part + " serializer " + serializer.getClass().getName() + " of sink "
				+ name() + " for topic " + target + " can't take a "
				+ ((data != null) ? data.getClass().getName() : "null") + "; give the sink serdes that fit with"
				+ " Produced.with(...), or set default." + part + ".serde.", cause);
	}

	private void sendToPartitions(RecordOutput destination, StreamPartitioner<Object, Object> chooser, String target,
			@Nullable Object key, @Nullable Object value, byte @Nullable [] keyBytes, byte @Nullable [] valueBytes,
			long timestamp, Headers headers) {
		int count = destination.partitionCount(target);
		Optional<Set<Integer>> chosen = chooser.partitions(target, key, value, headers, count);
		if (chosen.isEmpty()) {
			destination.send(name(), target, -1, keyBytes, valueBytes, timestamp, headers);
			return;
		}
		Set<Integer> partitions = chosen.get();
		if (partitions.isEmpty()) {
			Drops.count(this.context, name(), DropReason.NO_PARTITION);
			return;
		}
		for (int partition : partitions) {
			if (partition < 0 || partition >= count) {
				throw new StreamsException(
						"The partitioner of sink " + name() + " chose partition " + partition + " of topic " + target
								+ ", which has the partitions 0 to " + (count - 1) + "; choose one of these.");
			}
		}
		destination.multicast(name(), target, partitions, keyBytes, valueBytes, timestamp, headers);
	}

	/**
	 * The record as the topic extractor sees it; valid during the call.
	 */
	private static final class Origin implements RecordContext {

		private final OperatorContext context;

		private long timestamp;

		private Headers headers = new RecordHeaders();

		private Origin(OperatorContext context) {
			this.context = context;
		}

		@Override
		public @Nullable String topic() {
			return this.context.topic();
		}

		@Override
		public int partition() {
			return this.context.partition();
		}

		@Override
		public long offset() {
			return this.context.offset();
		}

		@Override
		public long timestamp() {
			return this.timestamp;
		}

		@Override
		public Headers headers() {
			return this.headers;
		}

		@Override
		public byte @Nullable [] sourceRawKey() {
			return null;
		}

		@Override
		public byte @Nullable [] sourceRawValue() {
			return null;
		}

	}

}
