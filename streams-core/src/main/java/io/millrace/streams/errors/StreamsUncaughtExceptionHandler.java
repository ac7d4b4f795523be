package io.millrace.streams.errors;

public interface StreamsUncaughtExceptionHandler {

}
