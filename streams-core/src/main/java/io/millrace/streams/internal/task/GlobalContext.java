package io.millrace.streams.internal.task;

import java.io.File;
import java.time.Duration;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.RecordOutput;
import io.millrace.streams.internal.store.TaskDirectory;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import org.jspecify.annotations.Nullable;

/**
 * What fills a global store as its operators see it: there is no stream time, since
 * records come in the order in which partitions are read, nor anything that is committed.
 */
final class GlobalContext extends TaskContext {

	private final TaskEnvironment environment;

	GlobalContext(TaskEnvironment environment, OperatedStores stores, RecordOutput output, BadRecords badRecords) {
		super(GlobalTask.ID, environment, stores, output, badRecords);
		this.environment = environment;
	}

	@Override
	public File stateDirectory() {
		return TaskDirectory.globalDirectory(this.environment.stateDirectory()).toFile();
	}

	@Override
	public long streamTime() {
		throw new UnsupportedOperationException("There is no stream time for what fills a global store.");
	}

	@Override
	public Cancellable schedule(Operator operator, @Nullable Long startTime, Duration interval, PunctuationType type,
			Punctuator callback) {
		throw new UnsupportedOperationException(
				"Processor " + operator.name() + " fills a global store and can't schedule punctuations.");
	}

	@Override
	public void requestCommit() {
		// What comes of a batch of records is written with its end.
	}

}
