package io.millrace.streams.internal.runtime;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.commit.CommitStepListener;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * What all threads of an application instance share.
 *
 * @param config the settings
 * @param topology the topology
 * @param clients makes clients
 * @param admin the one admin client
 * @param engines opens state engines
 * @param stateDirectory the application's state directory
 * @param restoreListener the user's listener, if there is one
 * @param stepListener told of the steps of commits
 * @param globalStores finds global stores by name, to be read only
 * @param globalStoresReady whether those can be read: nothing is processed before
 * @param control what may change while threads run
 */
record RuntimeContext(StreamsConfig config, CompiledTopology topology, ThreadClients clients, Admin admin,
		StateEngineFactory engines, Path stateDirectory, Supplier<@Nullable StateRestoreListener> restoreListener,
		CommitStepListener stepListener, Function<String, @Nullable StateStore> globalStores,
		BooleanSupplier globalStoresReady, RuntimeControl control) {
}
