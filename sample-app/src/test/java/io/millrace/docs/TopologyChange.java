package io.millrace.docs;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The change of a topology in {@code docs/guarantees.md}.
 */
final class TopologyChange {

	private TopologyChange() {
	}

	static void keepOffsets(Admin admin, String applicationId) throws ExecutionException, InterruptedException {
		Map<TopicPartition, OffsetAndMetadata> offsets = admin
			.listStreamsGroupOffsets(Map.of(applicationId, new ListStreamsGroupOffsetsSpec()))
			.partitionsToOffsetAndMetadata(applicationId)
			.get();
		admin.deleteStreamsGroups(List.of(applicationId)).all().get();
		admin.alterStreamsGroupOffsets(applicationId, offsets).all().get();
	}

}
