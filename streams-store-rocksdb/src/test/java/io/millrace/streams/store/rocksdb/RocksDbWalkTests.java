package io.millrace.streams.store.rocksdb;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.millrace.streams.internal.store.EngineBatch;
import io.millrace.streams.internal.store.EngineCursor;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What walks hold in native memory. That they show what they should is part of
 * {@link StateEngineContractTests}.
 */
class RocksDbWalkTests {

	private static final TaskId TASK = new TaskId(0, 5);

	private static final Set<String> STORES = Set.of("walked", "other");

	private static final byte[] KEY = { 1 };

	/** An iterator and its options. */
	private static final int HELD = 2;

	@TempDir
	Path directory;

	@Test
	void eachChangeReleasesWhatTheNextWalkTakesAgain() {
		List<Consumer<StateEngine>> changes = List.of((engine) -> engine.write(change(engine)),
				(engine) -> engine.load(change(engine)), (engine) -> engine.clear("other"),
				(engine) -> engine.write(change(engine)));
		long before = NativeHandles.open();
		try (RocksDbStateEngineFactory factory = new RocksDbStateEngineFactory(RocksDbSettings.defaults())) {
			try (StateEngine engine = factory.open(TASK, this.directory, STORES)) {
				engine.write(change(engine));
				long without = NativeHandles.open();
				EngineCursor walk = null;
				for (Consumer<StateEngine> change : changes) {
					walk = walkOften(engine, walk);
					assertThat(NativeHandles.open()).isEqualTo(without + HELD);
					change.accept(engine);
					assertThat(NativeHandles.open()).isEqualTo(without);
				}
				walkOften(engine, walk);
			}
		}
		assertThat(NativeHandles.open()).as("with the engine closed").isEqualTo(before);
	}

	private static EngineCursor walkOften(StateEngine engine, @Nullable EngineCursor before) {
		EngineCursor walk = before;
		for (int i = 0; i < 3; i++) {
			walk = engine.scan("walked", null, null, false, walk);
			assertThat(walk.next()).isTrue();
			walk.close();
		}
		assertThat(walk).isNotNull();
		return walk;
	}

	private static EngineBatch change(StateEngine engine) {
		EngineBatch batch = engine.batch();
		batch.put("walked", KEY, KEY);
		return batch;
	}

}
