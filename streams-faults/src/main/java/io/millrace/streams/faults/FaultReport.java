package io.millrace.streams.faults;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a run.
 *
 * @param application the application's name
 * @param seed the seed that repeats the run
 * @param exactlyOnce whether the application promises exactly once, or at least once
 * @param rounds how many rounds were run to their end
 * @param faults how often each fault was done, by {@link Fault#name()}
 * @param kills how many processes were killed
 * @param inputs how many records were sent
 * @param lost how many outputs never came
 * @param doubled how many outputs came that should not, or more than once
 * @param disordered how many keys have their outputs in another order
 * @param wrongEntries how many entries of stores differ from the model's
 * @param differences some differences in words; empty if there are none
 */
public record FaultReport(String application, long seed, boolean exactlyOnce, int rounds, Map<String, Integer> faults,
		int kills, long inputs, long lost, long doubled, long disordered, long wrongEntries, List<String> differences) {

	public FaultReport {
		faults = Map.copyOf(faults);
		differences = List.copyOf(differences);
	}

	/**
	 * Whether the application kept its promise.
	 * @return true if nothing is lost and, under exactly once, nothing doubled, out of
	 * order or wrong in a store
	 */
	public boolean kept() {
		return this.lost == 0
				&& (!this.exactlyOnce || (this.doubled == 0 && this.disordered == 0 && this.wrongEntries == 0));
	}

	/**
	 * Writes reports as two tables in Markdown: what came of it, and how often each fault
	 * was done.
	 * @param reports the reports
	 * @return the tables
	 */
	public static String table(Collection<FaultReport> reports) {
		StringBuilder table = new StringBuilder();
		table.append("| application | guarantee | seed | rounds | killed | records in | lost | doubled | out of order |"
				+ " wrong in stores |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
		Map<String, Integer> faults = new TreeMap<>();
		for (FaultReport report : reports) {
			table.append(String.format(Locale.ROOT, "| %s | %s | %d | %d | %d | %d | %d | %d | %d | %d |%n",
					report.application, report.exactlyOnce ? "exactly once" : "at least once", report.seed,
					report.rounds, report.kills, report.inputs, report.lost, report.doubled, report.disordered,
					report.wrongEntries));
			report.faults.forEach((name, count) -> faults.merge(name, count, Integer::sum));
		}
		table.append("\n| fault | times |\n| --- | --- |\n");
		faults.forEach((name, count) -> table.append(String.format(Locale.ROOT, "| %s | %d |%n", name, count)));
		return table.toString();
	}

}
