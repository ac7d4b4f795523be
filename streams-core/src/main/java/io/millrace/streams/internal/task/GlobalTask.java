package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

import io.millrace.streams.StreamsConfig.OnError;
import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.TimestampExtractor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What fills one global store: its source, its processor and the store itself, for all
 * partitions of its topic. A thread of the runtime, or the test driver, drives it:
 * {@link #open}, then batch after batch {@link #process} for each partition and
 * {@link #publish}, which makes the batch visible as a whole. Records take the same way
 * whether the store is being restored or kept up to date. No method but {@link #view} may
 * be called by another thread; views last as long as the task, whatever becomes of the
 * engine behind it.
 * <p>
 * A record is atomic, and a bad one follows the error policy. It isn't sent to a
 * dead-letter topic: it stays in the store's own topic, and every instance would send it,
 * each time that it is read.
 */
public final class GlobalTask implements AutoCloseable {

	/** The id that engines and processors know. */
	public static final TaskId ID = new TaskId(-1, -1);

	private final GlobalStoreSpec spec;

	private final TaskEnvironment environment;

	private final OperatorGraph operators;

	private final BadRecords badRecords;

	private final GlobalState state;

	private final TaskContext context;

	private final UnitOfWork work;

	private final TimestampExtractor extractor;

	private final Map<TopicPartition, PartitionQueue> queues = new HashMap<>();

	private boolean started;

	private int taken;

	/**
	 * Makes a task; nothing is opened.
	 * @param spec the store and what fills it
	 * @param environment the thread that runs it, as the task needs it
	 */
	public GlobalTask(GlobalStoreSpec spec, TaskEnvironment environment) {
		this.spec = spec;
		this.environment = environment;
		this.operators = new OperatorGraph(List.of(spec.source(), spec.processor()));
		TaskOutput output = new TaskOutput(environment.producer(), environment.counters());
		OnError policy = environment.config().onError();
		this.badRecords = new BadRecords(ID, (policy == OnError.DEAD_LETTER) ? OnError.SKIP : policy, null,
				ErrorHandlers.ofGlobalStores(environment.config()), output, environment.counters());
		this.state = new GlobalState(spec, environment);
		this.context = new GlobalContext(environment, this.state, output, this.badRecords);
		this.state.create(this.context);
		this.work = new UnitOfWork(this.state, this.context, output, this.badRecords);
		this.extractor = (spec.source().timestampExtractor() != null) ? spec.source().timestampExtractor()
				: environment.config().defaultTimestampExtractor();
	}

	/**
	 * The name of the store.
	 */
	public String store() {
		return this.spec.name();
	}

	/**
	 * The topic that fills the store.
	 */
	public String topic() {
		return this.spec.topic();
	}

	/**
	 * Whether the store is on disk, so that {@link #open} wants to know what is known of
	 * the topic.
	 */
	public boolean onDisk() {
		return this.state.onDisk();
	}

	/**
	 * Opens the engine, the first time or again after {@link #release}.
	 * @param topics what is known of the topic
	 */
	public void open(TopicIdentities topics) {
		this.state.open(topics);
		if (!this.started) {
			this.operators.start(this.context);
			this.started = true;
			// Initialisers may write.
			this.work.through();
		}
	}

	/**
	 * The partitions of the topic as changelogs of the store.
	 * @param partitions the partitions
	 * @return each with the offset that the store is at
	 */
	public List<Changelog> changelogs(Collection<TopicPartition> partitions) {
		List<Changelog> changelogs = new ArrayList<>();
		for (TopicPartition partition : partitions) {
			OptionalLong position = this.state.position(partition);
			changelogs.add(new Changelog(store(), partition, position,
					position.isPresent() ? this.state.lastWritten() : null));
		}
		return changelogs;
	}

	/**
	 * Takes records in; {@link #publish} makes what comes of them visible.
	 * @param partition a partition of the topic
	 * @param records its records in order; may be empty
	 * @param position the consumer's position behind them
	 * @throws io.millrace.streams.errors.StreamsException if a record is bad and the
	 * policy is to fail
	 */
	public void process(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, long position) {
		if (!records.isEmpty()) {
			PartitionQueue queue = this.queues.computeIfAbsent(partition, this::queue);
			this.context.wallClock(this.environment.wallClock().getAsLong());
			queue.add(records);
			while (queue.ready()) {
				this.work.process(queue);
				queue.advance();
			}
			this.context.leave(StreamTime.UNKNOWN);
			this.taken += records.size();
		}
		this.state.position(partition, position);
	}

	private PartitionQueue queue(TopicPartition partition) {
		return new PartitionQueue(partition, this.operators.sourceOf(partition.topic()), this.extractor,
				this.badRecords);
	}

	/**
	 * Makes what came of the records since the last time visible, in one step with the
	 * positions.
	 * @param restoring whether more is to come before anybody reads; what is written may
	 * be lost with the process then
	 */
	public void publish(boolean restoring) {
		this.state.publish(restoring);
		this.badRecords.counts().committed();
		if (restoring) {
			this.environment.counters().restored(this.taken);
		}
		else {
			this.environment.counters().processed(this.taken);
		}
		this.taken = 0;
	}

	/**
	 * All is restored.
	 */
	public void endRestore() {
		this.state.endLoad();
	}

	/**
	 * Drops all content, to be read from the beginning.
	 */
	public void clear() {
		this.queues.clear();
		this.state.clear();
	}

	/**
	 * Damage that anybody came upon since the engine was opened.
	 * @return what is wrong, or null if nothing is
	 */
	public @Nullable CorruptStateException damage() {
		return this.state.damage();
	}

	/**
	 * The content as of the last {@link #publish}, for any thread.
	 * @param readable asked at each read; while false, reads throw
	 * {@link io.millrace.streams.errors.StateStoreMigratedException}
	 * @return the store, to be read only
	 */
	public StateStore view(BooleanSupplier readable) {
		return this.state.view(readable);
	}

	/**
	 * The store as its processor sees it. For the test driver.
	 * @return the store
	 */
	public StateStore facade() {
		return Objects.requireNonNull(this.state.facade(store()));
	}

	/**
	 * What the store is doing.
	 * @param restored records restored since it was opened
	 * @param remaining records still to restore; -1 if not known yet
	 * @param estimatedMillis how long that takes; -1 if not known
	 * @return a snapshot
	 */
	public StoreStatus status(long restored, long remaining, long estimatedMillis) {
		return this.state.status(restored, remaining, estimatedMillis);
	}

	/**
	 * Closes the engine and keeps the rest, to {@link #open} it again.
	 */
	public void release() {
		this.queues.clear();
		this.taken = 0;
		this.state.release();
	}

	@Override
	public void close() {
		try {
			this.operators.close();
		}
		finally {
			this.state.close();
			this.context.close();
		}
	}

}
