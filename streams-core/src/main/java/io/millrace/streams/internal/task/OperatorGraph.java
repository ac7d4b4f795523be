package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.internal.operator.OperatorContext;
import io.millrace.streams.internal.operator.SinkOperator;
import io.millrace.streams.internal.operator.SourceOperator;
import io.millrace.streams.internal.topology.NodeSpec;

/**
 * The running operators of one task, made from what was declared and linked once.
 */
final class OperatorGraph implements AutoCloseable {

	private final Map<String, Operator> operators = new LinkedHashMap<>();

	private final Map<String, SourceOperator> sourcesByTopic = new HashMap<>();

	private final List<Operator> started = new ArrayList<>();

	/**
	 * Makes and links the operators.
	 * @param nodes parents before children
	 */
	OperatorGraph(List<NodeSpec> nodes) {
		Map<String, List<Operator>> children = new HashMap<>();
		for (NodeSpec node : nodes) {
			Operator operator = operator(node);
			this.operators.put(node.name(), operator);
			for (String parent : node.parents()) {
				children.computeIfAbsent(parent, (name) -> new ArrayList<>()).add(operator);
			}
		}
		this.operators.forEach((name, operator) -> operator.link(name,
				children.getOrDefault(name, List.of()).toArray(Operator[]::new)));
	}

	private Operator operator(NodeSpec node) {
		if (node instanceof NodeSpec.Source source) {
			SourceOperator operator = new SourceOperator(source.keyDeserializer(), source.valueDeserializer());
			source.topics().forEach((topic) -> this.sourcesByTopic.put(topic, operator));
			return operator;
		}
		if (node instanceof NodeSpec.Sink sink) {
			return new SinkOperator(sink.topic(), sink.topicExtractor(), sink.keySerializer(), sink.valueSerializer(),
					sink.partitioner());
		}
		return ((NodeSpec.Processing) node).factory().get();
	}

	SourceOperator sourceOf(String topic) {
		SourceOperator source = this.sourcesByTopic.get(topic);
		if (source == null) {
			throw new IllegalArgumentException("No source reads topic " + topic);
		}
		return source;
	}

	void start(OperatorContext context) {
		for (Operator operator : this.operators.values()) {
			this.started.add(operator);
			operator.init(context);
		}
	}

	void beforeCommit() {
		this.started.forEach(Operator::beforeCommit);
	}

	void afterCommit() {
		this.started.forEach(Operator::afterCommit);
	}

	void onAbort() {
		this.started.forEach(Operator::onAbort);
	}

	/**
	 * Closes what was started, all of it even if some fails.
	 * @throws RuntimeException the first failure
	 */
	@Override
	public void close() {
		RuntimeException failure = null;
		for (Operator operator : this.started) {
			try {
				operator.close();
			}
			catch (RuntimeException ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		this.started.clear();
		if (failure != null) {
			throw failure;
		}
	}

}
