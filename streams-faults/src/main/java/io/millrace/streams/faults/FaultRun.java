package io.millrace.streams.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import io.millrace.streams.faults.Fault.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an application in processes of its own, round by round: sends inputs, does
 * something to it that a {@link FaultSchedule} chooses by a seed, and waits until it has
 * committed what a {@link ReferenceModel} expects, no less, no more. Made by a
 * {@link FaultRunBuilder}; used by one thread, once.
 */
public final class FaultRun {

	private static final Logger logger = LoggerFactory.getLogger(FaultRun.class);

	private static final Duration POINT_TIMEOUT = Duration.ofSeconds(20);

	private static final Duration RESTORING_TIMEOUT = Duration.ofSeconds(4);

	/** How long a process may take to a point after all there is to do was done. */
	private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(1);

	private final FaultRunBuilder setup;

	private final FaultSchedule schedule;

	private final Random pace;

	private final OutputComparison comparison;

	private final Map<String, Integer> faults = new TreeMap<>();

	private final List<String> differences = new ArrayList<>();

	private final EmbeddedKafkaProcess broker;

	private int rounds;

	private int kills;

	private long wrongEntries;

	FaultRun(FaultRunBuilder setup, EmbeddedKafkaProcess broker) {
		this.setup = setup;
		this.comparison = new OutputComparison(setup.updates);
		this.broker = broker;
		this.schedule = new FaultSchedule(setup.seed, setup.only);
		this.pace = new Random(setup.seed);
	}

	/**
	 * Returns a builder of runs.
	 * @return the builder
	 */
	public static FaultRunBuilder builder() {
		return new FaultRunBuilder();
	}

	/**
	 * Runs all rounds, or until something was lost, or doubled that mustn't be.
	 * @return what came of it
	 * @throws FaultRunException if the run can't be carried out
	 */
	public FaultReport run() {
		logger.info("Faults for {} with seed {}", this.setup.name, this.setup.seed);
		ReferenceModel model = this.setup.model();
		String address = this.broker.bootstrapServers();
		try (InputFeed feed = new InputFeed(address, this.setup.inputs(), model, this.comparison, this.setup.seed);
				OutputReader reader = new OutputReader(address, this.setup.outputs, this.setup.partitions);
				Members members = members()) {
			members.add();
			boolean complete = true;
			while (complete && this.rounds < this.setup.rounds) {
				complete = round(members, feed, reader);
			}
			if (complete && this.setup.exactlyOnce) {
				compareStores(members, model);
			}
			new ArrayList<>(members.running()).forEach(members::remove);
			reader.readToEnd(this.comparison);
			return report(feed.sent());
		}
	}

	private Members members() {
		return new Members(this.setup.main(), List.of(this.broker.bootstrapServers(), this.setup.name),
				this.setup.arguments, directory(), this.setup.members);
	}

	private Path directory() {
		return this.setup.directory();
	}

	private boolean round(Members members, InputFeed feed, OutputReader reader) {
		Fault fault = this.schedule.next(members.running().size(), this.setup.members);
		logger.debug("Round {}: {}", this.rounds, fault);
		ApplicationProcess member = members.running().get(fault.member());
		if (fault.kind() == Kind.KILL_AT_POINT && fault.point() != FaultPoint.RESTORING) {
			member.arm(Objects.requireNonNull(fault.point()), fault.passes());
		}
		feed.send(this.setup.recordsPerRound / 2);
		pause(this.pace.nextInt(100));
		feed.send(this.setup.recordsPerRound - this.setup.recordsPerRound / 2);
		strike(fault, member, members, reader);
		feed.await();
		if (!awaitOutputs(reader) || surplus()) {
			logger.error("Round {} of {} with seed {} is not complete, or more than that, after {}: {}", this.rounds,
					this.setup.name, this.setup.seed, fault, this.comparison.differences(this.setup.exactlyOnce));
			members.running().forEach(ApplicationProcess::dumpThreads);
			Diagnosis.of(this.broker.bootstrapServers(), this.setup.name).forEach(logger::error);
			Diagnosis.keep(this.broker.directory(), directory().resolve("broker"));
			return false;
		}
		this.rounds++;
		return true;
	}

	private void strike(Fault fault, ApplicationProcess member, Members members, OutputReader reader) {
		switch (fault.kind()) {
			case KILL_AT_POINT -> killAtPoint(fault, member, members, reader);
			case KILL -> {
				pause(fault.delayMillis());
				kill(member);
				members.replace(member, null);
			}
			case STOP -> {
				pause(fault.delayMillis());
				member.stop();
				members.replace(member, null);
			}
			case PAUSE -> {
				pause(fault.delayMillis());
				member.pause();
				pause(this.setup.pauseMillis);
				member.resume();
			}
			case ADD_MEMBER -> members.add();
			case REMOVE_MEMBER -> {
				pause(fault.delayMillis());
				members.remove(member);
			}
			case RESTART_BROKER -> {
				pause(fault.delayMillis());
				this.broker.restart();
			}
			case KILL_BROKER -> {
				pause(fault.delayMillis());
				this.broker.kill();
				this.broker.start();
			}
		}
		if (fault.kind() != Kind.KILL_AT_POINT) {
			count(fault.name());
		}
	}

	private void killAtPoint(Fault fault, ApplicationProcess member, Members members, OutputReader reader) {
		FaultPoint point = Objects.requireNonNull(fault.point());
		ApplicationProcess victim = member;
		// It may not get there: no task with inputs, or nothing to restore.
		boolean reached;
		if (point == FaultPoint.RESTORING) {
			kill(member);
			victim = members.replace(member, point);
			reached = victim.awaitReached(point, RESTORING_TIMEOUT);
		}
		else {
			reached = awaitReached(victim, point, reader);
		}
		count(reached ? fault.name() : "KILL");
		kill(victim);
		members.replace(victim, null);
	}

	/**
	 * A process that has nothing left to do gets to no point any more.
	 */
	private boolean awaitReached(ApplicationProcess victim, FaultPoint point, OutputReader reader) {
		long start = System.nanoTime();
		long idleSince = Long.MAX_VALUE;
		while (!victim.awaitReached(point, Duration.ofMillis(100))) {
			reader.read(Duration.ofMillis(50), this.comparison);
			long now = System.nanoTime();
			if (idleSince == Long.MAX_VALUE && this.comparison.complete(this.setup.exactlyOnce)) {
				idleSince = now;
			}
			if (!victim.isAlive() || now - start > POINT_TIMEOUT.toNanos()
					|| now - IDLE_TIMEOUT.toNanos() > idleSince) {
				return false;
			}
		}
		return true;
	}

	private void kill(ApplicationProcess member) {
		member.kill();
		this.kills++;
	}

	private void count(String fault) {
		this.faults.merge(fault, 1, Integer::sum);
	}

	/**
	 * Chance decides about moments here; nothing waits for a condition.
	 */
	private static void pause(int millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new FaultRunException("Interrupted between two faults", ex);
		}
	}

	private boolean awaitOutputs(OutputReader reader) {
		long deadline = System.nanoTime() + this.setup.timeout.toNanos();
		while (!this.comparison.complete(this.setup.exactlyOnce) && !surplus()) {
			if (System.nanoTime() > deadline) {
				return false;
			}
			reader.read(Duration.ofMillis(50), this.comparison);
		}
		return true;
	}

	/**
	 * Whether there is what there mustn't be, so that nothing needs to be waited for.
	 */
	private boolean surplus() {
		return this.setup.exactlyOnce && (this.comparison.doubled() > 0 || this.comparison.disordered() > 0);
	}

	/**
	 * The commit is read before the state has it, so there is some time to get there.
	 */
	private void compareStores(Members members, ReferenceModel model) {
		long deadline = System.nanoTime() + this.setup.timeout.toNanos();
		model.stores().forEach((store, expected) -> {
			List<String> wrong = List.of("unknown");
			while (!wrong.isEmpty()) {
				try {
					wrong = wrongEntries(expected, members.entries(store));
				}
				catch (FaultRunException ex) {
					wrong = List.of(String.valueOf(ex.getMessage()));
				}
				if (System.nanoTime() > deadline) {
					this.wrongEntries += wrong.size();
					wrong.stream().limit(5).forEach((text) -> this.differences.add("store " + store + ": " + text));
					break;
				}
				pause(wrong.isEmpty() ? 0 : 100);
			}
		});
	}

	private static List<String> wrongEntries(Map<String, String> expected, Map<String, String> there) {
		TreeSet<String> keys = new TreeSet<>(expected.keySet());
		keys.addAll(there.keySet());
		return keys.stream()
			.filter((key) -> !Objects.equals(expected.get(key), there.get(key)))
			.map((key) -> "key " + key + " is " + there.get(key) + " and should be " + expected.get(key))
			.toList();
	}

	private FaultReport report(long sent) {
		boolean exactlyOnce = this.setup.exactlyOnce;
		this.differences.addAll(this.comparison.differences(exactlyOnce));
		return new FaultReport(this.setup.name, this.setup.seed, exactlyOnce, this.rounds, this.faults, this.kills,
				sent, this.comparison.lost(exactlyOnce), this.comparison.doubled(), this.comparison.disordered(),
				this.wrongEntries, this.differences);
	}

}
