package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import io.millrace.streams.spring.boot.autoconfigure.endpoint.TopologyDiagram.Box;
import io.millrace.streams.spring.boot.autoconfigure.endpoint.TopologyDiagram.Frame;
import io.millrace.streams.spring.boot.autoconfigure.endpoint.TopologyDiagram.Line;

/**
 * Spells a diagram out in Graphviz's language.
 */
final class DotRenderer {

	private DotRenderer() {
	}

	static String render(TopologyDiagram diagram) {
		StringBuilder text = new StringBuilder("digraph topology {\n  rankdir=LR;\n");
		for (Frame frame : diagram.frames()) {
			text.append("  subgraph cluster_").append(frame.id()).append(" {\n");
			text.append("    label=").append(quote(frame.label())).append(";\n");
			frame.boxes().forEach((box) -> text.append("    ").append(box(box)).append("\n"));
			text.append("  }\n");
		}
		diagram.loose().forEach((box) -> text.append("  ").append(box(box)).append("\n"));
		for (Line line : diagram.lines()) {
			text.append("  ").append(line.from().id()).append(" -> ").append(line.to().id());
			text.append(line.arrow() ? ";\n" : " [dir=none, style=dashed];\n");
		}
		return text.append("}\n").toString();
	}

	private static String box(Box box) {
		String shape = switch (box.shape()) {
			case NODE -> "box";
			case TOPIC -> "ellipse";
			case STORE -> "cylinder";
		};
		return box.id() + " [label=" + quote(box.label()) + ", shape=" + shape + "];";
	}

	private static String quote(String label) {
		return "\"" + label.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\R", " ") + "\"";
	}

}
