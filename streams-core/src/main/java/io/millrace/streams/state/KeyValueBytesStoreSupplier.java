package io.millrace.streams.state;

import org.apache.kafka.common.utils.Bytes;

/**
 * Makes key-value stores of bytes. {@link Stores} has those of Millrace; an own one lets
 * content live elsewhere.
 */
public interface KeyValueBytesStoreSupplier extends StoreSupplier<KeyValueStore<Bytes, byte[]>> {

}
