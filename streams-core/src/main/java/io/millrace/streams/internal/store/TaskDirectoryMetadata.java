package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * What a task's directory says about its content: which topology wrote it, which stores
 * are in it and how they are laid out. {@link TaskDirectory} compares it with the running
 * topology before anything of the directory is used. Written as lines of text, the last
 * of which is a checksum. Immutable.
 *
 * @param topologyFingerprint the fingerprint of the topology
 * @param stores the identity of each store, by name
 */
public record TaskDirectoryMetadata(String topologyFingerprint, SortedMap<String, StoreIdentity> stores) {

	static final int FORMAT_VERSION = 1;

	private static final String HEADER = "millrace-task-directory ";

	private static final String TOPOLOGY = "topology\t";

	private static final String STORE = "store\t";

	private static final String CHECKSUM = "crc32c\t";

	/**
	 * Makes a description of a directory.
	 * @param topologyFingerprint the fingerprint of the topology
	 * @param stores the identity of each store, by name; copied
	 */
	public TaskDirectoryMetadata(String topologyFingerprint, Map<String, StoreIdentity> stores) {
		this(Objects.requireNonNull(topologyFingerprint), new TreeMap<>(stores));
	}

	public TaskDirectoryMetadata {
		stores = Collections.unmodifiableSortedMap(new TreeMap<>(stores));
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
		if (!this.topologyFingerprint.equals(wanted.topologyFingerprint)) {
			differences.add("the directory was written by the topology " + this.topologyFingerprint
					+ ", the application runs the topology " + wanted.topologyFingerprint);
		}
		return differences;
	}

	/**
	 * The content of the file.
	 * @return lines of text, the last one a checksum over the others
	 */
	String toText() {
		StringBuilder text = new StringBuilder();
		text.append(HEADER).append(FORMAT_VERSION).append('\n');
		text.append(TOPOLOGY).append(escape(this.topologyFingerprint)).append('\n');
		this.stores.forEach((name, store) -> text.append(STORE)
			.append(String.join("\t", escape(name), escape(store.kind), escape(store.keySerde),
					escape(store.valueSerde)))
			.append('\n'));
		String checksum = checksum(text.toString());
		return text.append(CHECKSUM).append(checksum).append('\n').toString();
	}

	/**
	 * Reads the content of the file.
	 * @param text what {@link #toText()} made
	 * @return what it says
	 * @throws CorruptStateException if it can't be read, or was written by a later
	 * version
	 */
	static TaskDirectoryMetadata fromText(String text) {
		List<String> lines = text.lines().toList();
		int version = formatVersion(lines.isEmpty() ? "" : lines.get(0));
		if (version > FORMAT_VERSION) {
			throw new CorruptStateException("the metadata has format version " + version
					+ ", and this version of Millrace reads versions up to " + FORMAT_VERSION);
		}
		int checksumAt = text.lastIndexOf(CHECKSUM);
		if (version < 1 || checksumAt < 0
				|| !text.substring(checksumAt).equals(CHECKSUM + checksum(text.substring(0, checksumAt)) + "\n")) {
			throw new CorruptStateException("the metadata can't be read: header or checksum don't match");
		}
		return fromLines(lines.subList(1, lines.size() - 1));
	}

	private static TaskDirectoryMetadata fromLines(List<String> lines) {
		String fingerprint = null;
		Map<String, StoreIdentity> stores = new TreeMap<>();
		for (String line : lines) {
			if (line.startsWith(TOPOLOGY)) {
				fingerprint = unescape(line.substring(TOPOLOGY.length()));
				continue;
			}
			String[] fields = line.split("\t", -1);
			if (fields.length != 5 || !line.startsWith(STORE)) {
				throw new CorruptStateException("the metadata can't be read: unknown line");
			}
			stores.put(unescape(fields[1]),
					new StoreIdentity(unescape(fields[2]), unescape(fields[3]), unescape(fields[4])));
		}
		if (fingerprint == null) {
			throw new CorruptStateException("the metadata can't be read: it names no topology");
		}
		return new TaskDirectoryMetadata(fingerprint, stores);
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
	 */
	public record StoreIdentity(String kind, String keySerde, String valueSerde) {

		public StoreIdentity {
			Objects.requireNonNull(kind);
			Objects.requireNonNull(keySerde);
			Objects.requireNonNull(valueSerde);
		}

		private void addDifferences(String name, StoreIdentity wanted, List<String> differences) {
			addDifference(name, "of kind", this.kind, wanted.kind, differences);
			addDifference(name, "with keys by", this.keySerde, wanted.keySerde, differences);
			addDifference(name, "with values by", this.valueSerde, wanted.valueSerde, differences);
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
