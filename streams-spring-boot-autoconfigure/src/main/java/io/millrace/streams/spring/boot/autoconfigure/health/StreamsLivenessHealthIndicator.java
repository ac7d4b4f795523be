package io.millrace.streams.spring.boot.autoconfigure.health;

import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Fails when a streams application ended although nobody stopped it, so that whoever
 * watches the liveness probe restarts the process. Anything that may pass by itself, such
 * as brokers that don't answer, leaves it alone. Makes no call to a broker.
 */
class StreamsLivenessHealthIndicator extends AbstractHealthIndicator {

	private final StreamsApplications applications;

	StreamsLivenessHealthIndicator(StreamsApplications applications) {
		super("The state of the streams applications is not known");
		this.applications = applications;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.up();
		for (StreamsApplication application : this.applications) {
			ApplicationHealth health = ApplicationHealth.of(application);
			if (health.isDead()) {
				builder.down()
					.withDetail(application.name(),
							health.snapshot().failure().orElse("is " + health.snapshot().state()));
			}
		}
	}

}
