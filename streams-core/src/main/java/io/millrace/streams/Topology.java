package io.millrace.streams;

import io.millrace.streams.internal.topology.TopologyGraph;

@SuppressWarnings("DoNotCallSuggester")
public class Topology {

	final TopologyGraph graph = new TopologyGraph();

	public synchronized TopologyDescription describe() {
		throw new UnsupportedOperationException();
	}

}
