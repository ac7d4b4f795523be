package io.millrace.streams.internal.operator;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.ForeachAction;
import io.millrace.streams.kstream.KeyValueMapper;
import io.millrace.streams.kstream.Predicate;
import io.millrace.streams.kstream.ValueMapper;
import io.millrace.streams.kstream.ValueMapperWithKey;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the operators that keep nothing between records.
 */
class StatelessOperatorTests {

	private final Headers headers = new RecordHeaders();

	private final FakeContext context = new FakeContext();

	private List<String> run(Operator operator, @Nullable Object key, @Nullable Object value) {
		Collector collector = Collector.behind(operator, this.context);
		operator.onRecord(key, value, 5, this.headers);
		assertThat(collector.headers).allSatisfy((passed) -> assertThat(passed).isSameAs(this.headers));
		return collector.results;
	}

	@Test
	void filterPassesWhatIsWanted() {
		Predicate<String, String> startsWithA = (key, value) -> value.startsWith("a");
		assertThat(run(new FilterOperator(startsWithA, true), "k", "ab")).containsExactly("k=ab@5");
		assertThat(run(new FilterOperator(startsWithA, true), "k", "b")).isEmpty();
		assertThat(run(new FilterOperator(startsWithA, false), "k", "ab")).isEmpty();
		assertThat(run(new FilterOperator(startsWithA, false), null, "b")).containsExactly("null=b@5");
	}

	@Test
	void mapReplacesKeyAndValue() {
		KeyValueMapper<String, String, KeyValue<String, @Nullable Integer>> mapper = (key, value) -> KeyValue
			.pair(value + key, (value != null) ? value.length() : null);
		assertThat(run(new MapOperator(mapper), "k", "abc")).containsExactly("abck=3@5");
		assertThat(run(new MapOperator(mapper), "k", null)).containsExactly("nullk=null@5");
	}

	@Test
	void mapRefusesNullInPlaceOfAPair() {
		KeyValueMapper<String, String, @Nullable KeyValue<String, String>> mapper = (key, value) -> null;
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> run(new MapOperator(mapper), "k", "v"))
			.withMessageContaining("operator tested")
			.withMessageContaining("filter");
	}

	@Test
	void flatMapPassesEachPairInOrder() {
		KeyValueMapper<String, String, List<KeyValue<String, String>>> mapper = (key, value) -> List
			.of(KeyValue.pair("1", value), KeyValue.pair("2", key));
		assertThat(run(new FlatMapOperator(mapper), "k", "v")).containsExactly("1=v@5", "2=k@5");
		KeyValueMapper<String, String, @Nullable List<KeyValue<String, String>>> nothing = (key, value) -> null;
		assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> run(new FlatMapOperator(nothing), "k", "v"))
			.withMessageContaining("operator tested");
	}

	@Test
	void mapValuesKeepsTheKey() {
		ValueMapper<String, Integer> length = String::length;
		ValueMapperWithKey<String, String, String> both = (key, value) -> key + value;
		assertThat(run(new MapValuesOperator(length), "k", "abc")).containsExactly("k=3@5");
		assertThat(run(new MapValuesWithKeyOperator(both), "k", "v")).containsExactly("k=kv@5");
	}

	@Test
	void flatMapValuesKeepsTheKey() {
		ValueMapper<String, List<String>> characters = (value) -> List.of(value.split(""));
		ValueMapperWithKey<String, String, List<String>> both = (key, value) -> List.of(key, value);
		assertThat(run(new FlatMapValuesOperator(characters), "k", "abc")).containsExactly("k=a@5", "k=b@5", "k=c@5");
		assertThat(run(new FlatMapValuesWithKeyOperator(both), "k", "v")).containsExactly("k=k@5", "k=v@5");
		ValueMapper<String, @Nullable List<String>> nothing = (value) -> null;
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> run(new FlatMapValuesOperator(nothing), "k", "v"))
			.withMessageContaining("operator tested");
	}

	@Test
	void selectKeyKeepsTheValue() {
		KeyValueMapper<String, String, String> mapper = (key, value) -> value;
		assertThat(run(new SelectKeyOperator(mapper), "k", "v")).containsExactly("v=v@5");
	}

	@Test
	void peekSeesTheRecordAndPassesItOn() {
		List<String> seen = new ArrayList<>();
		ForeachAction<String, String> action = (key, value) -> seen.add(key + value);
		assertThat(run(new ForeachOperator(action), "k", "v")).containsExactly("k=v@5");
		assertThat(seen).containsExactly("kv");
	}

	@Test
	void branchGoesToTheFirstThatFits() {
		Predicate<String, String> a = (key, value) -> value.contains("a");
		Predicate<String, String> b = (key, value) -> value.contains("b");
		Collector first = collector("first");
		Collector second = collector("second");
		Collector rest = collector("rest");
		BranchOperator operator = new BranchOperator(List.of(new BranchOperator.Branch("first", a),
				new BranchOperator.Branch("second", b), new BranchOperator.Branch("rest", null)));
		operator.link("split", rest, second, first);
		operator.init(this.context);
		for (String value : List.of("a", "b", "ab", "c")) {
			operator.onRecord("k", value, 1, this.headers);
		}
		assertThat(first.results).containsExactly("k=a@1", "k=ab@1");
		assertThat(second.results).containsExactly("k=b@1");
		assertThat(rest.results).containsExactly("k=c@1");
	}

	private static Collector collector(String name) {
		Collector collector = new Collector();
		collector.link(name);
		return collector;
	}

	@Test
	void branchDropsWhatFitsNowhere() {
		Predicate<String, String> never = (key, value) -> false;
		Collector only = collector("only");
		BranchOperator operator = new BranchOperator(List.of(new BranchOperator.Branch("only", never)));
		operator.link("split", only);
		operator.init(this.context);
		operator.onRecord("k", "v", 1, this.headers);
		assertThat(only.results).isEmpty();
	}

	@Test
	void repartitionTopicsTakeRecordsWithoutKeyForLeftJoinsOnly() {
		assertThat(run(new RepartitionFilterOperator(false), null, "v")).isEmpty();
		assertThat(this.context.drops).containsExactly("tested:null-key");
		assertThat(run(new RepartitionFilterOperator(true), null, "v")).containsExactly("null=v@5");
		assertThat(run(new RepartitionFilterOperator(false), "k", null)).containsExactly("k=null@5");
	}

	@Test
	void printWritesALineEach() {
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		KeyValueMapper<String, String, String> mapper = (key, value) -> key + "->" + value;
		PrintOperator operator = new PrintOperator(output, mapper, "label");
		run(operator, "k", "ü");
		run(operator, null, null);
		assertThat(output.toString(StandardCharsets.UTF_8).lines()).containsExactly("[label]: k->ü",
				"[label]: null->null");
	}

	@Test
	void failuresAreMarkedWithTheInnermostOperator() {
		ForeachAction<String, String> failing = (key, value) -> {
			throw new IllegalStateException("refused");
		};
		Operator inner = new ForeachOperator(failing);
		inner.link("inner");
		Operator outer = new PassThroughOperator();
		outer.link("outer", inner);
		assertThatExceptionOfType(OperatorException.class).isThrownBy(() -> outer.accept("k", "v", 1, this.headers))
			.satisfies((ex) -> assertThat(ex.operator()).isEqualTo("inner"))
			.satisfies((ex) -> assertThat(ex.failure()).isInstanceOf(IllegalStateException.class));
	}

}
