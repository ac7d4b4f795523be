package io.millrace.streams.internal.task;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.OperatorException;
import io.millrace.streams.internal.store.OwnerThread;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One (subtopology, partition): its input queues, operators, stores and time. A thread of
 * the runtime, or the test driver, drives it through its life: {@link #open},
 * {@link #restore} until the changelogs are caught up, {@link #start}, then
 * {@link #enqueue}, {@link #process} and {@link #punctuate}, and the commit in steps. No
 * method but {@link #status} and {@link #readableStore} may be called by another thread.
 * <p>
 * A record is atomic: what its operators write and send takes effect when it is through,
 * or not at all.
 */
public final class StreamTask implements AutoCloseable {

	private final TaskId id;

	private final TaskEnvironment environment;

	private final OperatorGraph operators;

	private final TaskState state;

	private final TaskOutput output;

	private final BadRecords badRecords;

	private final TaskContext context;

	private final RecordQueues queues;

	private final TaskStatusBoard board;

	private final HoldingBack holdingBack;

	private final UnitOfWork work;

	private final @Nullable SendFailures sendFailures;

	private boolean started;

	private boolean dirty;

	/**
	 * Makes a task; nothing is opened.
	 * @param id the task's id
	 * @param subtopology what it runs
	 * @param environment the thread that runs it, as the task needs it
	 */
	public StreamTask(TaskId id, CompiledTopology.Subtopology subtopology, TaskEnvironment environment) {
		this.id = id;
		this.environment = environment;
		this.operators = new OperatorGraph(subtopology.nodes());
		this.state = new TaskState(id, subtopology, environment);
		this.output = new TaskOutput(environment.producer(), environment.counters());
		ErrorHandlers handlers = ErrorHandlers.of(environment.config());
		this.badRecords = new BadRecords(id, environment.config().onError(), environment.config().deadLetterTopic(),
				handlers, this.output, environment.counters());
		this.context = new TaskContext(id, environment, this.state, this.output, this.badRecords);
		this.work = new UnitOfWork(this.state, this.context, this.output, this.badRecords);
		this.queues = RecordQueues.of(id, subtopology, environment, this.operators, this.badRecords);
		this.holdingBack = new HoldingBack(this.context, this.queues, this.badRecords);
		this.board = new TaskStatusBoard(id, this.queues, this.state);
		this.sendFailures = handlers.ofProduction() ? new SendFailures(handlers, this.context, this.queues,
				this.holdingBack, this.output, environment.config().exactlyOnce()) : null;
		if (this.sendFailures != null) {
			this.output.watch(this.sendFailures);
		}
	}

	public TaskId id() {
		return this.id;
	}

	/**
	 * The source partitions, repartition topics among them.
	 * @return an unmodifiable set
	 */
	public Set<TopicPartition> inputPartitions() {
		return this.queues.partitions();
	}

	/**
	 * The changelog topics of stores on disk. {@link #open} wants to know what is known
	 * of them.
	 * @return their names
	 */
	public Set<String> changelogsOfDisk() {
		return this.state.changelogsOfDisk();
	}

	/**
	 * Opens the engine, whatever is known of topics.
	 */
	public void open() {
		open(TopicIdentities.UNKNOWN);
	}

	/**
	 * Opens the engine. After it {@link #changelogs()} says what has to be restored.
	 * @param topics what is known of {@link #changelogsOfDisk()}
	 */
	public void open(TopicIdentities topics) {
		this.state.open(topics, new StoreContext(this.context, this.queues), this.context::timestamp);
		this.board.state("RESTORING");
	}

	/**
	 * The changelogs of the logged stores, each with the offset the engine is at.
	 * @return the changelogs; empty if no store is logged
	 */
	public List<Changelog> changelogs() {
		return this.state.changelogs();
	}

	/**
	 * Applies changelog records.
	 * @param changelog the changelog partition
	 * @param records committed records in order; may be empty
	 * @param position the restoring consumer's position behind them
	 */
	public void restore(TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records, long position) {
		this.state.restore(changelog, records, position);
	}

	/**
	 * All records of a changelog are applied.
	 */
	public void endRestore() {
		this.state.endRestore();
	}

	/**
	 * Tells how far restoration is, for the status only.
	 * @param changelog the changelog partition
	 * @param remaining records still to restore; 0 when done
	 * @param estimatedMillis how long that will take; -1 if not known
	 */
	public void restoreProgress(TopicPartition changelog, long remaining, long estimatedMillis) {
		this.state.restoreProgress(changelog, remaining, estimatedMillis);
		this.board.publish();
	}

	/**
	 * Drops the local content of all stores, so that they are restored from the
	 * beginning; {@link #changelogs()} has to be asked again.
	 */
	public void clearState() {
		this.state.clear();
	}

	/**
	 * Starts the operators; the stores are complete.
	 * @param committed the committed offsets of the input partitions; partitions without
	 * one are missing
	 */
	public void start(Map<TopicPartition, OffsetAndMetadata> committed) {
		this.queues.startFrom(committed);
		committed.values().forEach((offset) -> this.context.time().restore(CommitMetadata.decode(offset.metadata())));
		this.context.time().reset(this.queues.highestTime());
		this.context.wallClock(this.environment.wallClock().getAsLong());
		this.context.leave(this.environment.wallClock().getAsLong());
		this.operators.start(this.context);
		this.context.time().started(this.id);
		this.started = true;
		// Initialisers may write and forward.
		this.work.through();
		this.holdingBack.start();
		this.board.state("RUNNING");
	}

	/**
	 * Adds records polled from an input partition.
	 * @param partition the partition
	 * @param records the records in the order of their offsets
	 */
	public void enqueue(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
		this.queues.of(partition).add(records);
		this.queues.resetIdle();
	}

	/**
	 * How many records of a partition wait to be processed.
	 * @param partition an input partition
	 * @return the count
	 */
	public int buffered(TopicPartition partition) {
		return this.queues.of(partition).size();
	}

	/**
	 * Processes waiting records in the order of their timestamps.
	 * @param maxRecords how many at most
	 * @param wallClock milliseconds since the epoch, read by the caller once a batch
	 * @param lag records of a partition that the broker has beyond the last poll, -1 if
	 * not known: with an empty queue and lag other than 0, the task waits for that
	 * partition (as max.task.idle.ms tells)
	 * @return how many records were taken
	 * @throws io.millrace.streams.errors.StreamsException if a record failed and the
	 * error policy is to fail
	 */
	public int process(int maxRecords, long wallClock, ToLongFunction<TopicPartition> lag) {
		this.context.wallClock(wallClock);
		int taken = 0;
		this.output.settleDebts();
		this.queues.startBatch();
		while (taken < maxRecords && !this.context.commitRequested()) {
			if (!this.queues.allReady() && !this.queues.mayGoOnWithout(wallClock, lag)) {
				break;
			}
			PartitionQueue queue = this.queues.next();
			if (queue == null) {
				break;
			}
			processNext(queue);
			taken++;
		}
		if (taken > 0) {
			this.environment.counters().processed(taken);
		}
		this.context.silence().processed(taken > 0, this.queues.drained(lag));
		this.board.publish(wallClock, lag);
		return taken;
	}

	private void processNext(PartitionQueue queue) {
		this.work.process(queue);
		queue.advance();
		if (this.context.punctuations(PunctuationType.STREAM_TIME).due(this.context.streamTime())) {
			punctuate(PunctuationType.STREAM_TIME, this.context.streamTime());
		}
		this.context.leave(this.context.streamTime());
	}

	/**
	 * How long nothing has come.
	 * @return the clock of that
	 */
	public Silence silence() {
		return this.context.silence();
	}

	/**
	 * Calls punctuations that are due.
	 * @param wallClock milliseconds since the epoch
	 * @return whether any was called
	 */
	public boolean punctuate(long wallClock) {
		this.context.wallClock(wallClock);
		boolean byStreamTime = this.context.streamTime() != StreamTime.UNKNOWN
				&& punctuate(PunctuationType.STREAM_TIME, this.context.streamTime());
		return punctuate(PunctuationType.WALL_CLOCK_TIME, wallClock) || byStreamTime;
	}

	private boolean punctuate(PunctuationType type, long now) {
		Punctuations punctuations = this.context.punctuations(type);
		return punctuations.due(now) && punctuations.run(now, this::punctuate);
	}

	private void punctuate(Operator operator, Punctuator callback, long now) {
		this.dirty = true;
		this.work.punctuate(operator, callback, now);
	}

	/**
	 * Whether a processor asked for a commit since the last one.
	 * @return true if so
	 */
	public boolean commitRequested() {
		return this.context.commitRequested();
	}

	/**
	 * Whether anything happened since the last commit that has to be committed: records
	 * taken, results sent or stores written.
	 * @return true if so
	 */
	public boolean commitNeeded() {
		if (!this.started) {
			return false;
		}
		if (this.dirty || this.output.sentSinceCommit() || this.context.commitRequested()) {
			return true;
		}
		for (PartitionQueue queue : this.queues.all()) {
			if (queue.movedSinceCommit()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * About how much memory the writes since the last commit take.
	 * @return bytes
	 */
	public long uncommittedBytes() {
		return this.state.uncommittedBytes();
	}

	/**
	 * Step 1 of the commit: operators forward what they hold back.
	 * @throws RuntimeException if that fails; the work since the last commit has to be
	 * undone
	 */
	public void flushOperators() {
		if (this.started) {
			try {
				this.operators.beforeCommit();
			}
			catch (OperatorException ex) {
				this.work.undo();
				BadRecords.throwIfBlameless(ex);
				throw this.holdingBack.failed(ex);
			}
			this.context.leave(this.context.streamTime());
			this.work.through();
		}
	}

	/**
	 * Step 2: writes the last value of each key to the changelogs.
	 */
	public void writeChangelogs() {
		this.state.writeChangelogs();
	}

	/**
	 * Step 3: what to commit for the input partitions, stream time in the metadata.
	 * @return the offsets of partitions from which anything was taken
	 */
	public Map<TopicPartition, OffsetAndMetadata> offsetsToCommit() {
		Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
		for (PartitionQueue queue : this.queues.all()) {
			if (queue.movedSinceCommit()) {
				offsets.put(queue.partition(), queue.toCommit(this.context.time()));
			}
		}
		if (offsets.isEmpty() && this.context.time().movedSinceCommit()) {
			// Silence has moved the time of a window operator on.
			for (PartitionQueue queue : this.queues.all()) {
				if (queue.position() >= 0) {
					offsets.put(queue.partition(), queue.toCommit(this.context.time()));
				}
			}
		}
		return offsets;
	}

	/**
	 * Step 5, after the transaction committed: the writes move to the engine.
	 */
	public void publish() {
		this.state
			.publish((partition) -> inputPartitions().contains(partition) ? this.queues.of(partition).position() : -1);
		this.context.time().committed();
		this.queues.markCommitted();
		this.holdingBack.committed();
		this.output.committed();
		this.badRecords.counts().committed();
		this.context.keepPunctuations();
		this.context.commitDone();
		this.dirty = false;
		if (this.started) {
			this.operators.afterCommit();
		}
	}

	/**
	 * Whether a handler of the user decides about results that couldn't be sent.
	 * @return true if so
	 */
	public boolean watchesSends() {
		return this.sendFailures != null;
	}

	/**
	 * When the first result failed to be sent since the last commit.
	 * @param ofRecord whether an exception says something about the record, rather than
	 * about the producer
	 * @return a number that is higher for what failed later, in whichever task;
	 * {@code Long.MAX_VALUE} if nothing failed
	 */
	public long firstSendFailure(Predicate<Exception> ofRecord) {
		return (this.sendFailures != null) ? this.sendFailures.first(ofRecord) : Long.MAX_VALUE;
	}

	/**
	 * Asks the user's handler about that result. The work has to be undone afterwards.
	 * @param ofRecord as before
	 * @return what to treat in place of the producer's exception
	 */
	public RuntimeException judgeSendFailure(Predicate<Exception> ofRecord) {
		if (this.sendFailures == null) {
			throw new IllegalStateException("Nobody judges what couldn't be sent.");
		}
		return this.sendFailures.judge(ofRecord);
	}

	/**
	 * Undoes everything since the last commit: drops overlays, queues and times.
	 * @return where to seek each input partition to; a partition from which nothing was
	 * taken since it was assigned and that has no committed offset is missing and keeps
	 * its position
	 */
	public Map<TopicPartition, Long> abort() {
		this.output.aborted();
		this.badRecords.counts().aborted();
		this.context.dueResults().end();
		this.state.discard();
		this.context.leave(StreamTime.UNKNOWN);
		this.context.repeatPunctuations();
		this.context.commitDone();
		this.dirty = false;
		Map<TopicPartition, Long> seek = new HashMap<>();
		for (PartitionQueue queue : this.queues.all()) {
			long position = queue.abort();
			if (position >= 0) {
				seek.put(queue.partition(), position);
			}
		}
		this.context.time().reset(this.queues.highestTime());
		if (this.started) {
			this.operators.onAbort();
		}
		return seek;
	}

	/**
	 * A store as processors see it, writes since the last commit included. For the test
	 * driver.
	 * @param name the store's name
	 * @return the store, or null if the task has none of that name
	 */
	public @Nullable StateStore store(String name) {
		return this.state.facade(name);
	}

	/**
	 * A view of a store for queries.
	 * @param name the store's name
	 * @param isolation whether it shows what isn't committed yet
	 * @param owner the thread that runs this task; null if only what is committed can be
	 * asked for
	 * @return the read-only store, or the user's own; null if the task has none of that
	 * name or isn't running
	 */
	public @Nullable StateStore readableStore(String name, IsolationLevel isolation, @Nullable OwnerThread owner) {
		return this.board.running() ? this.state.readable(name, isolation, this.board::running, owner) : null;
	}

	/**
	 * A snapshot, for any thread.
	 * @return what the task is doing
	 */
	public ApplicationStatus.TaskStatus status() {
		return this.board.status();
	}

	/**
	 * Closes operators, stores and the engine; uncommitted writes are gone.
	 */
	@Override
	public void close() {
		this.board.state("CLOSED");
		this.started = false;
		try {
			this.operators.close();
		}
		finally {
			this.state.close();
			this.context.close();
		}
	}

}
