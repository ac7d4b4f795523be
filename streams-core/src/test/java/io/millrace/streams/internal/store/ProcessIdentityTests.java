package io.millrace.streams.internal.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessIdentityTests {

	@TempDir
	Path directory;

	@Test
	void theNextInstanceGoesByTheSameId() {
		UUID first;
		try (ProcessIdentity identity = claim()) {
			first = identity.id();
		}
		try (ProcessIdentity identity = claim()) {
			assertThat(identity.id()).isEqualTo(first);
		}
	}

	@Test
	void instancesAtTheSameTimeHaveDifferentIds() {
		ProcessIdentity one = claim();
		ProcessIdentity other = claim();
		assertThat(one.id()).isNotEqualTo(other.id());
		one.close();
		ProcessIdentity third = claim();
		assertThat(third.id()).isEqualTo(one.id());
		// Closed twice, it doesn't free what another one has by now.
		one.close();
		ProcessIdentity fourth = claim();
		assertThat(fourth.id()).isNotIn(third.id(), other.id());
		other.close();
		third.close();
		fourth.close();
	}

	@Test
	void aDamagedIdIsReplaced() throws Exception {
		claim().close();
		Path file = this.directory.resolve("process-0").resolve("id");
		assertThat(file).exists();
		Files.writeString(file, "5f3a");
		UUID replaced;
		try (ProcessIdentity identity = claim()) {
			replaced = identity.id();
		}
		try (ProcessIdentity identity = claim()) {
			assertThat(identity.id()).isEqualTo(replaced);
		}
	}

	@Test
	void whereNothingCanBeWrittenAnIdThatIsNotKeptWillDo() throws Exception {
		Path file = Files.writeString(this.directory.resolve("file"), "");
		try (ProcessIdentity identity = ProcessIdentity.claim(file)) {
			assertThat(identity.id()).isNotNull();
		}
		assertThat(file).isRegularFile();
	}

	private ProcessIdentity claim() {
		return ProcessIdentity.claim(this.directory);
	}

}
