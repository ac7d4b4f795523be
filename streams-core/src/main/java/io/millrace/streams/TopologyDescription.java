package io.millrace.streams;

public interface TopologyDescription {

}
