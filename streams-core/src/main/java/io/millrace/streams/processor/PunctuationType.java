package io.millrace.streams.processor;

public enum PunctuationType {

	STREAM_TIME, WALL_CLOCK_TIME

}
