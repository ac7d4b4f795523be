package io.millrace.streams.internal.dsl;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

import io.millrace.streams.internal.operator.ForeignKeyChangeOperator;
import io.millrace.streams.internal.operator.ForeignKeyFormats;
import io.millrace.streams.internal.operator.ForeignKeyJoinOperator;
import io.millrace.streams.internal.operator.ForeignKeyLookupOperator;
import io.millrace.streams.internal.operator.ForeignKeySubscribeOperator;
import io.millrace.streams.internal.operator.ForeignKeySubscriptionsOperator;
import io.millrace.streams.internal.operator.KeyPartitioner;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * Declares the join of a table with another that its rows refer to. Rows subscribe at the
 * other table through a topic that is partitioned as that is; it keeps the subscriptions
 * in a store beside the table and answers through a topic that is partitioned as the
 * first one is, where each answer is joined with its row.
 *
 * @param <K> the type of the keys of the rows that refer
 * @param <V> the type of their values
 * @param <KO> the type of the keys that they refer to
 * @param <VO> the type of the values referred to
 */
final class ForeignKeys<K extends @Nullable Object, V extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> {

	private static final String PREFIX = "KTABLE-FK-JOIN-";

	private static final String REGISTRATION = PREFIX + "SUBSCRIPTION-REGISTRATION-";

	private static final String PROCESSOR = PREFIX + "SUBSCRIPTION-PROCESSOR-";

	private static final String RESPONSE = PREFIX + "SUBSCRIPTION-RESPONSE-";

	private static final String OUTPUT = PREFIX + "OUTPUT-";

	private static final String ADVICE = "TableJoined.as";

	private static final String SERDES = "the Consumed or Materialized of the tables that it joins";

	private final Program program;

	private final DeclaredTable<K, V> table;

	private final DeclaredTable<KO, VO> other;

	private final BiFunction<?, ?, ?> extractor;

	private final boolean left;

	private ForeignKeys(DeclaredTable<K, V> table, DeclaredTable<KO, VO> other, BiFunction<?, ?, ?> extractor,
			boolean left) {
		this.program = table.program();
		this.table = table;
		this.other = other;
		this.extractor = extractor;
		this.left = left;
	}

	static <K extends @Nullable Object, V extends @Nullable Object, KO extends @Nullable Object, VO extends @Nullable Object> ForeignKeys<K, V, KO, VO> of(
			DeclaredTable<K, V> table, DeclaredTable<KO, VO> other, BiFunction<?, ?, ?> extractor, boolean left) {
		return new ForeignKeys<>(table, other, extractor, left);
	}

	<VR extends @Nullable Object> KTable<K, VR> join(ValueJoiner<? super V, ? super VO, ? extends VR> joiner,
			Declared.TableJoining<K, KO> settings, Declared.@Nullable Storage<K, VR> declared) {
		NodeNames names = NodeNames.of(this.program.names(), settings.name());
		// A row that refers to another by now ends the subscription that follows from its
		// old value.
		this.table.view().requireOldValues();
		this.other.view().requireOldValues();
		ForeignKeyFormats formats = new ForeignKeyFormats(names.registrationTopic(), this.table.serdes().key(),
				this.other.serdes().key(), this.table.serdes().value(), this.other.serdes().value());
		this.program.uses(names.registration(), "takes fingerprints of rows", this.table.serdes(), false, SERDES);
		AtomicReference<TableStorage> storage = new AtomicReference<>();
		Step registration = register(names, formats, settings, storage);
		List<Step> answering = answer(names, formats, registration);
		Step response = this.program.through(
				new Step.Through(names.responseTopic(), names.responseSink(), names.responseSource(), answering,
						this.table.serdes(), formats.answerSerializer(), formats.answerDeserializer(),
						partitioner(settings.partitioner()), SERDES),
				names.resolver(), "response topic", settings.name() == null, ADVICE);
		return resolve(names, formats, joiner, response, declared, storage);
	}

	private Step register(NodeNames names, ForeignKeyFormats formats, Declared.TableJoining<K, KO> settings,
			AtomicReference<TableStorage> result) {
		BiFunction<?, ?, ?> extracting = this.extractor;
		boolean leftJoin = this.left;
		Step subscribing = this.program
			.add(new Step.Stateless(
					names.registration(), List.of(this.table.step()), () -> new ForeignKeySubscribeOperator(extracting,
							formats, leftJoin, Objects.requireNonNull(result.get()).required()),
					"foreign-key-subscribe"));
		return this.program.through(
				new Step.Through(names.registrationTopic(), names.registrationSink(), names.registrationSource(),
						List.of(subscribing), this.other.serdes(), formats.subscriptionSerializer(),
						formats.subscriptionDeserializer(), partitioner(settings.otherPartitioner()), SERDES),
				names.registration(), "subscription topic", settings.name() == null, ADVICE);
	}

	/**
	 * Declares what keeps and answers subscriptions, beside the table that is referred
	 * to.
	 * @return the steps that give answers
	 */
	private List<Step> answer(NodeNames names, ForeignKeyFormats formats, Step registration) {
		String storeName = names.store();
		StoreBuilder<?> store = Stores
			.timestampedKeyValueStoreBuilder(BuiltInKeyValueStoreSupplier.anywhere(storeName), Serdes.Bytes(),
					Serdes.ByteArray())
			.withLoggingEnabled(Map.of())
			.withCachingDisabled();
		this.program.declareStore(store, names.receive());
		this.program.nameInternalTopic(new UnnamedResources.Topic("changelog topic", storeName + "-changelog",
				names.receive(), names.generated(), ADVICE));
		Step receiving = this.program.add(new Step.Processor(names.receive(), registration,
				() -> new ForeignKeySubscriptionsOperator(storeName, formats), "foreign-key-subscriptions", List.of(),
				List.of(store)));
		TableView view = this.other.view();
		view.require();
		Step looking = this.program
			.add(new Step.Join(names.lookup(), receiving, () -> () -> new ForeignKeyLookupOperator(view.lookup()),
					"foreign-key-lookup", view, together(this.other.sources(), registration)));
		Step changing = this.program.add(new Step.Processor(names.change(), this.other.step(),
				() -> new ForeignKeyChangeOperator(storeName, formats), "foreign-key-change", List.of(storeName),
				List.of()));
		return List.of(looking, changing);
	}

	private <VR extends @Nullable Object> KTable<K, VR> resolve(NodeNames names, ForeignKeyFormats formats,
			ValueJoiner<?, ?, ?> joiner, Step response, Declared.@Nullable Storage<K, VR> declared,
			AtomicReference<TableStorage> stored) {
		Set<Step> feeding = together(this.table.sources(), response);
		TableView view = this.table.view();
		view.require();
		boolean leftJoin = this.left;
		Step resolving = this.program.add(new Step.Join(names.resolver(), response,
				() -> () -> new ForeignKeyJoinOperator(view.lookup(), formats, joiner, leftJoin), "foreign-key-join",
				view, feeding));
		Declared.Storage<K, VR> settings = TableTransformations.settings(declared)
			.orElse(this.table.serdes().withValue(null));
		String storeName = (settings.name() != null) ? settings.name() : this.program.names().generateStore(OUTPUT);
		TableStorage storage = this.program.storage(storeName, names.result(), settings, settings.name() != null);
		stored.set(storage);
		Step result = this.program.add(new Step.Table(names.result(), List.of(resolving),
				() -> Program.tableSource(storage, null), "foreign-key-result", storage));
		return new DeclaredTable<>(this.program, result, settings.serdes(), feeding, new TableView.Stored(storage),
				settings.name());
	}

	private static Set<Step> together(Set<Step> sources, Step source) {
		Set<Step> all = new LinkedHashSet<>(sources);
		all.add(source);
		return all;
	}

	private static @Nullable KeyPartitioner partitioner(@Nullable StreamPartitioner<?, ?> given) {
		return (given != null) ? new KeyPartitioner(given) : null;
	}

	/**
	 * The names of all that belongs to one join. As many numbers are used up in any case.
	 */
	private record NodeNames(boolean generated, String registrationTopic, String registration, String registrationSink,
			String registrationSource, String store, String receive, String lookup, String change, String responseTopic,
			String responseSink, String responseSource, String resolver, String result) {

		private static NodeNames of(Names names, @Nullable String given) {
			return new NodeNames(given == null,
					name(names, given, "-subscription-registration", REGISTRATION) + "-topic",
					reserved(names, given, "-subscription-registration-processor", REGISTRATION),
					name(names, given, "-subscription-registration-sink", "KTABLE-SINK-"),
					name(names, given, "-subscription-registration-source", "KTABLE-SOURCE-"),
					name(names, given, "-subscription-store", PREFIX + "SUBSCRIPTION-STATE-STORE-"),
					reserved(names, given, "-subscription-receive", PROCESSOR),
					reserved(names, given, "-subscription-join-foreign", PROCESSOR),
					reserved(names, given, "-foreign-join-subscription", PROCESSOR),
					name(names, given, "-subscription-response", RESPONSE) + "-topic",
					name(names, given, "-subscription-response-sink", "KTABLE-SINK-"),
					name(names, given, "-subscription-response-source", "KTABLE-SOURCE-"),
					reserved(names, given, "-subscription-response-resolver", RESPONSE + "RESOLVER-PROCESSOR-"),
					reserved(names, given, "-result", OUTPUT));
		}

		private static String reserved(Names names, @Nullable String given, String suffix, String prefix) {
			return names.operator(prefix, (given != null) ? given + suffix : null);
		}

		private static String name(Names names, @Nullable String given, String suffix, String prefix) {
			String generated = names.generate(prefix);
			return (given != null) ? given + suffix : generated;
		}

	}

}
