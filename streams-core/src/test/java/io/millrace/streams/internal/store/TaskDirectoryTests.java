package io.millrace.streams.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.millrace.streams.errors.LockException;
import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.internal.store.TaskDirectoryMetadata.StoreIdentity;
import io.millrace.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TaskDirectoryTests {

	private static final TaskId TASK = new TaskId(0, 3);

	private static final TaskDirectoryMetadata METADATA = metadata("LongSerde");

	@TempDir
	Path application;

	@Test
	void aSecondOwnerInTheProcessIsRefused() {
		try (TaskDirectory first = TaskDirectory.open(this.application, TASK)) {
			assertThat(first.path()).isEqualTo(this.application.resolve("0_3"));
			assertThatThrownBy(() -> TaskDirectory.open(this.application, TASK)).isInstanceOf(LockException.class)
				.hasMessageContaining(first.path().toString())
				.hasMessageContaining("process " + ProcessHandle.current().pid());
			// Whoever was refused mustn't have taken the lock away.
			assertThat(tryInAnotherProcess()).contains("LockException")
				.contains("process " + ProcessHandle.current().pid());
		}
		TaskDirectory.open(this.application, TASK).close();
	}

	@Test
	void anotherProcessIsNamed() throws Exception {
		Process other = startHolder();
		try {
			assertThat(readLine(other)).isEqualTo("locked");
			assertThatThrownBy(() -> TaskDirectory.open(this.application, TASK)).isInstanceOf(LockException.class)
				.hasMessageContaining("process " + other.pid())
				.hasMessageContaining(this.application.resolve("0_3").toString());
			assertThat(OrphanedTaskDirectories.clean(this.application, Duration.ZERO, Set.of(), later())).isEmpty();
			assertThat(this.application.resolve("0_3")).isDirectory();
		}
		finally {
			other.destroyForcibly();
			other.waitFor();
		}
		// The lock died with its process.
		TaskDirectory.open(this.application, TASK).close();
	}

	@Test
	void whatDoesNotFitIsRefusedAndKept() throws IOException {
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			directory.openEngine(new MarkingEngines(), METADATA).close();
		}
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			assertThatThrownBy(() -> directory.openEngine(new MarkingEngines(), metadata("IntegerSerde")))
				.isInstanceOf(ProcessorStateException.class)
				.isNotInstanceOf(CorruptStateException.class)
				.hasMessageContaining("with values by LongSerde in the directory")
				.hasMessageContaining("with values by IntegerSerde in the topology")
				.hasMessageContaining("delete the directory " + directory.path());
			directory.openEngine(new MarkingEngines(), METADATA).close();
		}
		assertThat(setAside("corrupt")).isEmpty();
		assertThat(this.application.resolve("0_3/data")).hasContent("1");
	}

	@Test
	void unreadableMetadataIsSetAside() throws IOException {
		expectSetAside((path) -> Files.writeString(path.resolve(TaskDirectory.METADATA), "rubbish"));
	}

	@Test
	void binaryMetadataIsSetAside() throws IOException {
		expectSetAside((path) -> Files.write(path.resolve(TaskDirectory.METADATA), new byte[] { -1, -2, 0, -64 }));
	}

	@Test
	void metadataFromTheFutureIsSetAside() throws IOException {
		expectSetAside((path) -> Files.writeString(path.resolve(TaskDirectory.METADATA),
				METADATA.toText().replace("directory 2", "directory 3")));
	}

	@Test
	void missingMetadataIsSetAside() throws IOException {
		expectSetAside((path) -> Files.delete(path.resolve(TaskDirectory.METADATA)));
	}

	@Test
	void whatTheEngineMarkedIsSetAside() throws IOException {
		expectSetAside((path) -> TaskDirectory.markCorrupt(path, "checksum"));
	}

	@Test
	void whatTheEngineRefusesIsSetAside() throws IOException {
		expectSetAside((path) -> Files.writeString(path.resolve("data"), "bad"));
	}

	@Test
	void whatWasWrittenForATopicThatIsGoneIsSetAside() throws IOException {
		open(METADATA);
		open(metadata("LongSerde", true, "t2"));
		assertThat(setAside("replaced")).hasSize(1);
		assertThat(setAside("replaced").get(0).resolve("data")).exists();
		assertThat(this.application.resolve("0_3/metadata")).content().contains("app-changelog\tt2");
		open(metadata("LongSerde", true, "t2"));
		assertThat(setAside("replaced")).hasSize(1);
	}

	@Test
	void idsThatBecomeKnownAreNoted() {
		open(metadata("LongSerde", true, ""));
		open(METADATA);
		assertThat(this.application.resolve("0_3/metadata")).content().contains("app-changelog\tt1");
		open(metadata("LongSerde", true, ""));
		assertThat(this.application.resolve("0_3/metadata")).content().contains("app-changelog\tt1");
		assertThat(setAside("replaced")).isEmpty();
	}

	@Test
	void aStoreThatMovesToMemoryLeavesNothingOnDisk() {
		open(METADATA);
		MarkingEngines engines = new MarkingEngines();
		TaskDirectoryMetadata moved = metadata("LongSerde", false, "t1");
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			StateEngine engine = directory.openEngine(engines, moved);
			// It was opened to be cleared.
			assertThat(engines.opened).containsExactlyInAnyOrder("counts", "other");
			engine.close();
		}
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			directory.openEngine(engines, moved).close();
			assertThat(engines.opened).containsExactly("other");
		}
	}

	private void open(TaskDirectoryMetadata wanted) {
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			directory.openEngine(new MarkingEngines(), wanted).close();
		}
	}

	private void expectSetAside(Damage damage) throws IOException {
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			directory.openEngine(new MarkingEngines(), METADATA).close();
			damage.done(directory.path());
		}
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			directory.openEngine(new MarkingEngines(), METADATA).close();
			assertThat(directory.path().resolve("data")).hasContent("1");
			assertThat(tryInAnotherProcess()).contains("LockException");
		}
		assertThat(setAside("corrupt")).hasSize(1);
		assertThat(setAside("corrupt").get(0).resolve("data")).exists();
		try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
			directory.openEngine(new MarkingEngines(), METADATA).close();
		}
		assertThat(setAside("corrupt")).hasSize(1);
	}

	@Test
	void orphansAreRemovedAfterAWhile() throws IOException {
		TaskId owned = new TaskId(0, 1);
		TaskId locked = new TaskId(0, 2);
		TaskId orphan = new TaskId(1, 0);
		for (TaskId task : List.of(owned, locked, orphan)) {
			try (TaskDirectory directory = TaskDirectory.open(this.application, task)) {
				directory.openEngine(new MarkingEngines(), METADATA).close();
			}
		}
		Path stranger = Files.createDirectory(this.application.resolve("something"));
		Path leftover = Files.createDirectory(this.application.resolve("0_9.removed-1"));
		Path corrupt = Files.createDirectory(this.application.resolve("0_9.corrupt-20260101-000000-000"));
		Path replaced = Files.createDirectory(this.application.resolve("0_9.replaced-20260101-000000-000"));
		try (TaskDirectory held = TaskDirectory.open(this.application, locked)) {
			Duration hour = Duration.ofHours(1);
			assertThat(OrphanedTaskDirectories.clean(this.application, hour, Set.of(owned))).isEmpty();
			assertThat(OrphanedTaskDirectories.clean(this.application, hour, Set.of(owned), later()))
				.containsExactly(orphan);
			assertThat(held.path()).isDirectoryContaining("glob:**/data");
		}
		assertThat(this.application.resolve("0_1/data")).exists();
		assertThat(this.application.resolve("1_0")).doesNotExist();
		assertThat(stranger).exists();
		assertThat(leftover).doesNotExist();
		assertThat(corrupt).doesNotExist();
		assertThat(replaced).doesNotExist();
		assertThat(this.application).isDirectoryNotContaining("glob:**.removed-*");
	}

	@Test
	void allIsRemovedButWhatIsInUse() throws IOException {
		open(METADATA);
		Path stranger = Files.createDirectory(this.application.resolve("something"));
		Path aside = Files.createDirectory(this.application.resolve("0_3.replaced-20260101-000000-000"));
		try (TaskDirectory held = TaskDirectory.open(this.application, new TaskId(0, 9))) {
			assertThatThrownBy(() -> OrphanedTaskDirectories.removeAll(this.application))
				.isInstanceOf(LockException.class)
				.hasMessageContaining(held.path().toString());
		}
		OrphanedTaskDirectories.removeAll(this.application);
		assertThat(this.application.resolve("0_3")).doesNotExist();
		assertThat(this.application.resolve("0_9")).doesNotExist();
		assertThat(aside).doesNotExist();
		assertThat(stranger).exists();
	}

	@Test
	void cleaningWhereNothingIsDoesNothing() {
		assertThat(OrphanedTaskDirectories.clean(this.application.resolve("none"), Duration.ZERO, Set.of())).isEmpty();
	}

	@Test
	void openersAndCleanersNeverShareADirectory() throws Exception {
		int threads = 4;
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			CyclicBarrier start = new CyclicBarrier(threads);
			List<Future<Integer>> results = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				boolean cleans = i == 0;
				results.add(executor.submit((Callable<Integer>) () -> {
					start.await();
					return cleans ? cleanOften() : openOften();
				}));
			}
			int opened = 0;
			for (Future<Integer> result : results) {
				opened += result.get(30, TimeUnit.SECONDS);
			}
			assertThat(opened).isPositive();
		}
		finally {
			executor.shutdownNow();
		}
	}

	private int openOften() throws IOException {
		int opened = 0;
		for (int i = 0; i < 200; i++) {
			try (TaskDirectory directory = TaskDirectory.open(this.application, TASK)) {
				// Fails if somebody else is in there, or takes the directory away.
				Path own = Files.createFile(directory.path().resolve("own"));
				Files.delete(own);
				opened++;
			}
			catch (LockException ex) {
				Thread.onSpinWait();
			}
		}
		return opened;
	}

	private int cleanOften() {
		for (int i = 0; i < 100; i++) {
			OrphanedTaskDirectories.clean(this.application, Duration.ZERO, Set.of(), later());
		}
		return 0;
	}

	private List<Path> setAside(String why) {
		try (Stream<Path> files = Files.list(this.application)) {
			return files.filter((file) -> file.getFileName().toString().startsWith("0_3." + why + "-")).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String tryInAnotherProcess() {
		try {
			Process process = startHolder();
			String line = readLine(process);
			process.destroyForcibly().waitFor();
			return line;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Process startHolder() throws IOException {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx32m",
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Holder.class.getName(),
				this.application.toString())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

	private static String readLine(Process process) throws IOException {
		InputStream output = process.getInputStream();
		StringBuilder line = new StringBuilder();
		for (int next = output.read(); next >= 0 && next != '\n'; next = output.read()) {
			line.append((char) next);
		}
		return line.toString().strip();
	}

	private static Clock later() {
		return Clock.fixed(Instant.now().plus(Duration.ofDays(2)), ZoneOffset.UTC);
	}

	private static TaskDirectoryMetadata metadata(String valueSerde) {
		return metadata(valueSerde, true, "t1");
	}

	private static TaskDirectoryMetadata metadata(String valueSerde, boolean onDisk, String topicId) {
		return new TaskDirectoryMetadata(
				Map.of("counts", new StoreIdentity("key-value", "StringSerde", valueSerde, onDisk, "app-changelog"),
						"other", new StoreIdentity("key-value", "StringSerde", "LongSerde", true, "")),
				Set.of(), new TopicIdentities("c1", topicId.isEmpty() ? Map.of() : Map.of("app-changelog", topicId)));
	}

	@Test
	void directoriesOfGlobalStoresAreRemovedOnceNobodyHasThem() throws IOException {
		Path global = TaskDirectory.globalDirectory(this.application);
		try (TaskDirectory used = TaskDirectory.openGlobal(this.application, "used", TASK)) {
			assertThat(used.path()).isEqualTo(global.resolve("used"));
			assertThatThrownBy(() -> TaskDirectory.openGlobal(this.application, "used", TASK))
				.isInstanceOf(LockException.class);
			Files.createDirectories(global.resolve("gone"));
			Files.createDirectories(global.resolve("used.corrupt-20200101-000000-000"));
			OrphanedTaskDirectories.clean(this.application, Duration.ofMinutes(1), Set.of());
			assertThat(content(global)).containsExactly("gone", "used", "used.corrupt-20200101-000000-000");
			OrphanedTaskDirectories.clean(this.application, Duration.ofMinutes(1), Set.of(),
					Clock.offset(Clock.systemUTC(), Duration.ofDays(2)));
			assertThat(content(global)).containsExactly("used");
		}
		OrphanedTaskDirectories.removeAll(this.application);
		assertThat(global).doesNotExist();
	}

	private static List<String> content(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.map((file) -> file.getFileName().toString()).sorted().toList();
		}
	}

	@FunctionalInterface
	private interface Damage {

		void done(Path directory) throws IOException;

	}

	/**
	 * Leaves a file, as an engine on disk does, and calls another content corrupt.
	 */
	private static final class MarkingEngines implements StateEngineFactory {

		private Set<String> opened = Set.of();

		@Override
		public StateEngine open(TaskId task, Path directory, Set<String> stores) {
			this.opened = stores;
			Path data = directory.resolve("data");
			try {
				if (Files.exists(data) && !Files.readString(data).equals("1")) {
					throw new CorruptStateException("bad data");
				}
				Files.writeString(data, "1");
				return new InMemoryStateEngineFactory().open(task, directory, stores);
			}
			catch (IOException ex) {
				throw new ProcessorStateException(ex);
			}
		}

	}

	/**
	 * Another process that locks the directory until it is killed.
	 */
	public static final class Holder {

		private Holder() {
		}

		public static void main(String[] arguments) throws InterruptedException {
			try {
				TaskDirectory.open(Path.of(arguments[0]), TASK);
				System.out.println("locked");
				Thread.currentThread().join();
			}
			catch (RuntimeException ex) {
				System.out.println(ex);
			}
		}

	}

}
