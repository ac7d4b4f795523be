package io.millrace.sample;

import org.testcontainers.DockerClientFactory;

/**
 * Tells whether there is a Docker engine for tests with containers.
 */
final class Docker {

	private Docker() {
	}

	static boolean isAvailable() {
		boolean available = DockerClientFactory.instance().isDockerAvailable();
		if (!available) {
			System.out.println("Tests with containers are skipped: no Docker engine answers");
		}
		return available;
	}

}
