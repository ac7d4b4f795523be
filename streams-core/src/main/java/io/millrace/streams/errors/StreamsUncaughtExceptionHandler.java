package io.millrace.streams.errors;

public interface StreamsUncaughtExceptionHandler {

	StreamThreadExceptionResponse handle(Throwable throwable);

}
