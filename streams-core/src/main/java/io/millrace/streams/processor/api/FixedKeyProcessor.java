package io.millrace.streams.processor.api;

public interface FixedKeyProcessor<KIn, VIn, VOut> {

	default void init(FixedKeyProcessorContext<KIn, VOut> context) {
		throw new UnsupportedOperationException();
	}

	void process(FixedKeyRecord<KIn, VIn> record);

	default void close() {
		throw new UnsupportedOperationException();
	}

}
