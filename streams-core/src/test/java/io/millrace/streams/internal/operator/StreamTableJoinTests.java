package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Predicate;
import io.millrace.streams.kstream.ValueJoiner;
import io.millrace.streams.kstream.ValueJoinerWithKey;
import io.millrace.streams.kstream.ValueMapper;
import io.millrace.streams.kstream.ValueMapperWithKey;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StreamTableJoinOperator} and {@link TableLookup}.
 */
class StreamTableJoinTests {

	private static final ValueJoiner<String, String, String> JOINER = (value, found) -> value + "|" + found;

	private final Headers headers = new RecordHeaders();

	private final FakeContext context = new FakeContext();

	private final FakeStore store = this.context.withStore("store");

	@BeforeEach
	void fill() {
		this.store.put("k", "table", 100);
	}

	@Test
	void innerJoinGivesMatchesAlone() {
		StreamTableJoinOperator operator = StreamTableJoinOperator.of(TableLookup.in("store"), JOINER, false);
		Collector collector = Collector.behind(operator, this.context);
		operator.onRecord("k", "v", 5, this.headers);
		operator.onRecord("other", "v", 6, this.headers);
		assertThat(collector.results).containsExactly("k=v|table@5");
		assertThat(this.context.drops).isEmpty();
	}

	@Test
	void case29InnerJoinDropsRecordsWithoutKeyOrValue() {
		StreamTableJoinOperator operator = StreamTableJoinOperator.of(TableLookup.in("store"), JOINER, false);
		Collector collector = Collector.behind(operator, this.context);
		operator.onRecord(null, "v", 5, this.headers);
		operator.onRecord("k", null, 6, this.headers);
		assertThat(collector.results).isEmpty();
		assertThat(this.context.drops).containsExactly("tested:null-key", "tested:null-value");
	}

	@Test
	void case29LeftJoinGivesNullWithoutMatchOrKey() {
		StreamTableJoinOperator operator = StreamTableJoinOperator.of(TableLookup.in("store"), JOINER, true);
		Collector collector = Collector.behind(operator, this.context);
		operator.onRecord("other", "v", 5, this.headers);
		operator.onRecord(null, "v", 6, this.headers);
		operator.onRecord("k", "v", 7, this.headers);
		operator.onRecord("k", null, 8, this.headers);
		assertThat(collector.results).containsExactly("other=v|null@5", "null=v|null@6", "k=v|table@7");
		assertThat(this.context.drops).containsExactly("tested:null-value");
	}

	@Test
	void joinerMaySeeTheKey() {
		ValueJoinerWithKey<String, String, String, String> joiner = (key, value, found) -> key + value + found;
		StreamTableJoinOperator operator = StreamTableJoinOperator.of(TableLookup.in("store"), joiner, false);
		Collector collector = Collector.behind(operator, this.context);
		operator.onRecord("k", "v", 5, this.headers);
		assertThat(collector.results).containsExactly("k=kvtable@5");
	}

	@Test
	void looksUpThroughDerivedTables() {
		ValueMapper<String, String> upper = (value) -> value.toUpperCase(java.util.Locale.ROOT);
		ValueMapperWithKey<String, String, String> withKey = (key, value) -> key + value;
		Predicate<String, String> hasT = (key, value) -> value.contains("T");
		TableLookup lookup = TableLookup
			.mapped(TableLookup.filtered(TableLookup.mapped(TableLookup.in("store"), upper), hasT, true), withKey);
		StreamTableJoinOperator operator = StreamTableJoinOperator.of(lookup, JOINER, true);
		Collector collector = Collector.behind(operator, this.context);
		this.store.put("none", "x", 1);
		operator.onRecord("k", "v", 5, this.headers);
		operator.onRecord("none", "v", 6, this.headers);
		assertThat(collector.results).containsExactly("k=v|kTABLE@5", "none=v|null@6");
	}

}
