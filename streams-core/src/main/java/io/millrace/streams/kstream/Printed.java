package io.millrace.streams.kstream;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.topology.LegalName;
import org.jspecify.annotations.Nullable;

/**
 * Where and how records are printed, one a line. For looking at a stream while
 * developing: what is printed may be printed again when records are processed again. The
 * {@code with} methods of an object change it and return it; not thread-safe.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class Printed<K extends @Nullable Object, V extends @Nullable Object> implements NamedOperation<Printed<K, V>> {

	/** Where lines go. */
	protected final OutputStream outputStream;

	/** What stands before each record, or null for the operator's name. */
	protected @Nullable String label;

	/** The name, or null for a generated one. */
	protected @Nullable String processorName;

	/** Makes the text of a record. */
	protected KeyValueMapper<? super K, ? super V, String> mapper = (key, value) -> key + ", " + value;

	private Printed(OutputStream outputStream) {
		this.outputStream = outputStream;
	}

	/**
	 * Copies all settings.
	 * @param printed what to copy
	 */
	protected Printed(Printed<K, V> printed) {
		this.outputStream = printed.outputStream;
		this.label = printed.label;
		this.processorName = printed.processorName;
		this.mapper = printed.mapper;
	}

	/**
	 * Prints to a file, replacing its content.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param filePath the path of the file
	 * @return the settings
	 * @throws TopologyException if the path is empty or the file can't be opened
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Printed<K, V> toFile(String filePath) {
		if (Objects.requireNonNull(filePath, "filePath can't be null").isBlank()) {
			throw new TopologyException("The file to print to can't be an empty path; name a file.");
		}
		try {
			return new Printed<>(Files.newOutputStream(Path.of(filePath)));
		}
		catch (IOException ex) {
			throw new TopologyException(
					"The file " + filePath + " can't be opened to print to; name one that can be written.", ex);
		}
	}

	/**
	 * Prints to standard output.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @return the settings
	 */
	public static <K extends @Nullable Object, V extends @Nullable Object> Printed<K, V> toSysOut() {
		return new Printed<>(System.out);
	}

	/**
	 * Sets what stands before each record.
	 * @param label the label
	 * @return this object
	 */
	public Printed<K, V> withLabel(String label) {
		this.label = Objects.requireNonNull(label, "label can't be null");
		return this;
	}

	/**
	 * Sets what makes the text of a record; key and value with a comma between if left
	 * out.
	 * @param mapper makes the text
	 * @return this object
	 */
	public Printed<K, V> withKeyValueMapper(KeyValueMapper<? super K, ? super V, String> mapper) {
		this.mapper = Objects.requireNonNull(mapper, "mapper can't be null");
		return this;
	}

	/**
	 * Names the operator.
	 * @param processorName the name; null for a generated one
	 * @return this object
	 */
	@Override
	public Printed<K, V> withName(@Nullable String processorName) {
		this.processorName = LegalName.checkIfGiven("name of an operator", processorName);
		return this;
	}

}
