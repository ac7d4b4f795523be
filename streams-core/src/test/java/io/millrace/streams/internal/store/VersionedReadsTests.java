package io.millrace.streams.internal.store;

import java.util.Set;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What reads of a versioned store take of its engine, and that what they give is of one
 * moment.
 */
class VersionedReadsTests {

	private final CursorCount engine = new CursorCount(new InMemoryStateEngine("0_0", Set.of("store")));

	private final VersionedTaskStore store = new VersionedTaskStore("store", false,
			new StoreSerdes("store", "topic", false, Serdes.String(), Serdes.Long()), 1_000, this.engine,
			(name, reason) -> {
			});

	@SuppressWarnings("unchecked")
	private final VersionedKeyValueStore<String, Long> facade = (VersionedKeyValueStore<String, Long>) this.store
		.facade();

	@SuppressWarnings("unchecked")
	private final VersionedKeyValueStore<String, Long> view = (VersionedKeyValueStore<String, Long>) this.store
		.committedView(() -> true);

	@BeforeEach
	void putVersions() {
		put(10);
		put(20);
		this.engine.opened = 0;
	}

	private void put(long version) {
		this.facade.put("k", version, version);
		EngineBatch batch = this.engine.batch();
		this.store.publish(batch);
		this.engine.write(batch);
	}

	@Test
	void theLatestVersionTakesOneCursor() {
		assertThat(this.view.get("k")).isEqualTo(new VersionedRecord<>(20L, 20));
		assertThat(this.engine.opened).isEqualTo(1);
		assertThat(this.facade.get("k")).isEqualTo(new VersionedRecord<>(20L, 20));
		assertThat(this.engine.opened).isEqualTo(2);
		assertThat(this.engine.open).isZero();
	}

	@Test
	void aRowOfATimeTakesOneCursor() {
		TimestampedKeyValueAccess rows = ((VersionedAccess) (StateStore) this.facade).rows();
		assertThat(rows.find("k", 15)).isEqualTo(10L);
		assertThat(rows.foundTimestamp()).isEqualTo(10);
		assertThat(rows.missedBy()).isZero();
		assertThat(this.engine.opened).isEqualTo(1);
		assertThat(this.engine.open).isZero();
	}

	@Test
	void aCommitDuringAReadLeadsToTheVersionThatItBrings() {
		this.engine.onClose = () -> {
			this.engine.onClose = () -> {
			};
			put(30);
		};
		assertThat(this.view.get("k", 40)).isEqualTo(new VersionedRecord<>(30L, 30));
		assertThat(this.view.get("k", 25)).isEqualTo(new VersionedRecord<>(20L, 20, 30));
	}

	@Test
	void whatIsBeyondTheHistoryIsMissed() {
		put(2_000);
		TimestampedKeyValueAccess rows = ((VersionedAccess) (StateStore) this.facade).rows();
		assertThat(rows.find("k", 999)).isNull();
		assertThat(rows.missedBy()).isEqualTo(1);
		assertThat(rows.find("other", 1)).isNull();
		assertThat(rows.missedBy()).isEqualTo(999);
		assertThat(rows.find("k", 1_000)).isEqualTo(20L);
		assertThat(rows.missedBy()).isZero();
		assertThat(rows.write(1L, 900)).isEqualTo(TimestampedKeyValueAccess.NOT_WRITTEN);
		assertThat(rows.missedBy()).isEqualTo(100);
	}

}
