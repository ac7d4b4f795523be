package io.millrace.streams.internal.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.millrace.streams.internal.store.TaskDirectory;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class StateCleanerTests {

	private static final Duration DELAY = Duration.ofSeconds(1);

	@TempDir
	Path directory;

	private StateCleaner cleaner;

	@AfterEach
	void close() {
		this.cleaner.close();
		// It may be about to look into what is deleted with the test.
		this.cleaner.awaitEnd();
	}

	@Test
	void removesWhatNobodyOwnsAndNothingElse() throws IOException {
		Path orphan = oldDirectory("0_1");
		Path owned = oldDirectory("0_2");
		Path locked = oldDirectory("0_3");
		try (TaskDirectory held = TaskDirectory.open(this.directory, new TaskId(0, 3))) {
			start(() -> true);
			Files.setLastModifiedTime(held.path().resolve(".lock"), FileTime.from(Instant.EPOCH));
			await().until(() -> !Files.exists(orphan));
			assertThat(owned.resolve("data")).exists();
			assertThat(locked.resolve("data")).exists();
		}
	}

	@Test
	void doesNothingUntilItIsKnownWhatIsHere() throws IOException {
		Path orphan = oldDirectory("0_1");
		AtomicBoolean settled = new AtomicBoolean();
		AtomicInteger asked = new AtomicInteger();
		start(() -> {
			asked.incrementAndGet();
			return settled.get();
		});
		await().until(() -> asked.get() > 0);
		assertThat(orphan).exists();
		settled.set(true);
		await().until(() -> !Files.exists(orphan));
	}

	@Test
	void endsItsThread() {
		start(() -> true);
		assertThat(threads()).isEqualTo(1);
		this.cleaner.close();
		await().until(() -> threads() == 0);
	}

	@Test
	void canBeWaitedForWhileItCleans() {
		CompletableFuture<Void> cleaning = new CompletableFuture<>();
		CompletableFuture<Boolean> released = new CompletableFuture<>();
		start(() -> {
			cleaning.complete(null);
			return released.join();
		});
		cleaning.join();
		this.cleaner.close();
		Thread waiting = new Thread(this.cleaner::awaitEnd);
		waiting.start();
		await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
		released.complete(true);
		await().until(() -> !waiting.isAlive());
	}

	private void start(BooleanSupplier settled) {
		this.cleaner = new StateCleaner("cleaner-under-test", this.directory, DELAY, () -> Set.of(new TaskId(0, 2)),
				settled);
	}

	private static long threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("cleaner-under-test"))
			.count();
	}

	private Path oldDirectory(String name) throws IOException {
		Path path = Files.createDirectory(this.directory.resolve(name));
		Files.writeString(path.resolve("data"), "1");
		try (Stream<Path> files = Files.walk(path)) {
			for (Path file : (Iterable<Path>) files::iterator) {
				Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
			}
		}
		return path;
	}

}
