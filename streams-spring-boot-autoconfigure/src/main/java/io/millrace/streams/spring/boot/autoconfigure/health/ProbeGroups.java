package io.millrace.streams.spring.boot.autoconfigure.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.AdditionalPathsMapper;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/**
 * Health groups with one more member in some of them: how the probes come to know the
 * streams applications without any configuration.
 */
class ProbeGroups implements HealthEndpointGroups, AdditionalPathsMapper {

	private final HealthEndpointGroups groups;

	private final Map<String, HealthEndpointGroup> extended = new LinkedHashMap<>();

	/**
	 * Extend groups.
	 * @param groups the groups
	 * @param members the additional member of each group, by the group's name; groups
	 * that don't exist are left out
	 */
	ProbeGroups(HealthEndpointGroups groups, Map<String, String> members) {
		this.groups = groups;
		members.forEach((name, member) -> {
			HealthEndpointGroup group = groups.get(name);
			if (group != null) {
				this.extended.put(name, new Extended(group, member, groups.getPrimary()));
			}
		});
	}

	@Override
	public HealthEndpointGroup getPrimary() {
		return this.groups.getPrimary();
	}

	@Override
	public Set<String> getNames() {
		return this.groups.getNames();
	}

	@Override
	public @Nullable HealthEndpointGroup get(String name) {
		HealthEndpointGroup group = this.extended.get(name);
		return (group != null) ? group : this.groups.get(name);
	}

	@Override
	public @Nullable List<String> getAdditionalPaths(EndpointId endpointId, WebServerNamespace webServerNamespace) {
		return (this.groups instanceof AdditionalPathsMapper mapper)
				? mapper.getAdditionalPaths(endpointId, webServerNamespace) : null;
	}

	/**
	 * A group and one more member. Boot's probe groups never show anything but a status;
	 * this one shows as much as the health endpoint as a whole does, as "which topic is
	 * missing" is what one wants to know of a probe that fails.
	 */
	private record Extended(HealthEndpointGroup group, String member,
			HealthEndpointGroup primary) implements HealthEndpointGroup {

		@Override
		public boolean isMember(String name) {
			return name.equals(this.member) || this.group.isMember(name);
		}

		@Override
		public boolean showComponents(SecurityContext securityContext) {
			return this.group.showComponents(securityContext) || this.primary.showComponents(securityContext);
		}

		@Override
		public boolean showDetails(SecurityContext securityContext) {
			return this.group.showDetails(securityContext) || this.primary.showDetails(securityContext);
		}

		@Override
		public StatusAggregator getStatusAggregator() {
			return this.group.getStatusAggregator();
		}

		@Override
		public HttpCodeStatusMapper getHttpCodeStatusMapper() {
			return this.group.getHttpCodeStatusMapper();
		}

		@Override
		public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
			return this.group.getAdditionalPath();
		}

	}

}
