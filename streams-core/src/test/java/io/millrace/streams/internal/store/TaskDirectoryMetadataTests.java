package io.millrace.streams.internal.store;

import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.internal.store.TaskDirectoryMetadata.StoreIdentity;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TaskDirectoryMetadataTests {

	private static final StoreIdentity COUNTS = new StoreIdentity("timestamped-key-value", "StringSerde", "LongSerde",
			true, "app-counts-changelog");

	private static final TopicIdentities TOPICS = new TopicIdentities("c1", Map.of("app-counts-changelog", "t1"));

	@Test
	void isReadAsItWasWritten() {
		TaskDirectoryMetadata metadata = new TaskDirectoryMetadata(
				Map.of("counts", COUNTS, "odd", new StoreIdentity("key\tvalue", "a\nb", "c\\n\r", false, "")),
				Set.of("app-r\\t-repartition"), TOPICS);

		assertThat(TaskDirectoryMetadata.fromText(metadata.toText())).isEqualTo(metadata);
		assertThat(metadata.differencesFrom(TaskDirectoryMetadata.fromText(metadata.toText()))).isEmpty();
	}

	@Test
	void everyChangedByteIsNoticed() {
		String text = metadata(Map.of("counts", COUNTS)).toText();
		for (int i = 0; i < text.length(); i++) {
			String damaged = text.substring(0, i) + (char) (text.charAt(i) ^ 1) + text.substring(i + 1);
			assertThatThrownBy(() -> TaskDirectoryMetadata.fromText(damaged)).as("byte %s", i)
				.isInstanceOf(CorruptStateException.class);
		}
		for (int i = 0; i < text.length(); i++) {
			String cut = text.substring(0, i);
			assertThatThrownBy(() -> TaskDirectoryMetadata.fromText(cut)).as("first %s", i)
				.isInstanceOf(CorruptStateException.class);
		}
	}

	@Test
	void aLaterFormatIsNamed() {
		assertThatThrownBy(() -> TaskDirectoryMetadata.fromText("millrace-task-directory 7\nanything\n"))
			.isInstanceOf(CorruptStateException.class)
			.hasMessageContaining("format version 7")
			.hasMessageContaining("reads version 2");
	}

	@Test
	void differencesAreSaidInWords() {
		TaskDirectoryMetadata found = new TaskDirectoryMetadata(Map.of("counts", COUNTS, "old", COUNTS),
				Set.of("app-a-repartition"), TOPICS);
		TaskDirectoryMetadata wanted = new TaskDirectoryMetadata(Map.of("counts",
				new StoreIdentity("key-value", "StringSerde", "IntegerSerde", true, ""), "new", COUNTS), Set.of(),
				TOPICS);

		assertThat(found.differencesFrom(wanted)).containsExactly(
				"the store counts is of kind timestamped-key-value in the directory and of kind key-value in the topology",
				"the store counts is with values by LongSerde in the directory and with values by IntegerSerde in the topology",
				"the store counts is with the changelog app-counts-changelog in the directory and with the changelog (none) in the topology",
				"the directory holds the store old, which the topology doesn't have",
				"the topology has the store new, which the directory doesn't hold",
				"what is in the directory came by the repartition topics [app-a-repartition], and the topology reads []");
	}

	@Test
	void whereAStoreIsIsNoDifference() {
		TaskDirectoryMetadata found = metadata(Map.of("counts", COUNTS));
		TaskDirectoryMetadata wanted = metadata(Map.of("counts",
				new StoreIdentity("timestamped-key-value", "StringSerde", "LongSerde", false, "app-counts-changelog")));

		assertThat(found.differencesFrom(wanted)).isEmpty();
		assertThat(found.storesOnDisk()).containsExactly("counts");
		assertThat(wanted.storesOnDisk()).isEmpty();
	}

	@Test
	void aTopicWithAnotherIdIsAnotherOne() {
		assertThat(replaced(TOPICS, new TopicIdentities("c1", Map.of("app-counts-changelog", "t2"))))
			.containsExactly("app-counts-changelog");
		assertThat(replaced(TOPICS, TOPICS)).isEmpty();
		// An id of a topic is unique.
		assertThat(replaced(TOPICS, new TopicIdentities("c2", Map.of("app-counts-changelog", "t1")))).isEmpty();
	}

	@Test
	void whereNoIdIsKnownTheClusterDecides() {
		assertThat(replaced(TOPICS, new TopicIdentities("c2", Map.of()))).containsExactly("app-counts-changelog");
		assertThat(replaced(TOPICS, new TopicIdentities("c1", Map.of()))).isEmpty();
		assertThat(replaced(TOPICS, TopicIdentities.UNKNOWN)).isEmpty();
		assertThat(replaced(TopicIdentities.UNKNOWN, TOPICS)).isEmpty();
	}

	@Test
	void storesInMemoryHaveNothingToLose() {
		StoreIdentity inMemory = new StoreIdentity("key-value", "a", "b", false, "app-counts-changelog");
		TaskDirectoryMetadata found = new TaskDirectoryMetadata(Map.of("counts", inMemory), Set.of(), TOPICS);
		assertThat(found.replacedChangelogs(new TaskDirectoryMetadata(Map.of("counts", inMemory), Set.of(),
				new TopicIdentities("c1", Map.of("app-counts-changelog", "t2")))))
			.isEmpty();
	}

	@Test
	void whatOnlyTheDirectoryKnowsIsKept() {
		TaskDirectoryMetadata found = metadata(Map.of("counts", COUNTS));
		TaskDirectoryMetadata wanted = new TaskDirectoryMetadata(Map.of("counts", COUNTS), Set.of("app-r-repartition"),
				TopicIdentities.UNKNOWN);
		assertThat(wanted.completedBy(found)).isEqualTo(found);
	}

	private static List<String> replaced(TopicIdentities before, TopicIdentities now) {
		return new TaskDirectoryMetadata(Map.of("counts", COUNTS), Set.of(), before)
			.replacedChangelogs(new TaskDirectoryMetadata(Map.of("counts", COUNTS), Set.of(), now));
	}

	private static TaskDirectoryMetadata metadata(Map<String, StoreIdentity> stores) {
		return new TaskDirectoryMetadata(stores, Set.of("app-r-repartition"), TOPICS);
	}

}
