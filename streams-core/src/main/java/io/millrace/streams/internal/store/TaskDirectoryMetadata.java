package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * What a task's directory says about its content: which stores are in it, how they are
 * laid out, and which topics feed them. {@link TaskDirectory} compares it with the
 * running topology before anything of the directory is used. Operators don't take part:
 * they leave no trace in the bytes of a store. Written as lines of text, the last of
 * which is a checksum. Immutable.
 *
 * @param stores the identity of each store of the task, by name
 * @param repartitionTopics the repartition topics that the task reads
 * @param topics what tells the changelog topics apart
 */
public record TaskDirectoryMetadata(SortedMap<String, StoreIdentity> stores, SortedSet<String> repartitionTopics,
		TopicIdentities topics) {

	static final int FORMAT_VERSION = 2;

	private static final String HEADER = "millrace-task-directory ";

	private static final String CLUSTER = "cluster";

	private static final String STORE = "store";

	private static final String TOPIC = "topic";

	private static final String REPARTITION = "repartition";

	private static final String CHECKSUM = "crc32c\t";

	/**
	 * Makes a description of a directory.
	 * @param stores the identity of each store, by name; copied
	 * @param repartitionTopics the repartition topics that the task reads; copied
	 * @param topics what tells the changelog topics apart
	 */
	public TaskDirectoryMetadata(Map<String, StoreIdentity> stores, Set<String> repartitionTopics,
			TopicIdentities topics) {
		this(new TreeMap<>(stores), new TreeSet<>(repartitionTopics), topics);
	}

	public TaskDirectoryMetadata {
		stores = Collections.unmodifiableSortedMap(new TreeMap<>(stores));
		repartitionTopics = Collections.unmodifiableSortedSet(new TreeSet<>(repartitionTopics));
		Objects.requireNonNull(topics);
	}

	/**
	 * The stores whose content is in the directory.
	 * @return their names
	 */
	Set<String> storesOnDisk() {
		Set<String> names = new TreeSet<>();
		this.stores.forEach((name, store) -> {
			if (store.onDisk) {
				names.add(name);
			}
		});
		return names;
	}

	/**
	 * Says in words what differs from what a topology wants.
	 * @param wanted what the topology wants
	 * @return one phrase for each difference, empty if the directory fits
	 */
	public List<String> differencesFrom(TaskDirectoryMetadata wanted) {
		List<String> differences = new ArrayList<>();
		this.stores.forEach((name, found) -> {
			StoreIdentity other = wanted.stores.get(name);
			if (other == null) {
				differences.add("the directory holds the store " + name + ", which the topology doesn't have");
			}
			else {
				found.addDifferences(name, other, differences);
			}
		});
		wanted.stores.keySet()
			.stream()
			.filter((name) -> !this.stores.containsKey(name))
			.forEach((name) -> differences
				.add("the topology has the store " + name + ", which the directory doesn't hold"));
		if (!this.repartitionTopics.equals(wanted.repartitionTopics)) {
			differences.add("what is in the directory came by the repartition topics " + this.repartitionTopics
					+ ", and the topology reads " + wanted.repartitionTopics);
		}
		return differences;
	}

	/**
	 * Says which changelogs the content was written for are gone, though there may be
	 * others of the same names now.
	 * @param wanted what the topology wants, and finds
	 * @return the names of the topics
	 */
	List<String> replacedChangelogs(TaskDirectoryMetadata wanted) {
		return storesOnDisk().stream()
			.map((name) -> Objects.requireNonNull(this.stores.get(name)).changelog)
			.filter((topic) -> !topic.isEmpty() && this.topics.replaced(topic, wanted.topics))
			.toList();
	}

	/**
	 * What to write for a topology that fits.
	 * @param before what the directory says
	 * @return the same, and ids that only the directory knows
	 */
	TaskDirectoryMetadata completedBy(TaskDirectoryMetadata before) {
		Set<String> changelogs = new TreeSet<>();
		this.stores.values().forEach((store) -> changelogs.add(store.changelog));
		return new TaskDirectoryMetadata(this.stores, this.repartitionTopics,
				this.topics.completedBy(before.topics, changelogs));
	}

	/**
	 * The content of the file.
	 * @return lines of text, the last one a checksum over the others
	 */
	String toText() {
		StringBuilder text = new StringBuilder();
		text.append(HEADER).append(FORMAT_VERSION).append('\n');
		line(text, CLUSTER, this.topics.cluster());
		this.stores.forEach((name, store) -> line(text, STORE, name, store.kind, store.keySerde, store.valueSerde,
				store.onDisk ? "disk" : "memory", store.changelog));
		new TreeMap<>(this.topics.topics()).forEach((name, id) -> line(text, TOPIC, name, id));
		this.repartitionTopics.forEach((name) -> line(text, REPARTITION, name));
		String checksum = checksum(text.toString());
		return text.append(CHECKSUM).append(checksum).append('\n').toString();
	}

	private static void line(StringBuilder text, String kind, String... fields) {
		text.append(kind);
		for (String field : fields) {
			text.append('\t').append(escape(field));
		}
		text.append('\n');
	}

	/**
	 * Reads the content of the file.
	 * @param text what {@link #toText()} made
	 * @return what it says
	 * @throws CorruptStateException if it can't be read, or was written by a version
	 * whose state can't be judged
	 */
	static TaskDirectoryMetadata fromText(String text) {
		List<String> lines = text.lines().toList();
		int version = formatVersion(lines.isEmpty() ? "" : lines.get(0));
		if (version >= 0 && version != FORMAT_VERSION) {
			throw new CorruptStateException("the metadata has format version " + version
					+ ", and this version of Millrace reads version " + FORMAT_VERSION);
		}
		int checksumAt = text.lastIndexOf(CHECKSUM);
		if (version < 0 || checksumAt < 0
				|| !text.substring(checksumAt).equals(CHECKSUM + checksum(text.substring(0, checksumAt)) + "\n")) {
			throw new CorruptStateException("the metadata can't be read: header or checksum don't match");
		}
		return fromLines(lines.subList(1, lines.size() - 1));
	}

	private static TaskDirectoryMetadata fromLines(List<String> lines) {
		String cluster = "";
		Map<String, StoreIdentity> stores = new TreeMap<>();
		Map<String, String> topics = new TreeMap<>();
		Set<String> repartitionTopics = new TreeSet<>();
		for (String line : lines) {
			String[] fields = line.split("\t", -1);
			for (int i = 1; i < fields.length; i++) {
				fields[i] = unescape(fields[i]);
			}
			switch (fields[0] + fields.length) {
				case CLUSTER + 2 -> cluster = fields[1];
				case STORE + 7 -> stores.put(fields[1],
						new StoreIdentity(fields[2], fields[3], fields[4], fields[5].equals("disk"), fields[6]));
				case TOPIC + 3 -> topics.put(fields[1], fields[2]);
				case REPARTITION + 2 -> repartitionTopics.add(fields[1]);
				default -> throw new CorruptStateException("the metadata can't be read: unknown line");
			}
		}
		return new TaskDirectoryMetadata(stores, repartitionTopics, new TopicIdentities(cluster, topics));
	}

	private static int formatVersion(String header) {
		String digits = header.startsWith(HEADER) ? header.substring(HEADER.length()) : "";
		return digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : -1;
	}

	private static String checksum(String text) {
		CRC32C checksum = new CRC32C();
		checksum.update(text.getBytes(StandardCharsets.UTF_8));
		return Long.toHexString(checksum.getValue());
	}

	private static String escape(String text) {
		return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
	}

	private static String unescape(String text) {
		StringBuilder plain = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char next = text.charAt(i);
			if (next == '\\' && i + 1 < text.length()) {
				i++;
				next = switch (text.charAt(i)) {
					case 't' -> '\t';
					case 'n' -> '\n';
					case 'r' -> '\r';
					default -> text.charAt(i);
				};
			}
			plain.append(next);
		}
		return plain.toString();
	}

	/**
	 * What the bytes of a store depend on.
	 *
	 * @param kind the kind of the store, such as {@code timestamped-key-value}
	 * @param keySerde what identifies the serde of keys
	 * @param valueSerde what identifies the serde of values
	 * @param onDisk whether the content is in the directory; else it is in memory, and
	 * moving it is no difference: it comes from the changelog
	 * @param changelog the full name of the changelog topic; empty if the store isn't
	 * logged
	 */
	public record StoreIdentity(String kind, String keySerde, String valueSerde, boolean onDisk, String changelog) {

		public StoreIdentity {
			Objects.requireNonNull(kind);
			Objects.requireNonNull(keySerde);
			Objects.requireNonNull(valueSerde);
			Objects.requireNonNull(changelog);
		}

		private void addDifferences(String name, StoreIdentity wanted, List<String> differences) {
			addDifference(name, "of kind", this.kind, wanted.kind, differences);
			addDifference(name, "with keys by", this.keySerde, wanted.keySerde, differences);
			addDifference(name, "with values by", this.valueSerde, wanted.valueSerde, differences);
			addDifference(name, "with the changelog", named(this.changelog), named(wanted.changelog), differences);
		}

		private static String named(String changelog) {
			return changelog.isEmpty() ? "(none)" : changelog;
		}

		private static void addDifference(String name, String what, String found, String wanted,
				List<String> differences) {
			if (!found.equals(wanted)) {
				differences.add("the store " + name + " is " + what + " " + found + " in the directory and " + what
						+ " " + wanted + " in the topology");
			}
		}

	}

}
