package io.millrace.streams.internal.dsl;

import java.util.regex.Pattern;

/**
 * The names around a repartition topic: numbered nodes for a generated name, and for a
 * given one nodes named after the topic.
 *
 * @param topic the topic, without the application's prefix
 * @param sink the node that writes it
 * @param filter the node before that
 * @param source the node that reads it
 * @param generated whether the topic's name is generated
 */
record RepartitionNames(String topic, String sink, String filter, String source, boolean generated) {

	private static final String SUFFIX = "-repartition";

	private static final Pattern GENERATED = Pattern.compile("KSTREAM.*-[0-9]{10}");

	/**
	 * Makes the names. Three numbers are used up in any case.
	 * @param names where numbers come from
	 * @param base the name of the topic, or of what it belongs to
	 * @return the names, not reserved yet
	 */
	static RepartitionNames of(Names names, String base) {
		String topic = base.endsWith(SUFFIX) ? base : base + SUFFIX;
		String sink = names.generate("KSTREAM-SINK-");
		String filter = names.generate("KSTREAM-FILTER-");
		String source = names.generate("KSTREAM-SOURCE-");
		if (GENERATED.matcher(base).matches()) {
			return new RepartitionNames(topic, sink, filter, source, true);
		}
		return new RepartitionNames(topic, topic + "-sink", topic + "-filter", topic + "-source", false);
	}

	void reserve(Names names, String operator) {
		names.reserveRepartitionTopic(this.topic, operator);
		names.reserveOperator(this.filter);
		names.reserveOperator(this.sink);
		names.reserveOperator(this.source);
	}

}
