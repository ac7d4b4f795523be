package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import io.millrace.streams.spring.boot.autoconfigure.endpoint.TopologyDiagram.Box;
import io.millrace.streams.spring.boot.autoconfigure.endpoint.TopologyDiagram.Frame;
import io.millrace.streams.spring.boot.autoconfigure.endpoint.TopologyDiagram.Line;

/**
 * Spells a diagram out as a Mermaid flowchart.
 */
final class MermaidRenderer {

	private MermaidRenderer() {
	}

	static String render(TopologyDiagram diagram) {
		StringBuilder text = new StringBuilder("flowchart LR\n");
		for (Frame frame : diagram.frames()) {
			text.append("  subgraph ").append(frame.id()).append("[").append(quote(frame.label())).append("]\n");
			frame.boxes().forEach((box) -> text.append("    ").append(box(box)).append("\n"));
			text.append("  end\n");
		}
		diagram.loose().forEach((box) -> text.append("  ").append(box(box)).append("\n"));
		for (Line line : diagram.lines()) {
			text.append("  ")
				.append(line.from().id())
				.append(line.arrow() ? " --> " : " -.- ")
				.append(line.to().id())
				.append("\n");
		}
		return text.toString();
	}

	private static String box(Box box) {
		String label = quote(box.label());
		return box.id() + switch (box.shape()) {
			case NODE -> "[" + label + "]";
			case TOPIC -> "([" + label + "])";
			case STORE -> "[(" + label + ")]";
		};
	}

	/**
	 * Mermaid knows no backslash; it reads entities, which start with a number sign.
	 */
	private static String quote(String label) {
		return "\"" + label.replace("#", "#35;")
			.replace("\"", "#quot;")
			.replace("<", "#lt;")
			.replace(">", "#gt;")
			.replace("`", "#96;")
			.replace("\\", "#92;")
			.replaceAll("\\R", " ") + "\"";
	}

}
