package io.millrace.streams.benchmarks.application;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.benchmarks.workload.Workload;

/**
 * All that the process under test has to know, as it is handed over on its command line.
 *
 * @param candidate who runs
 * @param scenario what runs
 * @param bootstrapServers the broker's address
 * @param applicationId the application's id, which is the group's also
 * @param stateDirectory where state on disk goes
 * @param input the topic to read
 * @param output the topic to write
 */
public record ApplicationSettings(Candidate candidate, Scenario scenario, String bootstrapServers, String applicationId,
		String stateDirectory, String input, String output) {

	/** The interval of commits of all candidates. */
	public static final int COMMIT_INTERVAL_MS = 100;

	/**
	 * What producers of Millrace collect by default, for those that are to do as well.
	 */
	public static final int BATCH_SIZE = 65_536;

	/**
	 * How many records Millrace takes from its consumer at once by default, for those
	 * that are to do as well.
	 */
	public static final int POLLED_AT_ONCE = 4000;

	/** The name of the one store. */
	public static final String STORE = "counts";

	/**
	 * The name of what is grouped by another key, which the repartition topic is named
	 * after.
	 */
	public static final String REPARTITION = "by-other-key";

	/** The name of the join by a foreign key, which its topics are named after. */
	public static final String FOREIGN_KEYS = "by-reference";

	public List<String> arguments() {
		return List.of("candidate=" + this.candidate.id(), "workload=" + this.scenario.workload().id(),
				"exactlyOnce=" + this.scenario.exactlyOnce(), "threads=" + this.scenario.threads(),
				"partitions=" + this.scenario.partitions(), "keys=" + this.scenario.keys(),
				"chain=" + this.scenario.chain(), "bootstrapServers=" + this.bootstrapServers,
				"applicationId=" + this.applicationId, "stateDirectory=" + this.stateDirectory, "input=" + this.input,
				"output=" + this.output);
	}

	static ApplicationSettings of(String[] arguments) {
		Map<String, String> given = new HashMap<>();
		for (String argument : arguments) {
			int at = argument.indexOf('=');
			given.put(argument.substring(0, at), argument.substring(at + 1));
		}
		Scenario scenario = new Scenario(Workload.of(given.get("workload")),
				Boolean.parseBoolean(given.get("exactlyOnce")), Integer.parseInt(given.get("threads")),
				Integer.parseInt(given.get("partitions")), Integer.parseInt(given.get("keys")),
				Integer.parseInt(given.get("chain")));
		return new ApplicationSettings(Candidate.of(given.get("candidate")), scenario, given.get("bootstrapServers"),
				given.get("applicationId"), given.get("stateDirectory"), given.get("input"), given.get("output"));
	}

	public String changelog() {
		return this.applicationId + "-" + STORE + "-changelog";
	}

	/**
	 * Whether a topic is the changelog of one of its stores: joins have several.
	 */
	public boolean isChangelog(String topic) {
		return topic.startsWith(this.applicationId + "-") && topic.endsWith("-changelog");
	}

	/**
	 * The topics of a join by a foreign key: what comes out of the input goes through the
	 * first, what comes out of that through the second.
	 */
	public List<String> foreignKeyTopics() {
		String prefix = this.applicationId + "-" + FOREIGN_KEYS + "-subscription-";
		return List.of(prefix + "registration-topic", prefix + "response-topic");
	}

	public String repartitionTopic() {
		return this.applicationId + "-" + REPARTITION + "-repartition";
	}

}
