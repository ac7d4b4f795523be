package io.millrace.streams;

import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Holds the rooms of {@code io.millrace.streams.internal} apart: what each one owns is of
 * no use if another may reach into it. Public packages may refer to rooms, since their
 * classes are where a user enters them; between rooms, the rules below say who must not
 * know whom.
 */
@AnalyzeClasses(packages = "io.millrace.streams",
		importOptions = { DoNotIncludeTests.class, ArchitectureTests.CoreAlone.class })
class ArchitectureTests {

	private static final String ROOT = "io.millrace.streams";

	private static final String[] PUBLIC_PACKAGES = { ROOT, ROOT + ".kstream", ROOT + ".kstream.internals",
			ROOT + ".processor", ROOT + ".processor.api", ROOT + ".state", ROOT + ".errors", ROOT + ".query",
			ROOT + ".monitor" };

	private static final String[] ROOMS = rooms("dsl", "topology", "operator", "store", "task", "restore", "commit",
			"group", "runtime", "query", "metrics");

	private static final DescribedPredicate<JavaClass> CLIENTS = resideInAnyPackage("org.apache.kafka.clients.admin..",
			"org.apache.kafka.clients.consumer..", "org.apache.kafka.clients.producer..")
		.as("are Kafka's clients");

	// ConsumerRecord is a value, and the form in which a store is handed its changelog.
	private static final DescribedPredicate<JavaClass> CONSUMERS = resideInAnyPackage(
			"org.apache.kafka.clients.consumer..")
		.and(not(type(ConsumerRecord.class)))
		.as("are Kafka's consumer");

	private static final DescribedPredicate<JavaClass> THREADS = nameMatching("java\\.lang\\.Thread(\\$.*)?")
		.<JavaClass>forSubtype()
		.or(assignableTo(Thread.class))
		.or(assignableTo(Executor.class))
		.or(assignableTo(Executors.class))
		.or(assignableTo(ThreadFactory.class))
		.or(assignableTo(CompletableFuture.class))
		.or(assignableTo(Timer.class))
		.as("are threads");

	@ArchTest
	static final ArchRule everyClassHasItsPlace = classes().should()
		.resideInAnyPackage(Stream.concat(Stream.of(PUBLIC_PACKAGES), Stream.of(ROOMS)).toArray(String[]::new))
		.because("what is not public API lies in the room of its concern")
		.allowEmptyShould(true);

	@ArchTest
	static final ArchRule coreLeansOnTheClientsAlone = classes().should()
		.onlyDependOnClassesThat(resideInAnyPackage("java..", "org.apache.kafka.clients..", "org.apache.kafka.common..",
				"org.slf4j..", "org.jspecify.annotations..", ROOT + "..")
			.or(primitives()))
		.because("Spring, RocksDB, metrics libraries and the broker are bound to the core from outside")
		.allowEmptyShould(true);

	@ArchTest
	static final ArchRule onlyTheGroupRoomKnowsTheConsumersInternals = noClasses().that()
		.resideOutsideOfPackage(room("group"))
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.apache.kafka.clients.consumer.internals..")
		.because("those change from one release of Kafka to the next: one room is mended then")
		.allowEmptyShould(true);

	@ArchTest
	static final ArchRule roomsFormNoCycle = slices().matching(ROOT + ".internal.(*)..")
		.should()
		.beFreeOfCycles()
		.allowEmptyShould(true);

	@ArchTest
	static final ArchRule dslKnowsNoClients = mustNotKnow("dsl", CLIENTS);

	@ArchTest
	static final ArchRule dslKnowsNoThreads = mustNotKnow("dsl", THREADS);

	@ArchTest
	static final ArchRule topologyKnowsNoClients = mustNotKnow("topology", CLIENTS);

	@ArchTest
	static final ArchRule topologyKnowsNoThreads = mustNotKnow("topology", THREADS);

	@ArchTest
	static final ArchRule operatorsKnowNoClients = mustNotKnow("operator", CLIENTS);

	@ArchTest
	static final ArchRule operatorsKnowNoThreads = mustNotKnow("operator", THREADS);

	@ArchTest
	static final ArchRule operatorsKnowNothingOfWhatRunsThem = mustNotKnow("operator",
			inRooms("task", "group", "runtime", "commit", "restore"));

	@ArchTest
	static final ArchRule storesKnowNoConsumers = mustNotKnow("store", CONSUMERS);

	@ArchTest
	static final ArchRule storesKnowNoGroup = mustNotKnow("store", inRooms("group"));

	@ArchTest
	static final ArchRule tasksKnowNeitherGroupNorRuntime = mustNotKnow("task", inRooms("group", "runtime"));

	@ArchTest
	static final ArchRule restoreKnowsNoOperators = mustNotKnow("restore", inRooms("operator"));

	@ArchTest
	static final ArchRule commitKnowsNoOperators = mustNotKnow("commit", inRooms("operator"));

	@ArchTest
	static final ArchRule groupKnowsNoTasksInsides = mustNotKnow("group", inRooms("task", "operator", "store"));

	@ArchTest
	static final ArchRule metricsKnowNoOtherRoom = mustNotKnow("metrics",
			inRooms("dsl", "topology", "operator", "store", "task", "restore", "commit", "group", "runtime", "query"));

	@ArchTest
	static final ArchRule namesSayWhatAClassOwns = noClasses().should()
		.haveNameMatching(".*[.$]\\w*(Manager|Helper|Utils?|Utilities)([A-Z]\\w*)?([$].*)?")
		.because("such a name says nothing of what the class owns")
		.allowEmptyShould(true);

	private static ArchRule mustNotKnow(String room, DescribedPredicate<? super JavaClass> others) {
		return noClasses().that()
			.resideInAPackage(room(room))
			.should()
			.dependOnClassesThat(others)
			.allowEmptyShould(true);
	}

	private static DescribedPredicate<JavaClass> inRooms(String... names) {
		return resideInAnyPackage(rooms(names)).as("lie in " + String.join(", ", names));
	}

	private static DescribedPredicate<JavaClass> primitives() {
		return DescribedPredicate.describe("are primitive", (type) -> type.getBaseComponentType().isPrimitive());
	}

	private static String[] rooms(String... names) {
		return Stream.of(names).map(ArchitectureTests::room).toArray(String[]::new);
	}

	private static String room(String name) {
		return ROOT + ".internal." + name + "..";
	}

	/**
	 * Leaves out the other modules of the same package that the tests use.
	 */
	static final class CoreAlone implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return !location.contains("/streams/embedded/");
		}

	}

}
