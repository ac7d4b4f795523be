package io.millrace.streams.internal.group;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.topology.CompiledTopology.Subtopology;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.StreamsInvalidTopologyException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StartChecksTests {

	private static Subtopology subtopology(Set<String> sources, Map<String, OptionalInt> repartition,
			List<Set<String>> groups) {
		return new Subtopology(0, List.of(), List.of(), sources, repartition, Set.of(), groups);
	}

	private static StartChecks checks(boolean failOnMissing, Subtopology... subtopologies) {
		return new StartChecks("app", List.of(subtopologies), Set.of(), failOnMissing);
	}

	private static final Subtopology JOIN = subtopology(Set.of("left", "right"), Map.of(),
			List.of(Set.of("left", "right")));

	@Test
	void passes() {
		BrokerFacts facts = new BrokerFacts(1, Map.of("left", 3, "right", 3));
		assertThat(checks(true, JOIN).failure(facts)).isNull();
		assertThat(checks(true, JOIN).missingTopics(facts)).isEmpty();
	}

	@Test
	void brokerWithoutStreamsGroupsGetsOneClearError() {
		assertThat(checks(false, JOIN).failure(new BrokerFacts(0, Map.of()))).contains("streams.version")
			.contains("4.2");
	}

	@Test
	void unequalPartitionsAreNamed() {
		assertThat(checks(false, JOIN).failure(new BrokerFacts(1, Map.of("left", 3, "right", 4))))
			.contains("left has 3, right has 4");
	}

	@Test
	void topicThatIsMissingCannotBeUnequal() {
		BrokerFacts facts = new BrokerFacts(1, Map.of("left", 3));
		assertThat(checks(false, JOIN).failure(facts)).isNull();
		assertThat(checks(false, JOIN).missingTopics(facts)).containsExactly("right");
		assertThat(checks(true, JOIN).failure(facts)).contains("right").contains("Create them");
	}

	@Test
	void repartitionTopicsWithAFixedCountCount() {
		Subtopology subtopology = subtopology(Set.of("left"),
				Map.of("app-x-repartition", OptionalInt.of(5), "app-y-repartition", OptionalInt.empty()),
				List.of(Set.of("left", "app-x-repartition", "app-y-repartition")));
		assertThat(checks(false, subtopology).failure(new BrokerFacts(1, Map.of("left", 3))))
			.contains("app-x-repartition has 5, left has 3");
		assertThat(checks(false, subtopology).failure(new BrokerFacts(1, Map.of("left", 5)))).isNull();
	}

	@Test
	void topicsReadApartMayDiffer() {
		Subtopology apart = subtopology(Set.of("left", "right"), Map.of(), List.of());
		assertThat(checks(false, apart).failure(new BrokerFacts(1, Map.of("left", 3, "right", 4)))).isNull();
	}

	@Test
	void subtopologyIsConvertedForTheProtocol() {
		Subtopology subtopology = new Subtopology(3, List.of(), List.of(), Set.of("left"),
				Map.of("app-x-repartition", OptionalInt.of(5), "app-y-repartition", OptionalInt.empty()),
				Set.of("app-z-repartition"), List.of(Set.of("left", "app-x-repartition")));
		StreamsRebalanceData.Subtopology converted = GroupTopology.convert(subtopology,
				new InternalTopicSettings(2, Map.of("min.insync.replicas", "2")));
		assertThat(converted.sourceTopics()).containsExactly("left");
		assertThat(converted.repartitionSinkTopics()).containsExactly("app-z-repartition");
		assertThat(converted.copartitionGroups()).hasSize(1);
		assertThat(converted.repartitionSourceTopics().get("app-x-repartition")).satisfies((topic) -> {
			assertThat(topic.numPartitions()).hasValue(5);
			assertThat(topic.replicationFactor()).hasValue((short) 2);
			assertThat(topic.topicConfigs()).containsEntry("cleanup.policy", "delete")
				.containsEntry("retention.ms", "-1")
				.containsEntry("min.insync.replicas", "2");
		});
		assertThat(converted.repartitionSourceTopics().get("app-y-repartition").numPartitions()).isEmpty();
		assertThat(new InternalTopicSettings(-1, Map.of()).replicas()).hasValue((short) -1);
		assertThat(new InternalTopicSettings(-1, Map.of("a", "1", "b", "1")).changelog(Map.of("b", "2")))
			.containsEntry("cleanup.policy", "compact")
			.containsEntry("a", "1")
			.containsEntry("b", "2");
		assertThat(GroupTopology.topicsToRead(List.of(subtopology))).containsExactlyInAnyOrder("left",
				"app-x-repartition", "app-y-repartition");
	}

	@Test
	void copartitionGroupOfAForeignTopicIsRefused() {
		Subtopology subtopology = subtopology(Set.of("left"), Map.of(), List.of(Set.of("left", "elsewhere")));
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> GroupTopology.convert(subtopology, new InternalTopicSettings(-1, Map.of())))
			.withMessageContaining("elsewhere");
	}

	@Test
	void failuresOfJoiningAreExplained() {
		assertThat(JoinFailures.explain("app", new InvalidRequestException("Topology updates are not supported yet.")))
			.contains("topology of app")
			.contains("keeping its offsets");
		assertThat(JoinFailures.explain("app", new GroupIdNotFoundException("Group app is not a streams group.")))
			.contains("The id app");
		assertThat(JoinFailures.explain("app", new StreamsInvalidTopologyException("loop"))).contains("loop");
		assertThat(JoinFailures.explain("app", new UnsupportedVersionException("no"))).contains("4.2");
		assertThat(JoinFailures.explain("app", new UnreleasedInstanceIdException("id"))).contains("group.instance.id");
		assertThat(JoinFailures.explain("app", new GroupMaxSizeReachedException("full")))
			.contains("group.streams.max.size");
		assertThat(JoinFailures.explain("app", new InvalidRequestException("else"))).isNull();
		assertThat(JoinFailures.explain("app", new GroupIdNotFoundException("else"))).isNull();
		assertThat(JoinFailures.explain("app", new TimeoutException("slow"))).isNull();
	}

}
