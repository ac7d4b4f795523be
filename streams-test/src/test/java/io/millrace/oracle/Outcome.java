package io.millrace.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What a run of a pair came to.
 *
 * @param description the topology in words
 * @param outputs the records in each output topic
 * @param stores what is in each store, in words
 * @param dropped how many records were dropped and counted
 * @param failure why there is no outcome, or null
 */
public record Outcome(String description, Map<String, List<Output>> outputs, Map<String, List<String>> stores,
		long dropped, @Nullable String failure) {

	/**
	 * A record in an output topic.
	 *
	 * @param key the key in words
	 * @param value the value
	 * @param timestamp the timestamp
	 * @param headers the headers in words
	 */
	public record Output(String key, @Nullable String value, long timestamp, String headers) {

		@Override
		public String toString() {
			return this.key + "=" + this.value + "@" + this.timestamp + this.headers;
		}

	}

	/**
	 * A run that ended with an error.
	 */
	public static Outcome failed(String failure) {
		return new Outcome("", Map.of(), Map.of(), 0, failure);
	}

	/**
	 * Leaves out what differs on purpose: deletes of rows that a table doesn't hold.
	 * @param tables the output topics that tables go to
	 */
	Outcome withoutIdleDeletes(Set<String> tables) {
		Map<String, List<Output>> kept = new LinkedHashMap<>();
		this.outputs.forEach((topic, records) -> kept.put(topic, tables.contains(topic) ? rows(records) : records));
		return new Outcome(this.description, kept, this.stores, this.dropped, this.failure);
	}

	/**
	 * Behind joins, a delete of what isn't there can come as an update that changes
	 * nothing.
	 */
	private static List<Output> rows(List<Output> records) {
		Map<String, Output> rows = new HashMap<>();
		List<Output> kept = new ArrayList<>();
		for (Output record : records) {
			Output before = (record.value() != null) ? rows.put(record.key(), record) : rows.remove(record.key());
			boolean idle = (before == null) ? record.value() == null
					: Objects.equals(before.value(), record.value()) && before.timestamp() == record.timestamp();
			if (!idle) {
				kept.add(record);
			}
		}
		return kept;
	}

	Outcome withoutHeaders() {
		Map<String, List<Output>> kept = new LinkedHashMap<>();
		this.outputs.forEach((topic, records) -> kept.put(topic,
				records.stream()
					.map((record) -> new Output(record.key(), record.value(), record.timestamp(), ""))
					.toList()));
		return new Outcome(this.description, kept, this.stores, this.dropped, this.failure);
	}

	/**
	 * Leaves out the headers of records that have none in another outcome.
	 */
	Outcome withoutHeadersThatLack(Outcome other) {
		Map<String, List<Output>> kept = new LinkedHashMap<>();
		this.outputs.forEach((topic, records) -> {
			List<Output> others = other.outputs.getOrDefault(topic, List.of());
			List<Output> adapted = new ArrayList<>();
			for (int i = 0; i < records.size(); i++) {
				Output record = records.get(i);
				boolean lacking = i < others.size() && others.get(i).headers().isEmpty();
				adapted.add(lacking ? new Output(record.key(), record.value(), record.timestamp(), "") : record);
			}
			kept.put(topic, adapted);
		});
		return new Outcome(this.description, kept, this.stores, this.dropped, this.failure);
	}

	/**
	 * Leaves out the times and headers of deletes, which a cache changes, and a join of
	 * what comes from one topic.
	 */
	Outcome withoutTimesOfDeletes() {
		Map<String, List<Output>> kept = new LinkedHashMap<>();
		this.outputs.forEach((topic, records) -> kept.put(topic,
				records.stream()
					.map((record) -> (record.value() != null) ? record : new Output(record.key(), null, -1, ""))
					.toList()));
		return new Outcome(this.description, kept, this.stores, this.dropped, this.failure);
	}

	/**
	 * Sorts records by key, the records of a key in their order.
	 * @param sessions whether to leave out deletes of windowed rows that come again, as a
	 * cache does
	 */
	Outcome withSettledRows(boolean sessions) {
		Map<String, List<Output>> kept = new LinkedHashMap<>();
		this.outputs.forEach((topic, records) -> kept.put(topic, settled(records, sessions)));
		return new Outcome(this.description, kept, this.stores, this.dropped, this.failure);
	}

	private static List<Output> settled(List<Output> records, boolean sessions) {
		List<Output> sorted = new ArrayList<>(records);
		sorted.sort(Comparator.comparing(Output::key));
		List<Output> settled = new ArrayList<>();
		for (int i = 0; i < sorted.size(); i++) {
			Output record = sorted.get(i);
			boolean again = sessions && record.value() == null && record.key().startsWith("[") && i + 1 < sorted.size()
					&& sorted.get(i + 1).key().equals(record.key());
			if (!again) {
				settled.add(record);
			}
		}
		return settled;
	}

}
