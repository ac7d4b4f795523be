package io.millrace.streams;

public class StreamsConfig {

}
