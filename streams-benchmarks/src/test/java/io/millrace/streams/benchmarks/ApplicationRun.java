package io.millrace.streams.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.application.ApplicationMain;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.Directories;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Operation;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.benchmarks.workload.StateKind;

/**
 * One run of one candidate: a process of its own, with topics and a state directory that
 * are its own and go afterwards. The log of the process stays.
 */
final class ApplicationRun {

	private final Site site;

	private final String heap;

	private final boolean profiled;

	private final ApplicationSettings application;

	private final Path directory;

	/**
	 * Prepares a run.
	 * @param name what tells it from other runs of the candidate in the scenario
	 */
	ApplicationRun(Site site, BenchmarkSettings settings, Scenario scenario, Candidate candidate, String input,
			String name) {
		this.site = site;
		this.heap = settings.heap();
		this.profiled = settings.profiled();
		String id = scenario.id() + "-" + candidate.id() + "-" + name;
		this.directory = settings.directory().resolve("runs").resolve(id).toAbsolutePath();
		this.application = new ApplicationSettings(candidate, scenario, site.bootstrapServers(), id,
				this.directory.resolve("state").toString(), input, id + "-out");
	}

	ApplicationSettings application() {
		return this.application;
	}

	Map<Figure, Double> run(Measurement measurement) throws Exception {
		try {
			createTopics();
			return runAgain(measurement);
		}
		finally {
			deleteTopics();
		}
	}

	/**
	 * Runs with the topics that are there, and leaves them.
	 */
	Map<Figure, Double> runAgain(Measurement measurement) throws Exception {
		Path state = Path.of(this.application.stateDirectory());
		Directories.delete(this.directory);
		Files.createDirectories(this.directory);
		Child child = start();
		try {
			return measurement.measure(child, this.application);
		}
		finally {
			child.kill();
			Directories.delete(state);
		}
	}

	private Child start() throws IOException {
		List<String> jvmArguments = new ArrayList<>(List.of("-Xms" + this.heap, "-Xmx" + this.heap, "-XX:+UseG1GC"));
		if (this.profiled) {
			jvmArguments.add("-XX:StartFlightRecording=settings=profile,filename=" + this.directory.resolve("run.jfr"));
		}
		return Child.start(this.directory.resolve("process.log"), jvmArguments, ApplicationMain.class,
				this.application.arguments());
	}

	private void createTopics() {
		Scenario scenario = this.application.scenario();
		this.site.createTopic(this.application.output(), scenario.partitions());
		if (this.application.candidate() == Candidate.HAND_WRITTEN && scenario.workload().state() != StateKind.NONE
				&& scenario.workload().operation() != Operation.RESTORE) {
			this.site.createTopic(this.application.changelog(), scenario.partitions());
		}
	}

	void deleteTopics() {
		this.site.deleteTopics((topic) -> topic.startsWith(this.application.applicationId() + "-"));
	}

}
