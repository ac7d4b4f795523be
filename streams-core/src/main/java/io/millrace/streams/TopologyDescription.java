package io.millrace.streams;

import java.util.Set;

public interface TopologyDescription {

	Set<Subtopology> subtopologies();

	Set<GlobalStore> globalStores();

}
