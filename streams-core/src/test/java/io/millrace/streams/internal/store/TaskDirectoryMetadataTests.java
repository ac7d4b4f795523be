package io.millrace.streams.internal.store;

import java.util.Map;

import io.millrace.streams.internal.store.TaskDirectoryMetadata.StoreIdentity;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TaskDirectoryMetadataTests {

	private static final StoreIdentity COUNTS = new StoreIdentity("timestamped-key-value", "StringSerde", "LongSerde");

	@Test
	void isReadAsItWasWritten() {
		TaskDirectoryMetadata metadata = new TaskDirectoryMetadata("cafe\\t",
				Map.of("counts", COUNTS, "odd", new StoreIdentity("key\tvalue", "a\nb", "c\\n\r")));

		assertThat(TaskDirectoryMetadata.fromText(metadata.toText())).isEqualTo(metadata);
		assertThat(metadata.differencesFrom(TaskDirectoryMetadata.fromText(metadata.toText()))).isEmpty();
	}

	@Test
	void everyChangedByteIsNoticed() {
		String text = new TaskDirectoryMetadata("cafe", Map.of("counts", COUNTS)).toText();
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
			.hasMessageContaining("up to 1");
	}

	@Test
	void differencesAreSaidInWords() {
		TaskDirectoryMetadata found = new TaskDirectoryMetadata("cafe", Map.of("counts", COUNTS, "old", COUNTS));
		TaskDirectoryMetadata wanted = new TaskDirectoryMetadata("beef",
				Map.of("counts", new StoreIdentity("key-value", "StringSerde", "IntegerSerde"), "new", COUNTS));

		assertThat(found.differencesFrom(wanted)).containsExactly(
				"the store counts is of kind timestamped-key-value in the directory and of kind key-value in the topology",
				"the store counts is with values by LongSerde in the directory and with values by IntegerSerde in the topology",
				"the directory holds the store old, which the topology doesn't have",
				"the topology has the store new, which the directory doesn't hold",
				"the directory was written by the topology cafe, the application runs the topology beef");
	}

}
