package io.millrace.streams.processor.api;

public interface Processor<KIn, VIn, KOut, VOut> {

	default void init(ProcessorContext<KOut, VOut> context) {
		throw new UnsupportedOperationException();
	}

	void process(Record<KIn, VIn> record);

	default void close() {
		throw new UnsupportedOperationException();
	}

}
