package io.millrace.streams.internal.dsl;

import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.errors.TopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds stores and internal topics whose names are generated. Such a name holds a number
 * that changes when operators are added before it, and then the state behind it is lost:
 * it's warned of, or refused if the settings say so.
 */
final class UnnamedResources {

	private static final Logger logger = LoggerFactory.getLogger(UnnamedResources.class);

	private UnnamedResources() {
	}

	/**
	 * Checks all names.
	 * @param plan knows what is left out
	 * @param stores the stores of tables
	 * @param topics the internal topics
	 * @param refuse whether generated names are refused
	 * @throws TopologyException if they are, and there are any
	 */
	static void check(ProgramPlan plan, List<TableStorage> stores, List<Topic> topics, boolean refuse) {
		List<String> findings = new ArrayList<>();
		for (Topic topic : topics) {
			if (topic.generated() && plan.needs(topic.name())) {
				findings.add(topic.kind() + " <application-id>-" + topic.name() + " of operator " + topic.operator()
						+ ": name it with " + topic.advice());
			}
		}
		for (TableStorage store : stores) {
			boolean logged = store.logged() && plan.filledFrom(store) == null;
			if (store.required() && !plan.leavesOut(store) && !store.named() && (refuse || logged)) {
				findings.add("store " + store.name()
						+ (logged ? " with changelog topic <application-id>-" + store.name() + "-changelog" : "")
						+ " of operator " + store.operator() + ": name it with " + store.namedWith());
			}
		}
		if (refuse && !findings.isEmpty()) {
			throw new TopologyException(
					"ensure.explicit.internal.resource.naming is true, but these names are generated"
							+ " and would change with the topology:\n - " + String.join("\n - ", findings));
		}
		for (String finding : findings) {
			logger.warn(
					"A generated name changes when operators are added before it, and its data isn't found then: {}",
					finding);
		}
	}

	/**
	 * An internal topic.
	 *
	 * @param kind what it is
	 * @param name its name, without the application's prefix
	 * @param operator the operator that needs it
	 * @param generated whether the name is generated
	 * @param advice what the user can name it with
	 */
	record Topic(String kind, String name, String operator, boolean generated, String advice) {
	}

}
