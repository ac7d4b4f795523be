package io.millrace.streams.internal.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Set;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * A store that no task owns: what {@link io.millrace.streams.state.StoreBuilder#build()}
 * gives to tests of single processors, which ready it themselves. Once it is, calls go to
 * a store in memory like those of tasks, of which nothing is ever committed.
 */
final class StandaloneStore implements InvocationHandler {

	private static final CacheBudget NO_CACHE = new CacheBudget(0);

	private final BuiltInStoreBuilder<?> builder;

	private @Nullable TaskStore store;

	private StandaloneStore(BuiltInStoreBuilder<?> builder) {
		this.builder = builder;
	}

	static Object of(BuiltInStoreBuilder<?> builder) {
		Class<?> type = builder.type();
		return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, new StandaloneStore(builder));
	}

	@Override
	@SuppressWarnings("NullAway")
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments) throws Throwable {
		switch (method.getName()) {
			case "name", "toString" -> {
				return this.builder.name();
			}
			case "hashCode" -> {
				return System.identityHashCode(proxy);
			}
			case "equals" -> {
				return proxy == arguments[0];
			}
			case "init" -> {
				init((StateStoreContext) arguments[0], (StateStore) arguments[1]);
				return null;
			}
			case "isOpen" -> {
				return this.store != null && this.store.facade().isOpen();
			}
			case "persistent" -> {
				return false;
			}
			case "close" -> {
				if (this.store != null) {
					this.store.close();
				}
				return null;
			}
			default -> {
				return call(method, arguments);
			}
		}
	}

	private void init(StateStoreContext context, StateStore root) {
		if (context instanceof InputPosition) {
			throw new StreamsException("Store " + this.builder.name()
					+ " was made by build(), which is for tests of single processors, and would take no part in the"
					+ " commits of task " + context.taskId() + ". Give the topology its builder as Stores made it.");
		}
		StateEngine engine = new InMemoryStateEngineFactory().open(context.taskId(), Path.of(""),
				Set.of(this.builder.name()));
		this.store = TaskStores.create(this.builder, null, engine, context, () -> 0, NO_CACHE);
		context.register(root, (key, value) -> {
		});
	}

	private @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
		if (this.store == null) {
			throw new InvalidStateStoreException("Store " + this.builder.name()
					+ " isn't open; call init(context.getStateStoreContext(), store) before it is used.");
		}
		try {
			return method.invoke(this.store.facade(), arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause();
		}
	}

}
