package io.millrace.streams.internal.operator;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.Predicate;
import io.millrace.streams.kstream.Reducer;
import io.millrace.streams.kstream.ValueMapper;
import io.millrace.streams.kstream.ValueMapperWithKey;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the operators that make and change tables.
 */
class TableOperatorTests {

	private static final Predicate<String, String> STARTS_WITH_Y = (key, value) -> value.startsWith("y");

	private final Headers headers = new RecordHeaders();

	private final FakeContext context = new FakeContext();

	private final FakeStore store = this.context.withStore("store");

	private static void change(Operator operator, @Nullable String newValue, @Nullable String oldValue,
			long timestamp) {
		operator.onChange("k", newValue, oldValue, timestamp, new RecordHeaders());
	}

	private void record(Operator operator, @Nullable Object key, @Nullable Object value, long timestamp) {
		operator.onRecord(key, value, timestamp, this.headers);
	}

	@Test
	void sourceTellsOldValues() {
		TableSourceOperator operator = new TableSourceOperator("store", null);
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", "1", 5);
		record(operator, "k", "2", 3);
		record(operator, "k", null, 7);
		assertThat(collector.results).containsExactly("k:null->1@5", "k:1->2@3", "k:2->null@7");
		assertThat(this.store.get("k")).isNull();
		assertThat(this.store.lookups).isEqualTo(3);
	}

	@Test
	void case39SourcePassesOnAnUpdateThatChangesNothing() {
		TableSourceOperator operator = new TableSourceOperator("store", null);
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", "v", 1);
		record(operator, "k", "v", 2);
		record(operator, "k", "v", 3);
		assertThat(collector.results).containsExactly("k:null->v@1", "k:v->v@2", "k:v->v@3");
	}

	@Test
	void sourceKeepsDeletesOfWhatWasNeverThereToItself() {
		TableSourceOperator operator = new TableSourceOperator("store", null);
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", null, 1);
		assertThat(collector.results).isEmpty();
	}

	@Test
	void sourceWithoutStorePassesAllDeletesOn() {
		TableSourceOperator operator = new TableSourceOperator(null, null);
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", null, 1);
		record(operator, "k", "v", 2);
		assertThat(collector.results).containsExactly("k:null->null@1", "k:null->v@2");
	}

	@Test
	void sourceDropsRecordsWithoutKey() {
		TableSourceOperator operator = new TableSourceOperator("store", null);
		Collector collector = Collector.behind(operator, this.context);
		record(operator, null, "v", 1);
		assertThat(collector.results).isEmpty();
		assertThat(this.context.drops).containsExactly("tested:null-key");
	}

	@Test
	void case9FilterDoesNotMentionRowsThatNeverPassed() {
		TableFilterOperator operator = new TableFilterOperator(STARTS_WITH_Y, true, null, false);
		Collector collector = Collector.behind(operator, this.context);
		// Kafka Streams sends a delete here if neither table has a store.
		change(operator, "x", null, 1);
		change(operator, "x2", "x", 2);
		assertThat(collector.drain()).isEmpty();
		change(operator, "y", "x2", 3);
		change(operator, "y2", "y", 4);
		change(operator, "x", "y2", 5);
		change(operator, null, "x", 6);
		assertThat(collector.results).containsExactly("k:null->y@3", "k:y->y2@4", "k:y2->null@5");
	}

	@Test
	void filterWithStoreKnowsWhatPassedByItself() {
		TableFilterOperator operator = new TableFilterOperator(STARTS_WITH_Y, false, "store", false);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "y", null, 1);
		change(operator, "x", null, 2);
		assertThat(this.store.get("k")).isEqualTo("x");
		assertThat(this.store.timestamp("k")).isEqualTo(2);
		change(operator, "y", null, 3);
		change(operator, null, null, 4);
		assertThat(collector.results).containsExactly("k:null->x@2", "k:x->null@3");
		assertThat(this.store.get("k")).isNull();
	}

	@Test
	void mapValuesMapsOldValuesWhereTheyAreNeeded() {
		ValueMapper<String, String> mapper = (value) -> value + "!";
		TableMapValuesOperator operator = TableMapValuesOperator.of(mapper, null, true, true, false);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "2", "1", 1);
		change(operator, null, "2", 2);
		assertThat(collector.results).containsExactly("k:1!->2!@1", "k:2!->null@2");
	}

	@Test
	void mapValuesLeavesTheOldValueAloneWhereNobodyNeedsIt() {
		ValueMapperWithKey<String, String, String> mapper = (key, value) -> {
			assertThat(value).isEqualTo("2");
			return key + value;
		};
		TableMapValuesOperator operator = TableMapValuesOperator.of(mapper, null, true, false, false);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "2", "1", 1);
		assertThat(collector.results).containsExactly("k:null->k2@1");
	}

	@Test
	void mapValuesDoesNotMentionRowsThatNeverHadAValue() {
		ValueMapper<String, @Nullable String> mapper = (value) -> value.startsWith("y") ? value : null;
		TableMapValuesOperator operator = TableMapValuesOperator.of(mapper, null, true, false, false);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "x", null, 1);
		change(operator, "x2", "x", 2);
		assertThat(collector.drain()).isEmpty();
		change(operator, "x", "y", 3);
		assertThat(collector.results).containsExactly("k:y->null@3");
	}

	@Test
	void mapValuesOverATableWithoutStorePassesAllDeletesOn() {
		ValueMapper<String, String> mapper = (value) -> value;
		TableMapValuesOperator operator = TableMapValuesOperator.of(mapper, null, false, false, false);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, null, null, 1);
		assertThat(collector.results).containsExactly("k:null->null@1");
	}

	@Test
	void mapValuesWithStoreKnowsOldValuesByItself() {
		ValueMapper<String, @Nullable Integer> mapper = (value) -> value.isEmpty() ? null : value.length();
		TableMapValuesOperator operator = TableMapValuesOperator.of(mapper, "store", false, false, false);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "", null, 1);
		change(operator, "a", null, 2);
		change(operator, "ab", null, 3);
		change(operator, null, null, 4);
		assertThat(collector.results).containsExactly("k:null->1@2", "k:1->2@3", "k:2->null@4");
	}

	@Test
	void toStreamGivesNewValues() {
		TableToStreamOperator operator = new TableToStreamOperator();
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "2", "1", 1);
		change(operator, null, "2", 2);
		assertThat(collector.results).containsExactly("k=2@1", "k=null@2");
	}

	@Test
	void case38CountDropsRecordsWithoutKeyOrValue() {
		CountOperator operator = new CountOperator("store");
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", "a", 1);
		record(operator, null, "a", 2);
		record(operator, "k", null, 3);
		record(operator, "k", "b", 4);
		assertThat(collector.results).containsExactly("k:null->1@1", "k:1->2@4");
		assertThat(this.context.drops).containsExactly("tested:null-key", "tested:null-value");
		assertThat(this.store.lookups).isEqualTo(2);
	}

	@Test
	void case23TheTimestampIsTheHighest() {
		CountOperator operator = new CountOperator("store");
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", "a", 10);
		record(operator, "k", "a", 5);
		assertThat(collector.results).containsExactly("k:null->1@10", "k:1->2@10");
		assertThat(this.store.timestamp("k")).isEqualTo(10);
	}

	@Test
	void reduceTakesTheFirstValueAsItIs() {
		Reducer<@Nullable String> reducer = (one, other) -> other.equals("delete") ? null : one + other;
		ReduceOperator operator = new ReduceOperator("store", reducer);
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", "a", 1);
		record(operator, "k", "b", 2);
		record(operator, "k", "delete", 3);
		record(operator, "k", "c", 2);
		assertThat(collector.results).containsExactly("k:null->a@1", "k:a->ab@2", "k:ab->null@3", "k:null->c@2");
	}

	@Test
	void case38AnAggregatorDeletesWithNull() {
		Initializer<String> initializer = () -> "";
		Aggregator<String, String, @Nullable String> aggregator = (key, value, aggregate) -> value.equals("delete")
				? null : aggregate + value;
		AggregateOperator operator = new AggregateOperator("store", initializer, aggregator);
		Collector collector = Collector.behind(operator, this.context);
		record(operator, "k", "delete", 1);
		assertThat(collector.drain()).isEmpty();
		record(operator, "k", "a", 2);
		record(operator, "k", "delete", 3);
		record(operator, "k", "delete", 4);
		record(operator, "k", "b", 1);
		assertThat(collector.results).containsExactly("k:null->a@2", "k:a->null@3", "k:null->b@1");
	}

	@Test
	void saysWhichStoreIsMissing() {
		CountOperator operator = new CountOperator("other");
		operator.link("counting");
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> operator.init(this.context))
			.withMessageContaining("Store other of operator counting is missing in task 1_2");
	}

}
