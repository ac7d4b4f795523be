package io.millrace.streams.internal.operator;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.Reducer;
import io.millrace.streams.kstream.ValueJoiner;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the operators that group tables and join them.
 */
class GroupedAndJoinedTableTests {

	private static final KeyValueMapper<String, String, KeyValue<String, String>> BY_FIRST_LETTER = (key,
			value) -> value.equals("none") ? null
					: KeyValue.pair(value.startsWith("-") ? null : value.substring(0, 1), value.substring(1));

	private static final ValueJoiner<String, String, String> BOTH = (left, right) -> left + "|" + right;

	private final FakeContext context = new FakeContext();

	private final FakeStore store = this.context.withStore("store");

	private final FakeStore other = this.context.withStore("other");

	private static void change(Operator operator, @Nullable String newValue, @Nullable String oldValue,
			long timestamp) {
		operator.onChange("k", newValue, oldValue, timestamp, new RecordHeaders());
	}

	@Test
	void case35RowThatStaysInItsGroupIsOneChange() {
		TableGroupByOperator operator = new TableGroupByOperator(BY_FIRST_LETTER);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "ga", null, 1);
		change(operator, "gb", "ga", 2);
		assertThat(collector.drain()).containsExactly("g:null->a@1", "g:a->b@2");
		change(operator, "hb", "gb", 3);
		change(operator, null, "hb", 4);
		assertThat(collector.drain()).containsExactly("g:b->null@3", "h:null->b@3", "h:b->null@4");
	}

	@Test
	void rowWithoutGroupOrValueIsInNoGroup() {
		TableGroupByOperator operator = new TableGroupByOperator(BY_FIRST_LETTER);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "none", null, 1);
		change(operator, "-x", "none", 2);
		change(operator, "ga", "-x", 3);
		change(operator, "none", "ga", 4);
		assertThat(collector.results).containsExactly("g:null->a@3", "g:a->null@4");
	}

	@Test
	void lateChangesOfVersionedTablesLeaveGroupsAlone() {
		TableGroupByOperator operator = new TableGroupByOperator(BY_FIRST_LETTER);
		Collector collector = Collector.behind(operator, this.context);
		operator.onLateChange("k", "ga", null, 1, new RecordHeaders());
		assertThat(collector.results).isEmpty();
	}

	@Test
	void changesLeaveByASinkAsTheyAreLaidOut() {
		SinkOperator sink = new SinkOperator("topic", null, new StringSerializer(), ChangeSerde.serializer(null), null);
		sink.link("sink");
		sink.init(this.context);
		change(sink, "new", null, 1);
		change(sink, null, "old", 2);
		assertThat(this.context.sent).extracting(FakeContext.Sent::value)
			.containsExactly("new" + (char) 1, "old" + (char) 0);
		assertThat(this.context.sent).extracting(FakeContext.Sent::key).containsOnly("k");
	}

	@Test
	void sinkSaysWhatItCannotSerialise() {
		SinkOperator sink = new SinkOperator("topic", null, new StringSerializer(),
				ChangeSerde.serializer(new IntegerSerializer()), null);
		sink.link("sink");
		sink.init(this.context);
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> change(sink, "text", null, 1))
			.withMessageContaining("sink")
			.withMessageContaining("IntegerSerializer")
			.withMessageContaining("java.lang.String");
	}

	private void aggregate(TableAggregationOperator operator, @Nullable String newValue, @Nullable String oldValue,
			long timestamp) {
		operator.onRecord("g", new TableChange().set(newValue, oldValue), timestamp, new RecordHeaders());
	}

	@Test
	void aggregationTakesOutBeforeItAdds() {
		Reducer<String> add = (all, value) -> all + "+" + value;
		Reducer<String> subtract = (all, value) -> all.equals(value) ? null : all + "-" + value;
		TableAggregationOperator operator = new TableAggregationOperator("store",
				TableAggregation.reduce(add, subtract));
		Collector collector = Collector.behind(operator, this.context);
		aggregate(operator, null, "x", 1);
		assertThat(collector.drain()).isEmpty();
		aggregate(operator, "a", null, 5);
		aggregate(operator, "b", "a", 3);
		assertThat(collector.drain()).containsExactly("g:null->a@5", "g:a->b@5");
		aggregate(operator, "c", null, 7);
		aggregate(operator, null, "c", 8);
		assertThat(collector.drain()).containsExactly("g:b->b+c@7", "g:b+c->b+c-c@8");
	}

	@Test
	void case38CountGoesDownToZero() {
		TableAggregationOperator operator = new TableAggregationOperator("store", TableAggregation.count());
		Collector collector = Collector.behind(operator, this.context);
		aggregate(operator, "a", null, 1);
		aggregate(operator, "b", "a", 2);
		aggregate(operator, null, "b", 3);
		assertThat(collector.results).containsExactly("g:null->1@1", "g:1->1@2", "g:1->0@3");
		operator.onRecord(null, new TableChange(), 4, new RecordHeaders());
		operator.onRecord("g", null, 5, new RecordHeaders());
		assertThat(this.context.drops).containsExactly("tested:null-key", "tested:null-value");
	}

	private TableJoinOperator join(boolean leftRequired, boolean rightRequired, boolean fromRight) {
		TableJoin join = TableJoin.of(BOTH, leftRequired, rightRequired);
		return new TableJoinOperator(TableLookup.in("other"), fromRight ? join.fromRight() : join,
				TableJoinOperator.Before.of(false, true, false));
	}

	@ParameterizedTest
	@CsvSource({ "true, true, , k:a|o->b|o@9", "true, false, k:a|null->b|null@2, k:a|o->b|o@9",
			"false, false, k:a|null->b|null@2, k:a|o->b|o@9" })
	void leftSideJoinsWhatTheOtherTableHas(boolean leftRequired, boolean rightRequired, @Nullable String alone,
			String matched) {
		TableJoinOperator operator = join(leftRequired, rightRequired, false);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "b", "a", 2);
		assertThat(String.join(" ", collector.drain())).isEqualTo((alone != null) ? alone : "");
		this.other.put("k", "o", 9);
		change(operator, "b", "a", 3);
		assertThat(collector.drain()).containsExactly(matched);
	}

	@Test
	void case34DeleteOfWhatTheJoinDoesNotHaveIsNotPassedOn() {
		for (boolean fromRight : new boolean[] { true, false }) {
			for (boolean required : new boolean[] { true, false }) {
				TableJoinOperator operator = join(required, required, fromRight);
				Collector collector = Collector.behind(operator, this.context);
				change(operator, null, null, 1);
				assertThat(collector.results).isEmpty();
			}
		}
	}

	@Test
	void rightSideOfALeftJoinChangesRowsThatTheLeftTableHas() {
		TableJoinOperator operator = join(true, false, true);
		Collector collector = Collector.behind(operator, this.context);
		change(operator, "r", null, 1);
		assertThat(collector.drain()).isEmpty();
		this.other.put("k", "l", 2);
		change(operator, "r", null, 1);
		change(operator, null, "r", 3);
		assertThat(collector.drain()).containsExactly("k:l|null->l|r@2", "k:l|r->l|null@3");
	}

	@Test
	void mergeFindsOldValuesInItsStore() {
		TableMergeOperator operator = new TableMergeOperator("store");
		Collector collector = Collector.behind(operator, this.context);
		change(operator, null, "a", 1);
		change(operator, "b", null, 2);
		change(operator, "c", "x", 3);
		change(operator, null, null, 4);
		assertThat(collector.results).containsExactly("k:null->b@2", "k:b->c@3", "k:c->null@4");
		assertThat(this.store.get("k")).isNull();
	}

	@Test
	void lateChangesOfVersionedTablesAreNotJoined() {
		TableJoinOperator operator = join(true, false, false);
		Collector collector = Collector.behind(operator, this.context);
		operator.onLateChange("k", "b", null, 1, new RecordHeaders());
		assertThat(collector.results).isEmpty();
		assertThat(this.context.drops).containsExactly("tested:out-of-order");
	}

}
