package io.millrace.streams.internal.task;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Set;

import io.millrace.streams.internal.store.CorruptStateException;
import io.millrace.streams.internal.store.InMemoryStateEngineFactory;
import io.millrace.streams.internal.store.StateEngine;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.processor.TaskId;

/**
 * Engines that call themselves persistent and are in memory, each empty when it is
 * opened. They say that they are damaged when their stores are read, if so told.
 */
public final class DamagedEngines implements StateEngineFactory {

	private volatile Set<String> damaged = Set.of();

	/**
	 * Which stores are damaged from now on.
	 */
	public void damage(Set<String> stores) {
		this.damaged = stores;
	}

	@Override
	public StateEngine open(TaskId task, Path directory, Set<String> stores) {
		StateEngine engine = new InMemoryStateEngineFactory().open(task, directory, stores);
		return (StateEngine) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { StateEngine.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("get") && this.damaged.contains(arguments[0])) {
						throw new CorruptStateException("The checksum doesn't match.");
					}
					try {
						return method.invoke(engine, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
