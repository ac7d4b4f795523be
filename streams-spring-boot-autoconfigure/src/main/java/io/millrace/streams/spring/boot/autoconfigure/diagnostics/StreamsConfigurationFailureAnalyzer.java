package io.millrace.streams.spring.boot.autoconfigure.diagnostics;

import io.millrace.streams.spring.boot.autoconfigure.StreamsConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Tells which properties keep an application from being run.
 */
class StreamsConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<StreamsConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, StreamsConfigurationException cause) {
		return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.getAction(), cause);
	}

}
