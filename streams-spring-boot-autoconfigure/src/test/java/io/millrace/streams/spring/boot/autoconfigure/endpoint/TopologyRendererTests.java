package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.millrace.streams.TopologyDescription;
import io.millrace.streams.TopologyDescription.GlobalStore;
import io.millrace.streams.TopologyDescription.Node;
import io.millrace.streams.TopologyDescription.Processor;
import io.millrace.streams.TopologyDescription.Sink;
import io.millrace.streams.TopologyDescription.Source;
import io.millrace.streams.TopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class TopologyRendererTests {

	@Test
	void mermaid() {
		assertThat(MermaidRenderer.render(TopologyDiagram.of(twoParts()))).isEqualTo("""
				flowchart LR
				  subgraph s0["Sub-topology 0"]
				    n0["in"]
				    n1["out"]
				  end
				  subgraph s1["Sub-topology 1"]
				    n2["again"]
				    n3["count"]
				  end
				  t0(["orders"])
				  t1(["by-user"])
				  d0[("counts")]
				  t0 --> n0
				  n0 --> n1
				  n1 --> t1
				  t1 --> n2
				  n2 --> n3
				  n3 -.- d0
				""");
	}

	@Test
	void dot() {
		assertThat(DotRenderer.render(TopologyDiagram.of(twoParts()))).isEqualTo("""
				digraph topology {
				  rankdir=LR;
				  subgraph cluster_s0 {
				    label="Sub-topology 0";
				    n0 [label="in", shape=box];
				    n1 [label="out", shape=box];
				  }
				  subgraph cluster_s1 {
				    label="Sub-topology 1";
				    n2 [label="again", shape=box];
				    n3 [label="count", shape=box];
				  }
				  t0 [label="orders", shape=ellipse];
				  t1 [label="by-user", shape=ellipse];
				  d0 [label="counts", shape=cylinder];
				  t0 -> n0;
				  n0 -> n1;
				  n1 -> t1;
				  t1 -> n2;
				  n2 -> n3;
				  n3 -> d0 [dir=none, style=dashed];
				}
				""");
	}

	@Test
	void namesAreEscaped() {
		Source source = source("a\"b]#<script>`\\n\n", null, Pattern.compile("or.*\\d\"end"));
		TopologyDiagram diagram = TopologyDiagram.of(topology(Set.of(), subtopology(0, source)));
		assertThat(MermaidRenderer.render(diagram)).contains("n0[\"a#quot;b]#35;#lt;script#gt;#96;#92;n \"]")
			.contains("t0([\"or.*#92;d#quot;end\"])");
		assertThat(DotRenderer.render(diagram)).contains("n0 [label=\"a\\\"b]#<script>`\\\\n \", shape=box];")
			.contains("t0 [label=\"or.*\\\\d\\\"end\", shape=ellipse];");
	}

	@Test
	void sinksThatChooseTheirTopics() {
		Sink sink = mock(Sink.class);
		given(sink.name()).willReturn("out");
		String mermaid = MermaidRenderer.render(TopologyDiagram.of(topology(Set.of(), subtopology(0, sink))));
		assertThat(mermaid).contains("t0([\"(chosen for each record)\"])").contains("n0 --> t0");
	}

	@Test
	void globalStores() {
		GlobalStore global = mock(GlobalStore.class);
		Source source = source("read", Set.of("countries"), null);
		Processor processor = processor("keep", Set.of("countries-store"));
		forward(source, processor);
		given(global.source()).willReturn(source);
		given(global.processor()).willReturn(processor);
		given(global.id()).willReturn(2);
		String mermaid = MermaidRenderer.render(TopologyDiagram.of(topology(Set.of(global))));
		assertThat(mermaid).contains("subgraph s0[\"Global store 2\"]")
			.contains("t0 --> n0")
			.contains("n0 --> n1")
			.contains("n1 -.- d0");
	}

	private static TopologyDescription twoParts() {
		Source in = source("in", Set.of("orders"), null);
		Sink out = mock(Sink.class);
		given(out.name()).willReturn("out");
		given(out.topic()).willReturn("by-user");
		forward(in, out);
		Source again = source("again", Set.of("by-user"), null);
		Processor count = processor("count", Set.of("counts"));
		forward(again, count);
		return topology(Set.of(), subtopology(0, in, out), subtopology(1, again, count));
	}

	private static TopologyDescription topology(Set<GlobalStore> stores, Subtopology... subtopologies) {
		TopologyDescription description = mock(TopologyDescription.class);
		given(description.subtopologies()).willReturn(new LinkedHashSet<>(List.of(subtopologies)));
		given(description.globalStores()).willReturn(stores);
		return description;
	}

	private static Subtopology subtopology(int id, Node... nodes) {
		Subtopology subtopology = mock(Subtopology.class);
		given(subtopology.id()).willReturn(id);
		given(subtopology.nodes()).willReturn(new LinkedHashSet<>(List.of(nodes)));
		return subtopology;
	}

	private static Source source(String name, Set<String> topics, Pattern pattern) {
		Source source = mock(Source.class);
		given(source.name()).willReturn(name);
		given(source.topicSet()).willReturn(topics);
		given(source.topicPattern()).willReturn(pattern);
		return source;
	}

	private static Processor processor(String name, Set<String> stores) {
		Processor processor = mock(Processor.class);
		given(processor.name()).willReturn(name);
		given(processor.stores()).willReturn(stores);
		return processor;
	}

	private static void forward(Node from, Node to) {
		given(from.successors()).willReturn(Set.of(to));
		given(to.predecessors()).willReturn(Set.of(from));
	}

}
