package io.millrace.streams.internal.operator;

import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Collects what an operator passes on: {@code key=value@timestamp} for a record,
 * {@code key:old->new@timestamp} for a change.
 */
class Collector extends Operator {

	final List<String> results = new ArrayList<>();

	final List<Headers> headers = new ArrayList<>();

	static Collector behind(Operator operator, OperatorContext context) {
		return behind(operator, context, "tested");
	}

	static Collector behind(Operator operator, OperatorContext context, String name) {
		Collector collector = new Collector();
		collector.link("collector");
		operator.link(name, collector);
		operator.init(context);
		return collector;
	}

	List<String> drain() {
		List<String> drained = List.copyOf(this.results);
		this.results.clear();
		return drained;
	}

	@Override
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		this.results.add(key + "=" + value + "@" + timestamp);
		this.headers.add(headers);
	}

	@Override
	public void onChange(Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers) {
		this.results.add(key + ":" + oldValue + "->" + newValue + "@" + timestamp);
		this.headers.add(headers);
	}

}
