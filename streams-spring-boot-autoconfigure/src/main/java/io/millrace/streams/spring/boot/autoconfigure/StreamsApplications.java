package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * All streams applications of an application context, one for each topology bean: starts
 * them with the context, before the web server, and stops them after the web server let
 * its last request go. Inject it to query stores, or to start and stop applications. The
 * applications are known once all singletons are created. Safe for use by several
 * threads.
 */
public class StreamsApplications
		implements Iterable<StreamsApplication>, SmartLifecycle, SmartInitializingSingleton, DisposableBean {

	/**
	 * The phase of the applications: below the web server's, which is
	 * {@code Integer.MAX_VALUE - 2048}.
	 */
	public static final int PHASE = Integer.MAX_VALUE - 3072;

	private static final Log logger = LogFactory.getLog(StreamsApplications.class);

	private final TopologyBeans topologies;

	private final ApplicationConfigurations configurations;

	private final StreamsApplication.Hooks hooks;

	private final Duration stopTimeout;

	/** Those that ran when the context was stopped, which its next start starts again. */
	private final Set<StreamsApplication> resuming = ConcurrentHashMap.newKeySet();

	private volatile @Nullable Map<String, StreamsApplication> applications;

	private volatile boolean startedBefore;

	private volatile boolean running;

	StreamsApplications(TopologyBeans topologies, ApplicationConfigurations configurations,
			StreamsApplication.Hooks hooks, Duration stopTimeout) {
		this.topologies = topologies;
		this.configurations = configurations;
		this.hooks = hooks;
		this.stopTimeout = stopTimeout;
	}

	/**
	 * Return an application.
	 * @param name the name of its topology bean, or its application id
	 * @return the application
	 * @throws IllegalArgumentException if there is none; the message names those there
	 * are
	 */
	public StreamsApplication get(String name) {
		StreamsApplication found = find(name);
		if (found == null) {
			throw new IllegalArgumentException("There is no streams application '" + name + "'; there are: "
					+ String.join(", ", applications().keySet()));
		}
		return found;
	}

	/**
	 * Return an application if it exists.
	 * @param name the name of its topology bean, or its application id
	 * @return the application, or {@code null}
	 */
	public @Nullable StreamsApplication find(String name) {
		StreamsApplication byName = applications().get(name);
		if (byName != null) {
			return byName;
		}
		for (StreamsApplication application : this) {
			if (application.applicationId().equals(name)) {
				return application;
			}
		}
		return null;
	}

	/**
	 * Return the only application.
	 * @return the application
	 * @throws IllegalStateException if there is none or more than one; the message names
	 * them
	 */
	public StreamsApplication single() {
		List<StreamsApplication> all = all();
		if (all.size() != 1) {
			throw new IllegalStateException(all.isEmpty() ? "There is no streams application: define a Topology bean"
					: "There are several streams applications, so one must be asked for by name: "
							+ String.join(", ", applications().keySet()));
		}
		return all.get(0);
	}

	/**
	 * Return all applications.
	 * @return the applications, in the order of their topologies' definition
	 */
	public List<StreamsApplication> all() {
		return List.copyOf(applications().values());
	}

	@Override
	public Iterator<StreamsApplication> iterator() {
		return all().iterator();
	}

	@Override
	public void afterSingletonsInstantiated() {
		collect();
	}

	@Override
	public void start() {
		collect();
		this.running = true;
		for (StreamsApplication application : this) {
			boolean resumed = this.resuming.remove(application);
			if (resumed || (!this.startedBefore && application.isAutoStartup())) {
				application.start();
			}
		}
		this.startedBefore = true;
	}

	@Override
	public void stop() {
		stopAll();
	}

	@Override
	public void stop(Runnable callback) {
		new Thread(() -> {
			try {
				stopAll();
			}
			finally {
				callback.run();
			}
		}, "streams-stop").start();
	}

	@Override
	public void destroy() {
		if (this.applications != null) {
			stopAll();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	private void stopAll() {
		List<Thread> stopping = all().stream()
			.filter(StreamsApplication::isRunning)
			.peek(this.resuming::add)
			.map((application) -> new Thread(() -> application.stop(this.stopTimeout),
					"streams-stop-" + application.name()))
			.toList();
		try {
			stopping.forEach(Thread::start);
			for (Thread thread : stopping) {
				thread.join();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.running = false;
		}
	}

	private Map<String, StreamsApplication> applications() {
		Map<String, StreamsApplication> known = this.applications;
		if (known == null) {
			throw new IllegalStateException("The streams applications are not known yet, as beans are still being"
					+ " created; ask when the application context is refreshed");
		}
		return known;
	}

	private synchronized void collect() {
		if (this.applications != null) {
			return;
		}
		List<String> names = this.topologies.names();
		if (names.isEmpty()) {
			logger.info("There is no Topology bean, so there is nothing to run");
			this.applications = Map.of();
			return;
		}
		this.configurations.checkNames(names);
		Map<String, StreamsApplication> byName = new LinkedHashMap<>();
		Map<String, String> nameById = new LinkedHashMap<>();
		for (String name : names) {
			ApplicationConfiguration configuration = this.configurations.forTopology(name, names.size() == 1);
			String other = nameById.put(configuration.applicationId(), name);
			if (other != null) {
				throw sharedId(configuration.applicationId(), other, name);
			}
			byName.put(name, new StreamsApplication(name, this.topologies.get(name), configuration, this.hooks));
		}
		this.applications = byName;
	}

	private static StreamsConfigurationException sharedId(String applicationId, String first, String second) {
		return new StreamsConfigurationException(
				"The Topology beans '" + first + "' and '" + second + "' both have the application id '" + applicationId
						+ "'; two topologies in one group would take each other's work",
				"Give each an id of its own: streams.applications." + first + ".application-id, streams.applications."
						+ second + ".application-id; or set neither, and their names are appended to the common id.");
	}

}
