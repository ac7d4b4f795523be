package io.millrace.streams;

import java.util.Objects;

import io.millrace.streams.state.QueryableStoreType;
import org.jspecify.annotations.Nullable;

/**
 * Says which store to query, and how. Immutable; each method returns a changed copy.
 *
 * @param <T> the read-only form of the store
 */
public class StoreQueryParameters<T> {

	private final String storeName;

	private final QueryableStoreType<T> queryableStoreType;

	private final @Nullable Integer partition;

	private final boolean staleStoresEnabled;

	/**
	 * Says everything at once.
	 * @param storeName the store's name
	 * @param queryableStoreType the read-only form
	 * @param partition the only partition to query, or null for all that are here
	 * @param staleStoresEnabled whether copies that lag may be queried
	 */
	protected StoreQueryParameters(String storeName, QueryableStoreType<T> queryableStoreType,
			@Nullable Integer partition, boolean staleStoresEnabled) {
		this.storeName = storeName;
		this.queryableStoreType = queryableStoreType;
		this.partition = partition;
		this.staleStoresEnabled = staleStoresEnabled;
	}

	/**
	 * Queries all partitions of a store that this instance processes.
	 * @param storeName the store's name, as in {@code Materialized.as(name)}
	 * @param queryableStoreType the read-only form, from
	 * {@link io.millrace.streams.state.QueryableStoreTypes}
	 * @param <T> the read-only form
	 * @return the parameters
	 */
	public static <T> StoreQueryParameters<T> fromNameAndType(String storeName,
			QueryableStoreType<T> queryableStoreType) {
		return new StoreQueryParameters<>(storeName, queryableStoreType, null, false);
	}

	/**
	 * Narrows the query to one partition.
	 * @param partition the partition, or null for all that are here
	 * @return the changed parameters
	 */
	public StoreQueryParameters<T> withPartition(@Nullable Integer partition) {
		return new StoreQueryParameters<>(this.storeName, this.queryableStoreType, partition, this.staleStoresEnabled);
	}

	/**
	 * Lets the query read copies that may lag behind: standby copies and state that is
	 * being restored.
	 * @return the changed parameters
	 */
	public StoreQueryParameters<T> enableStaleStores() {
		return new StoreQueryParameters<>(this.storeName, this.queryableStoreType, this.partition, true);
	}

	/**
	 * The name of the store.
	 * @return the name
	 */
	public String storeName() {
		return this.storeName;
	}

	/**
	 * The read-only form in which the store is queried.
	 * @return the type
	 */
	public QueryableStoreType<T> queryableStoreType() {
		return this.queryableStoreType;
	}

	/**
	 * The only partition to query.
	 * @return the partition, or null for all that are here
	 */
	public @Nullable Integer partition() {
		return this.partition;
	}

	/**
	 * Whether copies that lag may be queried.
	 * @return false unless {@link #enableStaleStores()} was called
	 */
	public boolean staleStoresEnabled() {
		return this.staleStoresEnabled;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof StoreQueryParameters<?> parameters && this.storeName.equals(parameters.storeName)
				&& this.queryableStoreType.equals(parameters.queryableStoreType)
				&& Objects.equals(this.partition, parameters.partition)
				&& this.staleStoresEnabled == parameters.staleStoresEnabled;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.storeName, this.queryableStoreType, this.partition, this.staleStoresEnabled);
	}

	@Override
	public String toString() {
		return "StoreQueryParameters(" + this.storeName + ", partition "
				+ ((this.partition != null) ? this.partition : "any")
				+ (this.staleStoresEnabled ? ", stale copies too)" : ")");
	}

}
