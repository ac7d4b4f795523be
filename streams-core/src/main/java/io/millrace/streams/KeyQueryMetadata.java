package io.millrace.streams;

import java.util.Objects;
import java.util.Set;

import io.millrace.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * Where the state of one key is: the instance that processes its partition, and those
 * that keep a copy. Immutable.
 */
public class KeyQueryMetadata {

	/** Stands for a key whose place is not known at the moment. */
	public static final KeyQueryMetadata NOT_AVAILABLE = new KeyQueryMetadata(HostInfo.unavailable(), Set.of(), -1);

	private final HostInfo activeHost;

	private final Set<HostInfo> standbyHosts;

	private final int partition;

	/**
	 * Describes the place of a key.
	 * @param activeHost the endpoint of the instance that processes the partition
	 * @param standbyHosts the endpoints of the instances that keep a copy
	 * @param partition the partition of the store that the key belongs to
	 */
	public KeyQueryMetadata(HostInfo activeHost, Set<HostInfo> standbyHosts, int partition) {
		this.activeHost = activeHost;
		this.standbyHosts = Set.copyOf(standbyHosts);
		this.partition = partition;
	}

	/**
	 * The endpoint of the instance that processes the key's partition.
	 * @return the endpoint that instance was configured with
	 */
	public HostInfo activeHost() {
		return this.activeHost;
	}

	/**
	 * The endpoints of the instances that keep a copy of the key's partition.
	 * @return an unmodifiable set
	 */
	public Set<HostInfo> standbyHosts() {
		return this.standbyHosts;
	}

	/**
	 * The partition of the store that the key belongs to.
	 * @return the partition, -1 if not available or the store is a global one
	 */
	public int partition() {
		return this.partition;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof KeyQueryMetadata metadata && this.partition == metadata.partition
				&& this.activeHost.equals(metadata.activeHost) && this.standbyHosts.equals(metadata.standbyHosts);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.activeHost, this.standbyHosts, this.partition);
	}

	@Override
	public String toString() {
		return "KeyQueryMetadata(partition " + this.partition + ", active " + this.activeHost + ", standby "
				+ this.standbyHosts + ")";
	}

}
