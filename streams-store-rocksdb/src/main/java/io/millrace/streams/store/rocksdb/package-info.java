/**
 * State on disk, in RocksDB: one database per task, one column family per store.
 */
@NullMarked
package io.millrace.streams.store.rocksdb;

import org.jspecify.annotations.NullMarked;
