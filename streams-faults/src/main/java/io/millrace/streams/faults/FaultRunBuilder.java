package io.millrace.streams.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a {@link FaultRun} shall be like. Used by one thread.
 */
public final class FaultRunBuilder {

	String name = "application";

	List<String> arguments = List.of();

	final Map<String, OutputReader.Format> outputs = new HashMap<>();

	boolean exactlyOnce = true;

	Updates updates = Updates.EVERY;

	long seed = System.nanoTime();

	int rounds = 10;

	Set<String> only = Set.of();

	int recordsPerRound = 200;

	int partitions = 2;

	int members = 2;

	int pauseMillis = 4500;

	Duration timeout = Duration.ofSeconds(60);

	private @Nullable Class<?> main;

	private @Nullable Supplier<? extends ReferenceModel> model;

	private @Nullable InputGenerator inputs;

	private @Nullable Path directory;

	FaultRunBuilder() {
	}

	/**
	 * Sets what is tested. Its main method gets the bootstrap servers, the application
	 * id, the state directory and then the arguments given here, and calls
	 * {@link FaultSubject#run}.
	 * @param name the application id, also the run's name
	 * @param main the class to start
	 * @param arguments further arguments
	 * @return this
	 */
	public FaultRunBuilder application(String name, Class<?> main, String... arguments) {
		this.name = name;
		this.main = main;
		this.arguments = List.of(arguments);
		return this;
	}

	/**
	 * Sets what the application should do.
	 * @param model makes a model with nothing in it
	 * @return this
	 */
	public FaultRunBuilder model(Supplier<? extends ReferenceModel> model) {
		this.model = model;
		return this;
	}

	/**
	 * Sets where inputs come from.
	 * @param inputs makes inputs
	 * @return this
	 */
	public FaultRunBuilder inputs(InputGenerator inputs) {
		this.inputs = inputs;
		return this;
	}

	/**
	 * Adds a topic whose records are compared.
	 * @param topic its name
	 * @param keys reads its keys
	 * @param values reads its values; at least once: they must be comparable, and grow if
	 * an input is processed twice
	 * @return this
	 */
	public FaultRunBuilder output(String topic, Deserializer<?> keys, Deserializer<?> values) {
		this.outputs.put(topic, new OutputReader.Format(keys, values));
		return this;
	}

	/**
	 * Sets what the application promises. Default: exactly once.
	 * @param exactlyOnce true for exactly once, false for at least once
	 * @return this
	 */
	public FaultRunBuilder exactlyOnce(boolean exactlyOnce) {
		this.exactlyOnce = exactlyOnce;
		return this;
	}

	/**
	 * Sets which of the updates that the model makes have to be in the output. Default:
	 * every one. Of at-least-once applications the last ones are looked at, whatever is
	 * set here.
	 * @param updates which ones
	 * @return this
	 */
	public FaultRunBuilder updates(Updates updates) {
		this.updates = updates;
		return this;
	}

	/**
	 * Sets the seed. Default: another one each time.
	 * @param seed the seed, say from an earlier report
	 * @return this
	 */
	public FaultRunBuilder seed(long seed) {
		this.seed = seed;
		return this;
	}

	/**
	 * Sets how many faults there are, one a round. Default: 10.
	 * @param rounds the number
	 * @return this
	 */
	public FaultRunBuilder rounds(int rounds) {
		this.rounds = rounds;
		return this;
	}

	/**
	 * Sets which faults may come, to look for the cause of something. Default: all.
	 * @param names their names as a report has them, such as {@code KILL} or
	 * {@code AFTER_COMMIT}; none for all. Building fails if there is no fault of a name.
	 * @return this
	 */
	public FaultRunBuilder only(String... names) {
		this.only = Set.of(names);
		return this;
	}

	/**
	 * Sets how many inputs are sent in a round. Default: 200.
	 * @param records the number
	 * @return this
	 */
	public FaultRunBuilder recordsPerRound(int records) {
		this.recordsPerRound = records;
		return this;
	}

	/**
	 * Sets how many partitions the output topics have. Default: 2.
	 * @param partitions the number
	 * @return this
	 */
	public FaultRunBuilder partitions(int partitions) {
		this.partitions = partitions;
		return this;
	}

	/**
	 * Sets how many processes may run at once. Default: 2.
	 * @param members the number
	 * @return this
	 */
	public FaultRunBuilder members(int members) {
		this.members = members;
		return this;
	}

	/**
	 * Sets how long a frozen process is frozen: longer than the broker keeps its session
	 * and its transaction. Default: 4.5 s.
	 * @param pause the time
	 * @return this
	 */
	public FaultRunBuilder pause(Duration pause) {
		this.pauseMillis = (int) pause.toMillis();
		return this;
	}

	/**
	 * Sets how long to wait for outputs before they count as lost. Default: 60 s.
	 * @param timeout the time
	 * @return this
	 */
	public FaultRunBuilder timeout(Duration timeout) {
		this.timeout = timeout;
		return this;
	}

	/**
	 * Sets where logs and state of the processes go.
	 * @param directory a directory that exists
	 * @return this
	 */
	public FaultRunBuilder directory(Path directory) {
		this.directory = directory;
		return this;
	}

	/**
	 * Makes the run.
	 * @param broker the broker, whose topics exist; it is stopped and killed as well
	 * @return the run
	 * @throws NullPointerException if application, model, inputs or directory are missing
	 */
	public FaultRun build(EmbeddedKafkaProcess broker) {
		main();
		model();
		inputs();
		directory();
		return new FaultRun(this, broker);
	}

	Class<?> main() {
		return Objects.requireNonNull(this.main, "application");
	}

	ReferenceModel model() {
		return Objects.requireNonNull(this.model, "model").get();
	}

	InputGenerator inputs() {
		return Objects.requireNonNull(this.inputs, "inputs");
	}

	Path directory() {
		return Objects.requireNonNull(this.directory, "directory");
	}

}
