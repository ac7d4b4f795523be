package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.nio.charset.StandardCharsets;

import io.millrace.streams.TopologyDescription;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;

/**
 * Ways to show a topology.
 */
enum TopologyFormat {

	/** Structured. */
	JSON {

		@Override
		WebEndpointResponse<?> render(TopologyDescription description) {
			return new WebEndpointResponse<>(TopologyDescriptor.of(description), ACTUATOR_JSON);
		}

	},

	/** The description's own text. */
	TEXT {

		@Override
		WebEndpointResponse<?> render(TopologyDescription description) {
			return new WebEndpointResponse<>(description.toString(), PLAIN);
		}

	},

	/** A flowchart for Mermaid. */
	MERMAID {

		@Override
		WebEndpointResponse<?> render(TopologyDescription description) {
			return new WebEndpointResponse<>(MermaidRenderer.render(TopologyDiagram.of(description)), PLAIN);
		}

	},

	/** A graph for Graphviz. */
	DOT {

		@Override
		WebEndpointResponse<?> render(TopologyDescription description) {
			return new WebEndpointResponse<>(DotRenderer.render(TopologyDiagram.of(description)), PLAIN);
		}

	};

	private static final MimeType ACTUATOR_JSON = new MimeType("application", "json");

	private static final MimeType PLAIN = new MimeType("text", "plain", StandardCharsets.UTF_8);

	abstract WebEndpointResponse<?> render(TopologyDescription description);

}
