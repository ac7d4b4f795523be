package io.millrace.streams.spring.boot.autoconfigure.health;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;

import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Tells whether streams applications do their work; the readiness probe asks it. Makes no
 * call to a broker.
 */
class StreamsHealthIndicator extends AbstractHealthIndicator {

	private final StreamsApplications applications;

	StreamsHealthIndicator(StreamsApplications applications) {
		super("The state of the streams applications is not known");
		this.applications = applications;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Set<Status> statuses = new LinkedHashSet<>();
		Map<String, Object> details = new LinkedHashMap<>();
		for (StreamsApplication application : this.applications) {
			ApplicationHealth health = ApplicationHealth.of(application);
			statuses.add(health.readiness());
			details.put(application.name(), health.details());
		}
		Status status = statuses.isEmpty() ? Status.UNKNOWN
				: StatusAggregator.getDefault().getAggregateStatus(statuses);
		builder.status(status).withDetails(details);
	}

}
