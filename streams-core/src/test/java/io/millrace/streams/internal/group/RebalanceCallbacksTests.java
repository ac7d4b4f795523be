package io.millrace.streams.internal.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData.Assignment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RebalanceCallbacksTests {

	private final List<String> events = new ArrayList<>();

	private final StreamsRebalanceData data = GroupTopology.rebalanceData(UUID.randomUUID(), java.util.Optional.empty(),
			List.of(), new InternalTopicSettings(-1, java.util.Map.of()));

	private RuntimeException failure;

	private final RebalanceCallbacks callbacks = new RebalanceCallbacks(new MembershipListener() {

		@Override
		public void onAssigned(Set<TaskId> tasks, boolean ready) {
			told("assigned " + tasks + " " + ready);
		}

		@Override
		public void onRevoked(Set<TaskId> tasks) {
			told("revoked " + tasks);
		}

		@Override
		public void onLost() {
			told("lost");
		}

	}, this.data);

	private void told(String event) {
		this.events.add(event);
		if (this.failure != null) {
			throw this.failure;
		}
	}

	private static Assignment assignment(boolean ready) {
		return new Assignment(Set.of(new StreamsRebalanceData.TaskId("1", 2)), Set.of(), Set.of(), ready);
	}

	@Test
	void turnsCallbacksIntoEvents() {
		this.callbacks.onTasksAssigned(assignment(true));
		this.callbacks.onTasksAssigned(assignment(false));
		this.callbacks.onTasksRevoked(Set.of(new StreamsRebalanceData.TaskId("1", 2)));
		this.callbacks.onAllTasksLost();
		assertThat(this.events).containsExactly("assigned [1_2] true", "assigned [1_2] false", "revoked [1_2]", "lost");
		assertThatCode(this.callbacks::throwFailure).doesNotThrowAnyException();
	}

	@Test
	void acknowledgesEvenIfTheListenerFails() {
		this.failure = new IllegalStateException("first");
		this.callbacks.onTasksAssigned(assignment(true));
		assertThat(this.data.reconciledAssignment().activeTasks()).isEqualTo(assignment(true).activeTasks());
		this.failure = new IllegalArgumentException("second");
		this.callbacks.onAllTasksLost();
		assertThat(this.data.reconciledAssignment().activeTasks()).isEmpty();
		assertThatIllegalStateException().isThrownBy(this.callbacks::throwFailure)
			.withMessage("first")
			.satisfies((thrown) -> assertThat(thrown.getSuppressed()).hasSize(1));
		assertThatCode(this.callbacks::throwFailure).doesNotThrowAnyException();
	}

	/**
	 * Kafka's client tells the coordinator of owned tasks only if they aren't equal to
	 * what it told last.
	 */
	@Test
	void eachAssignmentIsNewsToTheCoordinator() {
		this.callbacks.onTasksAssigned(assignment(true));
		Assignment told = this.data.reconciledAssignment();
		this.callbacks.onTasksAssigned(new Assignment(Set.of(), Set.of(), Set.of(), true));
		this.callbacks.onTasksAssigned(assignment(true));
		Assignment now = this.data.reconciledAssignment();
		assertThat(now.equals(told)).isFalse();
		assertThat(now.equals(now)).isTrue();
	}

	@Test
	void errorsOfTheJvmPassThroughLater() {
		RebalanceCallbacks failing = new RebalanceCallbacks(new MembershipListener() {

			@Override
			public void onAssigned(Set<TaskId> tasks, boolean ready) {
				throw new OutOfMemoryError("injected");
			}

			@Override
			public void onRevoked(Set<TaskId> tasks) {
			}

			@Override
			public void onLost() {
			}

		}, this.data);
		failing.onTasksAssigned(assignment(true));
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(failing::throwFailure);
	}

}
