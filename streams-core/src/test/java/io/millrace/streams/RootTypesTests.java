package io.millrace.streams;

import java.time.Duration;
import java.util.Set;

import io.millrace.streams.errors.MissingSourceTopicException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.millrace.streams.errors.TaskCorruptedException;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.state.HostInfo;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RootTypesTests {

	@Test
	void offsetResetsAreSpelledAsTheConsumerDoes() {
		assertThat(AutoOffsetReset.earliest()).hasToString("earliest").isEqualTo(AutoOffsetReset.earliest());
		assertThat(AutoOffsetReset.latest()).hasToString("latest").isNotEqualTo(AutoOffsetReset.earliest());
		assertThat(AutoOffsetReset.none()).hasToString("none");
		AutoOffsetReset hour = AutoOffsetReset.byDuration(Duration.ofHours(1));
		assertThat(hour).hasToString("by_duration:PT1H")
			.isEqualTo(AutoOffsetReset.byDuration(Duration.ofMinutes(60)))
			.hasSameHashCodeAs(AutoOffsetReset.byDuration(Duration.ofMinutes(60)));
		assertThat(hour.strategy()).isEqualTo(AutoOffsetReset.Strategy.BY_DURATION);
		assertThat(hour.duration()).contains(Duration.ofHours(1));
		assertThat(AutoOffsetReset.latest().duration()).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> AutoOffsetReset.byDuration(Duration.ofMillis(-1)));
	}

	@Test
	void storeQueryParametersAreCopied() {
		QueryableStoreType<ReadOnlyKeyValueStore<String, Long>> type = QueryableStoreTypes.keyValueStore();
		StoreQueryParameters<ReadOnlyKeyValueStore<String, Long>> all = StoreQueryParameters.fromNameAndType("store",
				type);
		assertThat(all.storeName()).isEqualTo("store");
		assertThat(all.queryableStoreType()).isSameAs(type);
		assertThat(all.partition()).isNull();
		assertThat(all.staleStoresEnabled()).isFalse();
		StoreQueryParameters<ReadOnlyKeyValueStore<String, Long>> one = all.withPartition(3).enableStaleStores();
		assertThat(one.partition()).isEqualTo(3);
		assertThat(one.staleStoresEnabled()).isTrue();
		assertThat(all.partition()).isNull();
		assertThat(one).isNotEqualTo(all)
			.isEqualTo(all.enableStaleStores().withPartition(3))
			.hasSameHashCodeAs(all.enableStaleStores().withPartition(3));
	}

	@Test
	void lagIsNeverNegative() {
		assertThat(new LagInfo(3, 10).offsetLag()).isEqualTo(7);
		assertThat(new LagInfo(10, 3).offsetLag()).isZero();
		assertThat(new LagInfo(3, 10)).isEqualTo(new LagInfo(3, 10)).isNotEqualTo(new LagInfo(4, 10));
	}

	@Test
	void keyQueryMetadata() {
		KeyQueryMetadata metadata = new KeyQueryMetadata(new HostInfo("a", 1), Set.of(new HostInfo("b", 2)), 3);
		assertThat(metadata.activeHost()).isEqualTo(new HostInfo("a", 1));
		assertThat(metadata.standbyHosts()).containsExactly(new HostInfo("b", 2));
		assertThat(metadata.partition()).isEqualTo(3);
		assertThat(metadata).isNotEqualTo(KeyQueryMetadata.NOT_AVAILABLE)
			.isEqualTo(new KeyQueryMetadata(new HostInfo("a", 1), Set.of(new HostInfo("b", 2)), 3));
		assertThat(KeyQueryMetadata.NOT_AVAILABLE.partition()).isEqualTo(-1);
	}

	@Test
	void exceptionsNameTasks() {
		StreamsException exception = new StreamsException("m", new IllegalStateException("c"), new TaskId(1, 2));
		assertThat(exception.taskId()).contains(new TaskId(1, 2));
		assertThat(new StreamsException("m").taskId()).isEmpty();
		exception.setTaskId(null);
		assertThat(exception.taskId()).isEmpty();
		TaskCorruptedException corrupted = new TaskCorruptedException(Set.of(new TaskId(1, 2)));
		assertThat(corrupted.corruptedTasks()).containsExactly(new TaskId(1, 2));
		assertThat(corrupted).hasMessageContaining("1_2");
		assertThat(new MissingSourceTopicException("m")).isInstanceOf(StreamsException.class);
	}

	@Test
	void responsesKeepTheirNumbers() {
		for (var theirs : org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse
			.values()) {
			StreamThreadExceptionResponse ours = StreamThreadExceptionResponse.valueOf(theirs.name());
			assertThat(ours.id).isEqualTo(theirs.id);
			assertThat(ours.name).isEqualTo(theirs.name);
		}
	}

}
