package io.millrace.streams.internal.topology;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

import io.millrace.streams.internal.store.BuiltInStoreBuilder;
import io.millrace.streams.internal.topology.CompiledTopology.Store;
import io.millrace.streams.internal.topology.CompiledTopology.Subtopology;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Digests a compiled topology into one short text that changes whenever state or internal
 * topics of the old one would not fit the new one: operators and their order, stores,
 * serdes by class, internal topics. Code inside user functions is not seen.
 */
final class Fingerprint {

	private Fingerprint() {
	}

	static String of(List<Subtopology> subtopologies) {
		StringBuilder text = new StringBuilder("millrace topology 1\n");
		for (Subtopology subtopology : subtopologies) {
			text.append("subtopology ").append(subtopology.id()).append('\n');
			subtopology.nodes().forEach((node) -> append(text, node));
			subtopology.stores().forEach((store) -> append(text, store));
			text.append("repartition ").append(new TreeMap<>(subtopology.repartitionSourceTopics())).append('\n');
			subtopology.copartitionGroups()
				.forEach((group) -> text.append("copartition ").append(new TreeSet<>(group)).append('\n'));
		}
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256")
				.digest(text.toString().getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, 16);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private static void append(StringBuilder text, NodeSpec node) {
		text.append(node.name()).append(' ').append(node.parents()).append(' ');
		if (node instanceof NodeSpec.Source source) {
			text.append("source ").append(new TreeSet<>(source.topics()));
			text.append(identity(source.keyDeserializer())).append(identity(source.valueDeserializer()));
		}
		else if (node instanceof NodeSpec.Sink sink) {
			text.append("sink ").append((sink.topic() != null) ? sink.topic() : identity(sink.topicExtractor()));
			text.append(identity(sink.keySerializer())).append(identity(sink.valueSerializer()));
		}
		else if (node instanceof NodeSpec.Processing processing) {
			text.append(processing.kind());
		}
		text.append('\n');
	}

	private static void append(StringBuilder text, Store store) {
		text.append("store ").append(store.name()).append(' ').append(new TreeSet<>(store.spec().operators()));
		text.append(identity(store.spec().builder())).append(' ').append(store.changelogTopic());
		if (store.spec().builder() instanceof BuiltInStoreBuilder<?> builder) {
			text.append(' ').append(builder.kind());
			text.append(builder.layoutIdentity());
			text.append(identity(builder.keySerde())).append(identity(builder.valueSerde()));
		}
		text.append(' ').append(new TreeMap<>(store.changelogConfig())).append('\n');
	}

	private static String identity(@Nullable Object part) {
		if (part == null) {
			return " default";
		}
		if (part instanceof Serde<?> serde) {
			return identity(serde.serializer());
		}
		// A lambda's class name differs from run to run.
		return part.getClass().isHidden() || part.getClass().isSynthetic() ? " lambda"
				: " " + part.getClass().getName();
	}

}
