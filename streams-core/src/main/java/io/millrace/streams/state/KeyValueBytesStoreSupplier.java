package io.millrace.streams.state;

import org.apache.kafka.common.utils.Bytes;

public interface KeyValueBytesStoreSupplier extends StoreSupplier<KeyValueStore<Bytes, byte[]>> {

}
