package io.millrace.streams.internal.store;

import java.time.Duration;

import io.millrace.streams.state.Stores;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A window whose change is held back shows what was forwarded of it to those who want to
 * see that.
 */
class HeldWindowTests {

	@Test
	void whatWasForwardedIsFound() {
		StoreFixture fixture = new StoreFixture(Stores
			.timestampedWindowStoreBuilder(
					Stores.inMemoryWindowStore("windows", Duration.ofMillis(100), Duration.ofMillis(10), false),
					Serdes.String(), Serdes.Long())
			.withCachingEnabled());
		WindowAccess windows = fixture.facade();
		assertThat(windows.mayHold()).isTrue();
		windows.find("k", 0, 10);
		windows.update(1L, 3);
		fixture.commit();
		windows.find("k", 0, 10);
		windows.hold(2L, 4, new RecordHeaders(), null, -1);
		assertThat(windows.find("k", 0, 10)).isEqualTo(2L);
		assertThat(windows.findForwarded("k", 0, 10)).isEqualTo(1L);
		windows.forwardHeld((key, newValue, oldValue, timestamp, headers, partition,
				offset) -> assertThat(windows.findForwarded("k", 0, 10)).isEqualTo(2L));
		assertThat(windows.findForwarded("k", 0, 10)).isEqualTo(2L);
	}

}
