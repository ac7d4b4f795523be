package io.millrace.streams.internal.operator;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import io.millrace.streams.kstream.KeyValueMapper;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Prints each record on a line. The stream belongs to the topology and is shared by all
 * tasks, so it is flushed after each line and stays open.
 */
public final class PrintOperator extends Operator {

	private final OutputStream output;

	private final KeyValueMapper<Object, Object, String> mapper;

	private final String label;

	/**
	 * Makes the operator.
	 * @param output where lines go
	 * @param mapper makes the text of a record
	 * @param label what stands before it
	 */
	@SuppressWarnings("unchecked")
	public PrintOperator(OutputStream output, KeyValueMapper<?, ?, String> mapper, String label) {
		this.output = output;
		this.mapper = (KeyValueMapper<Object, Object, String>) mapper;
		this.label = label;
	}

	@Override
	@SuppressWarnings("NullAway")
	public void onRecord(@Nullable Object key, @Nullable Object value, long timestamp, Headers headers) {
		String line = "[" + this.label + "]: " + this.mapper.apply(key, value) + System.lineSeparator();
		try {
			synchronized (this.output) {
				this.output.write(line.getBytes(StandardCharsets.UTF_8));
				this.output.flush();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Operator " + name() + " can't print: " + ex.getMessage(), ex);
		}
	}

}
