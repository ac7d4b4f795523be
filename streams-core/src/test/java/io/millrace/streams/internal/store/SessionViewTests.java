package io.millrace.streams.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Queries of sessions that grow while they are looked for.
 */
class SessionViewTests {

	private static final int STEPS = 12;

	private final StoreFixture fixture = new StoreFixture(Stores.sessionStoreBuilder(
			Stores.inMemorySessionStore("sessions", Duration.ofHours(1)), Serdes.String(), Serdes.Long()));

	private final AtomicInteger step = new AtomicInteger();

	private void grow(long oldEnd, long newEnd) {
		SessionStore<String, Long> store = this.fixture.facade();
		if (oldEnd >= 0) {
			store.remove(new Windowed<>("key", new SessionWindow(0, oldEnd)));
		}
		store.put(new Windowed<>("key", new SessionWindow(0, newEnd)), newEnd);
	}

	private static List<Long> ends(KeyValueIterator<Windowed<String>, Long> iterator) {
		List<Long> ends = new ArrayList<>();
		try (iterator) {
			iterator.forEachRemaining((session) -> ends.add(session.key.window().end()));
		}
		return ends;
	}

	/**
	 * Commits at some step of a scan; each step asks whether the store may be read.
	 */
	@SuppressWarnings("unchecked")
	private ReadOnlySessionStore<String, Long> viewThatCommitsAt(int chosen, Runnable writes) {
		this.step.set(0);
		return (ReadOnlySessionStore<String, Long>) this.fixture.store.committedView(() -> {
			if (this.step.getAndIncrement() == chosen) {
				writes.run();
				this.fixture.commit();
			}
			return true;
		});
	}

	@Test
	void aSessionIsFoundOnceThoughItGrowsMeanwhile() {
		long end = 0;
		grow(-1, end);
		this.fixture.commit();
		for (int chosen = 0; chosen < STEPS; chosen++) {
			for (boolean reverse : new boolean[] { false, true }) {
				long before = end;
				// A segment takes less than that, and retention more than all.
				long after = end + 120_000;
				ReadOnlySessionStore<String, Long> view = viewThatCommitsAt(chosen, () -> grow(before, after));
				assertThat(ends(reverse ? view.backwardFetch("key") : view.fetch("key")))
					.as("commit at step %d, reverse %s", chosen, reverse)
					.hasSize(1)
					.isSubsetOf(before, after);
				end = (this.step.get() > chosen) ? after : before;
			}
		}
	}

	@Test
	@SuppressWarnings("unchecked")
	void whatIsAskedForAgainIsNotLimitedByWhatWasThereBefore() {
		grow(-1, 10);
		this.fixture.commit();
		ReadOnlySessionStore<String, Long> view = (ReadOnlySessionStore<String, Long>) this.fixture.store
			.view(IsolationLevel.READ_UNCOMMITTED, () -> true, new OwnerThread() {

				@Override
				public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
					if (committed.get() instanceof SegmentCursor cursor) {
						cursor.close();
					}
					grow(10, 20);
					return question.get();
				}

			});
		assertThat(ends(view.fetch("key"))).containsExactly(20L);
	}

}
