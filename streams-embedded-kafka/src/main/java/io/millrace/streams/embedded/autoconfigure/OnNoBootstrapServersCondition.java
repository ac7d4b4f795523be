package io.millrace.streams.embedded.autoconfigure;

import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when the application doesn't say where its Kafka is. It binds the property,
 * since a list may be written in one line or an element a line.
 */
class OnNoBootstrapServersCondition extends SpringBootCondition {

	private static final String PROPERTY = "spring.kafka.bootstrap-servers";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("No Kafka bootstrap servers");
		BindResult<List<String>> servers = Binder.get(context.getEnvironment())
			.bind(PROPERTY, Bindable.listOf(String.class));
		if (servers.isBound() && !servers.get().isEmpty()) {
			return ConditionOutcome.noMatch(message.foundExactly(PROPERTY));
		}
		return ConditionOutcome.match(message.didNotFind(PROPERTY).atAll());
	}

}
