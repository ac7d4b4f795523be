package io.millrace.streams.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BrokerDirectory}.
 */
class BrokerDirectoryTests {

	private static final Instant LONG_AGO = Instant.now().minus(Duration.ofHours(1));

	@Test
	void givenDirectoryIsCreatedAndKept(@TempDir Path parent) {
		Path path = parent.resolve("a/b");
		BrokerDirectory directory = BrokerDirectory.open(path);
		assertThat(directory.isTemporary()).isFalse();
		directory.close();
		assertThat(path).isDirectory();
	}

	@Test
	void directoryInUseIsRefusedUntilItIsClosed(@TempDir Path path) {
		BrokerDirectory directory = BrokerDirectory.open(path);
		assertThatExceptionOfType(EmbeddedKafkaException.class).isThrownBy(() -> BrokerDirectory.open(path))
			.withMessageContaining(path.toString())
			.withMessageContaining("in use");
		directory.close();
		BrokerDirectory.open(path).close();
	}

	@Test
	void temporaryDirectoryIsDeletedWithAllThatIsInIt() throws Exception {
		BrokerDirectory directory = BrokerDirectory.open(null);
		Files.writeString(Files.createDirectories(directory.path().resolve("data/topic-0")).resolve("log"), "x");
		directory.close();
		assertThat(directory.path()).doesNotExist();
		directory.close();
	}

	@Test
	void abandonedDirectoryIsDeletedWhenTheNextOneIsCreated() throws Exception {
		Path abandoned = Files.createTempDirectory("millrace-embedded-kafka-");
		Path lock = Files.createFile(abandoned.resolve("in-use.lock"));
		BrokerDirectory.open(null).close();
		assertThat(abandoned).as("too young").exists();
		Files.setLastModifiedTime(lock, FileTime.from(LONG_AGO));
		BrokerDirectory.open(null).close();
		assertThat(abandoned).doesNotExist();
	}

	/**
	 * The lock must hold against other processes also when this one has looked for
	 * abandoned directories, or was refused one that it has already.
	 */
	@Test
	void directoryInUseStaysLockedForOtherProcesses(@TempDir Path given) throws Exception {
		BrokerDirectory temporary = BrokerDirectory.open(null);
		BrokerDirectory kept = BrokerDirectory.open(given);
		Path lock = temporary.path().resolve("in-use.lock");
		// Java would open and close the file to set its time, and so give the lock away.
		assertThat(new ProcessBuilder("touch", "-d", "1 hour ago", lock.toString()).start().waitFor()).isZero();
		BrokerDirectory.open(null).close();
		assertThatExceptionOfType(EmbeddedKafkaException.class).isThrownBy(() -> BrokerDirectory.open(given));
		assertThat(LockProbe.canLock(lock)).isFalse();
		assertThat(LockProbe.canLock(given.resolve("in-use.lock"))).isFalse();
		kept.close();
		assertThat(LockProbe.canLock(given.resolve("in-use.lock"))).isTrue();
		temporary.close();
		assertThat(temporary.path()).doesNotExist();
	}

	@Test
	void directoryInUseIsNotTakenForAbandoned() throws Exception {
		BrokerDirectory old = BrokerDirectory.open(null);
		Files.setLastModifiedTime(old.path().resolve("in-use.lock"), FileTime.from(LONG_AGO));
		BrokerDirectory.open(null).close();
		assertThat(old.path()).exists();
		old.close();
	}

}
