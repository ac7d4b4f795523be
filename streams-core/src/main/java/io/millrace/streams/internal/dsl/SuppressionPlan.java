package io.millrace.streams.internal.dsl;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.SuppressOperator;
import io.millrace.streams.internal.operator.TableLookup;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The step of a suppression and what lookups in its table see. Made by
 * {@link DeclaredTable}.
 *
 * @param step the step
 * @param view the content of the table
 */
record SuppressionPlan(Step step, TableView view) {

	private static final String SUPPRESS = "KTABLE-SUPPRESS-";

	/**
	 * Declares a suppression.
	 * @param program the program
	 * @param table the step that gives the table
	 * @param content the content of the table
	 * @param serdes the serdes of the table
	 * @param settings what the user declared
	 * @throws TopologyException if it is to wait for windows to close, but there are
	 * none, or if the table is versioned
	 */
	static SuppressionPlan declare(Program program, Step table, TableView content, SerdePair<?, ?> serdes,
			Suppression<?> settings) {
		String given = settings.name();
		// A given name uses up no number.
		String name = (given != null) ? given : program.names().generate(SUPPRESS);
		String storeName = (given != null) ? given + "-store" : program.names().generateStore(SUPPRESS);
		program.names().reserveOperator(name);
		RowWindows windows = RowWindows.before(table);
		if (settings.untilWindowCloses() && windows == null) {
			throw new TopologyException("Suppression " + name + " waits for windows to close, but the rows of table "
					+ table.output() + " have no windows; use Suppressed.untilTimeLimit, or a windowed aggregation.");
		}
		if (content.versioned()) {
			throw new TopologyException("Suppression " + name + " takes the changes of table " + table.output()
					+ ", which is versioned: they may come out of order, so none is known to be the last; suppress a"
					+ " table without history.");
		}
		BufferBound<?> bound = (BufferBound<?>) settings.buffer();
		Map<String, String> topicSettings = bound.topicSettings;
		UnaryOperator<Serde<?>> rowSerde = (windows != null) ? windows.rowSerde() : UnaryOperator.identity();
		TableStorage buffer = program.storage(storeName, name,
				new Declared.Storage<>((given != null) ? storeName : null, null, serdes, topicSettings != null, false,
						(topicSettings != null) ? topicSettings : Map.of(), null),
				new StoreForm.Suppressed(rowSerde), true);
		// What was passed on before follows from the first old value alone.
		content.requireOldValues();
		SuppressOperator.Limits limits = limits(settings, windows, bound);
		Step step = program.add(new Step.Table(name, List.of(table),
				() -> () -> new SuppressOperator(storeName, limits), "suppress", buffer));
		return new SuppressionPlan(step,
				new TableView.Derived(content, (lookup) -> TableLookup.suppressed(lookup, storeName), buffer));
	}

	private static SuppressOperator.Limits limits(Suppression<?> settings, @Nullable RowWindows windows,
			BufferBound<?> bound) {
		if (settings.untilWindowCloses() && windows != null) {
			return new SuppressOperator.Limits(true, windows.clocks(), windows.grace(), windows.beyondEnd(),
					bound.maxRecords, bound.maxBytes, bound.emitsEarly(), windows.idleMillis());
		}
		return new SuppressOperator.Limits(false, List.of(), settings.limit().toMillis(), 0, bound.maxRecords,
				bound.maxBytes, bound.emitsEarly(), 0);
	}

}
