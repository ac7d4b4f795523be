package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.LinkedHashMap;
import java.util.Map;

import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All applications.
 *
 * @param applications the applications by name of their topology beans
 */
record ApplicationsDescriptor(Map<String, ApplicationDescriptor> applications) implements OperationResponseBody {

	static ApplicationsDescriptor of(Iterable<StreamsApplication> applications) {
		Map<String, ApplicationDescriptor> descriptors = new LinkedHashMap<>();
		applications
			.forEach((application) -> descriptors.put(application.name(), ApplicationDescriptor.of(application)));
		return new ApplicationsDescriptor(descriptors);
	}

}
