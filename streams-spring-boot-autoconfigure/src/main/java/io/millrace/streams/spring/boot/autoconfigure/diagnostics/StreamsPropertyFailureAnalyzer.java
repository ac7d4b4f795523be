package io.millrace.streams.spring.boot.autoconfigure.diagnostics;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.jspecify.annotations.Nullable;

/**
 * Tells which choices there are, written as one writes them in a properties file, when
 * one of {@code streams.*} has none of them as its value. Spring Boot's own analysis
 * lists constants of Java.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class StreamsPropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("streams");

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		BindException innermost = findInnermost(cause);
		Class<?> type = innermost.getTarget().getType().resolve(Object.class);
		if (!type.isEnum() || !PREFIX.isAncestorOf(innermost.getName())) {
			return null;
		}
		ConfigurationProperty property = innermost.getProperty();
		String value = (property != null) ? String.valueOf(property.getValue()) : "";
		String origin = (property != null && property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "";
		String choices = Arrays.stream(type.getEnumConstants())
			.map((constant) -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
			.collect(Collectors.joining(", "));
		return new FailureAnalysis(innermost.getName() + " has the value '" + value + "'" + origin
				+ ", which is none of its choices: " + choices, "Set " + innermost.getName() + " to one of: " + choices,
				cause);
	}

	private static BindException findInnermost(BindException exception) {
		BindException innermost = exception;
		for (Throwable next = exception.getCause(); next != null; next = next.getCause()) {
			if (next instanceof BindException bindException) {
				innermost = bindException;
			}
		}
		return innermost;
	}

}
