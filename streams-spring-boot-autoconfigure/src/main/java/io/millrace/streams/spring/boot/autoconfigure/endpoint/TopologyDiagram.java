package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.millrace.streams.TopologyDescription;
import io.millrace.streams.TopologyDescription.GlobalStore;
import io.millrace.streams.TopologyDescription.Node;
import io.millrace.streams.TopologyDescription.Processor;
import io.millrace.streams.TopologyDescription.Sink;
import io.millrace.streams.TopologyDescription.Source;
import io.millrace.streams.TopologyDescription.Subtopology;

/**
 * A topology as a drawing sees it: boxes, some of them in frames, and lines between them.
 * The renderers only spell it out.
 */
final class TopologyDiagram {

	private final List<Frame> frames = new ArrayList<>();

	private final Map<String, Box> topics = new LinkedHashMap<>();

	private final Map<String, Box> stores = new LinkedHashMap<>();

	private final List<Line> lines = new ArrayList<>();

	private int nodes;

	private TopologyDiagram() {
	}

	static TopologyDiagram of(TopologyDescription description) {
		TopologyDiagram diagram = new TopologyDiagram();
		for (Subtopology subtopology : description.subtopologies()) {
			diagram.addFrame("Sub-topology " + subtopology.id(), subtopology.nodes());
		}
		for (GlobalStore store : description.globalStores()) {
			diagram.addFrame("Global store " + store.id(), List.of(store.source(), store.processor()));
		}
		return diagram;
	}

	private void addFrame(String label, Collection<Node> members) {
		Map<String, Box> boxes = new LinkedHashMap<>();
		members.forEach((node) -> boxes.put(node.name(), new Box("n" + this.nodes++, node.name(), Shape.NODE)));
		this.frames.add(new Frame("s" + this.frames.size(), label, List.copyOf(boxes.values())));
		for (Node node : members) {
			Box box = boxes.get(node.name());
			if (box != null) {
				connect(node, box, boxes);
			}
		}
	}

	private void connect(Node node, Box box, Map<String, Box> boxes) {
		if (node instanceof Source source) {
			topicsOf(source).forEach((topic) -> this.lines.add(new Line(topic(topic), box, true)));
		}
		if (node instanceof Processor processor) {
			new TreeSet<>(processor.stores()).forEach((store) -> this.lines.add(new Line(box, store(store), false)));
		}
		new TreeSet<>(node.successors().stream().map(Node::name).toList()).forEach((name) -> {
			Box successor = boxes.get(name);
			if (successor != null) {
				this.lines.add(new Line(box, successor, true));
			}
		});
		if (node instanceof Sink sink) {
			this.lines.add(new Line(box, topic(topicOf(sink)), true));
		}
	}

	private static Collection<String> topicsOf(Source source) {
		if (source.topicPattern() != null) {
			return List.of(source.topicPattern().pattern());
		}
		return (source.topicSet() != null) ? new TreeSet<>(source.topicSet()) : List.of();
	}

	private static String topicOf(Sink sink) {
		String topic = sink.topic();
		return (topic != null) ? topic : "(chosen for each record)";
	}

	private Box topic(String name) {
		return this.topics.computeIfAbsent(name, (key) -> new Box("t" + this.topics.size(), key, Shape.TOPIC));
	}

	private Box store(String name) {
		return this.stores.computeIfAbsent(name, (key) -> new Box("d" + this.stores.size(), key, Shape.STORE));
	}

	List<Frame> frames() {
		return this.frames;
	}

	/**
	 * Return the boxes in no frame.
	 * @return topics and stores
	 */
	List<Box> loose() {
		List<Box> loose = new ArrayList<>(this.topics.values());
		loose.addAll(this.stores.values());
		return loose;
	}

	List<Line> lines() {
		return this.lines;
	}

	/** What a box stands for. */
	enum Shape {

		NODE, TOPIC, STORE

	}

	/**
	 * A box.
	 *
	 * @param id a name without special characters, the only one of its kind
	 * @param label what is written on it, any characters
	 * @param shape what it stands for
	 */
	record Box(String id, String label, Shape shape) {
	}

	/**
	 * A frame around boxes.
	 *
	 * @param id a name without special characters
	 * @param label what is written on it
	 * @param boxes the boxes
	 */
	record Frame(String id, String label, List<Box> boxes) {
	}

	/**
	 * A line between boxes.
	 *
	 * @param from where it starts
	 * @param to where it ends
	 * @param arrow whether records flow along it, or else one uses the other
	 */
	record Line(Box from, Box to, boolean arrow) {
	}

}
