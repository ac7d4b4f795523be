package io.millrace.streams;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.ValueTransformerWithKey;
import io.millrace.streams.kstream.ValueTransformerWithKeySupplier;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.ProcessorContext;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link CasesTests}, for tables that are grouped and joined.
 */
class TableCasesTests extends TableCases {

	private KTable<String, String> joined(String kind) {
		KTable<String, String> left = this.builder.table("A");
		KTable<String, String> right = this.builder.table("B");
		return switch (kind) {
			case "inner" -> left.join(right, TableCases::join);
			case "left" -> left.leftJoin(right, TableCases::join);
			default -> left.outerJoin(right, TableCases::join);
		};
	}

	@ParameterizedTest
	@ValueSource(strings = { "inner", "left", "outer" })
	void case34DeleteOfWhatIsInNoTableGivesNothing(String kind) {
		joined(kind).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", null, 1);
			pipe(driver, "B").pipeInput("k", null, 2);
			assertThat(outputs(driver)).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "inner", "left", "outer" })
	void case34DeleteGivesOneDelete(String kind) {
		joined(kind).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "a", 1);
			pipe(driver, "B").pipeInput("k", "b", 2);
			outputs(driver);
			pipe(driver, "A").pipeInput("k", null, 3);
			assertThat(outputs(driver)).containsExactly(kind.equals("outer") ? "k=null|b@3" : "k=null@3");
			pipe(driver, "A").pipeInput("k", null, 4);
			assertThat(outputs(driver)).isEmpty();
			pipe(driver, "B").pipeInput("k", null, 5);
			if (kind.equals("outer")) {
				assertThat(outputs(driver)).containsExactly("k=null@5");
			}
			else {
				assertThat(outputs(driver)).isEmpty();
			}
		}
	}

	@Test
	void oneRecordThatDeletesBothRowsDeletesTheirJoin() {
		KTable<String, String> left = this.builder.<String, String>stream("in").toTable(Materialized.as("left"));
		KTable<String, String> right = this.builder.<String, String>stream("in")
			.mapValues((value) -> (value != null) ? value + "!" : null)
			.toTable(Materialized.as("right"));
		left.join(right, TableCases::join).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "in").pipeInput("k", "a", 1);
			pipe(driver, "in").pipeInput("k", null, 2);
			assertThat(outputs(driver)).contains("k=a|a!@1").endsWith("k=null@2");
		}
	}

	@Test
	void oldValuesOfAJoinThatIsGroupedAreThoseThatWereForwarded() {
		joined("left").groupBy((key, value) -> KeyValue.pair("all", value))
			.aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value)
			.toStream()
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "a", 1);
			pipe(driver, "B").pipeInput("k", "b", 2);
			pipe(driver, "A").pipeInput("k", null, 3);
			assertThat(outputs(driver)).containsExactly("all=+a|null@1", "all=+a|null-a|null+a|b@2",
					"all=+a|null-a|null+a|b-a|b@3");
		}
	}

	@Test
	void case35RowThatStaysInItsGroupChangesTheGroupOnce() {
		this.builder.<String, String>table("A", Materialized.as("rows"))
			.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value.substring(2)))
			.aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value,
					Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("groups").withCachingDisabled())
			.toStream()
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("1", "g:a", 1);
			pipe(driver, "A").pipeInput("2", "g:b", 2);
			assertThat(outputs(driver)).containsExactly("g=+a@1", "g=+a+b@2");
			pipe(driver, "A").pipeInput("1", "g:c", 3);
			assertThat(outputs(driver)).containsExactly("g=+a+b-a+c@3");
			pipe(driver, "A").pipeInput("1", "h:c", 4);
			assertThat(outputs(driver)).containsExactly("g=+a+b-a+c-c@4", "h=+c@4");
		}
	}

	@Test
	void case38GroupThatHasLostAllItsRowsHasTheCountZero() {
		this.builder.<String, String>table("A")
			.groupBy((key, value) -> KeyValue.pair(value, value))
			.count(Named.as("counted"), Materialized.as("counts"))
			.toStream()
			.mapValues((count) -> count.toString())
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("1", "g", 1);
			pipe(driver, "A").pipeInput("1", null, 2);
			pipe(driver, "A").pipeInput("1", null, 3);
			assertThat(outputs(driver)).containsExactly("g=1@1", "g=0@2");
			assertThat(driver.<String, Long>getTimestampedKeyValueStore("counts").get("g").value()).isZero();
		}
	}

	@Test
	void case38GroupIsDeletedByAnAggregateOfNull() {
		this.builder.<String, String>table("A")
			.groupBy((key, value) -> KeyValue.pair("g", value))
			.reduce((all, value) -> all + value, (all, value) -> all.equals(value) ? null : all.replace(value, ""))
			.toStream()
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("1", "a", 1);
			pipe(driver, "A").pipeInput("2", "b", 2);
			pipe(driver, "A").pipeInput("1", null, 3);
			pipe(driver, "A").pipeInput("2", null, 4);
			assertThat(outputs(driver)).containsExactly("g=a@1", "g=ab@2", "g=b@3", "g=null@4");
		}
	}

	@Test
	void tablesOfTwoBuildersAreNotJoined() {
		KTable<String, String> other = new StreamsBuilder().table("B");
		KTable<String, String> table = this.builder.table("A");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> table.join(other, TableCases::join))
			.withMessageContaining("another StreamsBuilder");
	}

	@Test
	void countOfARowThatMovesIsMovedInTheTopicsOfBothGroups() {
		this.builder.<String, String>table("A")
			.groupBy((key, value) -> KeyValue.pair(value, value))
			.count(Materialized.as("counts"))
			.toStream()
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("1", "g", 1);
			pipe(driver, "A").pipeInput("1", "h", 2);
			assertThat(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer())
				.readKeyValuesToList())
				.containsExactly(KeyValue.pair("g", 1L), KeyValue.pair("g", 0L), KeyValue.pair("h", 1L));
		}
	}

	@Test
	void case32RowThatComesToReferToNothingIsJoinedWithNothingOnce() {
		KTable<String, String> referring = this.builder.table("A");
		KTable<String, String> referred = this.builder.table("B");
		referring.leftJoin(referred, (value) -> value, TableCases::join).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B").pipeInput("f1", "b", 1);
			pipe(driver, "A").pipeInput("k", "f1", 2);
			assertThat(outputs(driver)).containsExactly("k=f1|b@2");
			pipe(driver, "A").pipeInput("k", "f2", 3);
			assertThat(outputs(driver)).containsExactly("k=f2|null@3");
			pipe(driver, "B").pipeInput("f1", "c", 4);
			assertThat(outputs(driver)).isEmpty();
			pipe(driver, "B").pipeInput("f2", "d", 5);
			assertThat(outputs(driver)).containsExactly("k=f2|d@5");
			pipe(driver, "A").pipeInput("k", null, 6);
			assertThat(outputs(driver)).containsExactly("k=null@6");
		}
	}

	@Test
	void case33RowsThatReferToADeletedRowOfTheirOwnTable() {
		KTable<String, String> table = this.builder.table("A");
		table.join(table, (value) -> value, TableCases::join).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "A");
			in.pipeInput("root", "root", 1);
			in.pipeInput("p", "root", 2);
			in.pipeInput("c", "p", 3);
			assertThat(outputs(driver)).contains("p=root|root@2").contains("c=p|root@3");
			in.pipeInput("p", null, 4);
			assertThat(outputs(driver)).containsExactlyInAnyOrder("p=null@4", "c=null@4");
		}
	}

	@Test
	void skippedRecordLeavesNoSubscription() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		KTable<String, String> referring = this.builder.table("A", Materialized.as("rows"));
		KTable<String, String> referred = this.builder.table("B", Materialized.as("others"));
		referring.toStream().foreach((key, value) -> {
			if (value.endsWith("X")) {
				throw new IllegalStateException("refused");
			}
		});
		referring.join(referred, (value) -> value.substring(0, 1), TableCases::join).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "f1", 1);
			pipe(driver, "A").pipeInput("k", "gX", 2);
			pipe(driver, "B").pipeInput("g", "b", 3);
			assertThat(outputs(driver)).isEmpty();
			pipe(driver, "B").pipeInput("f", "b", 4);
			assertThat(outputs(driver)).containsExactly("k=f1|b@4");
		}
	}

	@Test
	void rowOfAJoinOfATableWithItselfIsDeletedOnce() {
		KTable<String, String> table = this.builder.table("A");
		table.join(table.mapValues((value) -> value + "!"), TableCases::join).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "1", 1);
			// Each side tells of the change.
			assertThat(outputs(driver)).containsExactly("k=1|1!@1", "k=1|1!@1");
			pipe(driver, "A").pipeInput("k", null, 2);
			assertThat(outputs(driver)).containsExactly("k=null@2");
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void rowsOfAJoinOfATableWithItselfAreTakenOutOfTheirGroups(boolean stored) {
		KTable<String, String> table = this.builder.table("A");
		KTable<String, String> other = table.filter((key, value) -> !value.startsWith("x"));
		KTable<String, String> joined = stored ? table.join(other, TableCases::join, Materialized.as("joined"))
				: table.join(other, TableCases::join);
		joined.groupBy((key, value) -> KeyValue.pair(value, "1"))
			.count()
			.filter((key, count) -> count > 0)
			.mapValues((count) -> count.toString())
			.toStream()
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "1", 1);
			pipe(driver, "A").pipeInput("l", "1", 1);
			pipe(driver, "A").pipeInput("k", "2", 2);
			pipe(driver, "A").pipeInput("l", "x", 3);
			pipe(driver, "A").pipeInput("k", null, 4);
			List<String> changes = outputs(driver);
			assertThat(changes).contains("1|1=2@1", "2|2=1@2");
			// Nothing is left in any group.
			assertThat(changes.stream().filter((change) -> change.startsWith("1|1")).reduce((one, two) -> two))
				.hasValue("1|1=null@3");
			assertThat(changes.stream().filter((change) -> change.startsWith("2|2")).reduce((one, two) -> two))
				.hasValue("2|2=null@4");
		}
	}

	/**
	 * Sessions that grow into others are deleted.
	 */
	@Test
	void sessionsJoinedWithThemselvesAreDeletedOnce() {
		KTable<Windowed<String>, String> sessions = this.builder.<String, String>stream("A")
			.groupByKey()
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(50)))
			.reduce((one, two) -> one + two);
		sessions.join(sessions.mapValues((value) -> value + "!"), TableCases::join)
			.toStream((key, value) -> key.key() + key.window().start() + "-" + key.window().end())
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "1", 1);
			assertThat(outputs(driver)).containsExactly("k1-1=1|1!@1", "k1-1=1|1!@1");
			pipe(driver, "A").pipeInput("k", "2", 4);
			assertThat(outputs(driver)).containsExactly("k1-1=null@1", "k1-4=12|12!@4", "k1-4=12|12!@4");
		}
	}

	@Test
	void windowsJoinedWithThemselvesAreDeletedOnce() {
		KTable<Windowed<String>, String> windows = this.builder.<String, String>stream("A")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.<String>aggregate(() -> "", (key, value, all) -> value.equals("end") ? null : all + value,
					Materialized.with(Serdes.String(), Serdes.String()));
		windows.join(windows.mapValues((value) -> value + "!"), TableCases::join)
			.toStream((key, value) -> key.key() + key.window().start())
			.to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "1", 1);
			assertThat(outputs(driver)).containsExactly("k0=1|1!@1", "k0=1|1!@1");
			pipe(driver, "A").pipeInput("k", "end", 4);
			assertThat(outputs(driver)).containsExactly("k0=null@4");
		}
	}

	@Test
	void transformerReachesTheStoresThatItsSupplierBringsAndForwardsNothing() {
		this.builder.<String, String>table("A").<String>transformValues(new Remembering()).toStream().to("out");
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A").pipeInput("k", "1", 1);
			pipe(driver, "A").pipeInput("k", "2", 2);
			assertThat(outputs(driver)).containsExactly("k=null,1@1", "k=1,2@2");
		}
	}

	private static final class Remembering implements ValueTransformerWithKeySupplier<String, String, String> {

		private final StoreBuilder<?> store = Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("last"),
				Serdes.String(), Serdes.String());

		@Override
		public Set<StoreBuilder<?>> stores() {
			return Set.of(this.store);
		}

		@Override
		public ValueTransformerWithKey<String, String, String> get() {
			return new ValueTransformerWithKey<>() {

				private @Nullable KeyValueStore<String, String> last;

				@Override
				public void init(ProcessorContext context) {
					this.last = context.getStateStore("last");
					assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> context.forward("k", "v"))
						.withMessageContaining("return the row's new value");
				}

				@Override
				public String transform(String key, String value) {
					String before = this.last.get(key);
					this.last.put(key, value);
					return before + "," + value;
				}

				@Override
				public void close() {
				}

			};
		}

	}

}
