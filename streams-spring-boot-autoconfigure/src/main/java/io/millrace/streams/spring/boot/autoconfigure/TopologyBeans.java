package io.millrace.streams.spring.boot.autoconfigure;

import java.util.List;

import io.millrace.streams.Topology;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The user's topology beans: what they are called, before any is created, and which one
 * is being created right now.
 */
class TopologyBeans {

	private final ConfigurableListableBeanFactory beanFactory;

	TopologyBeans(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Return the names of all topology beans.
	 * @return the names, in the order of definition
	 */
	List<String> names() {
		return List.of(this.beanFactory.getBeanNamesForType(Topology.class, false, false));
	}

	/**
	 * Return the topology bean whose creation is going on: a builder that is injected
	 * meanwhile is for it.
	 * @return the name, or {@code null} if there is none, or no telling which
	 */
	@Nullable String inCreation() {
		List<String> found = names().stream().filter(this.beanFactory::isCurrentlyInCreation).toList();
		return (found.size() == 1) ? found.get(0) : null;
	}

	/**
	 * Return a topology bean, creating it if need be.
	 * @param name the name
	 * @return the bean
	 */
	Topology get(String name) {
		return this.beanFactory.getBean(name, Topology.class);
	}

}
