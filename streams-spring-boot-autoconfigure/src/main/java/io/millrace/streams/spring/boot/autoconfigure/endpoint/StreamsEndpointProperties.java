package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the endpoint.
 *
 * @param showValues When to answer queries of stores, whose keys and values can be
 * sensitive.
 * @param roles Roles of a user who is authorized to query stores. When empty, all
 * authenticated users are authorized.
 */
@ConfigurationProperties("management.endpoint.streams")
record StreamsEndpointProperties(@DefaultValue("always") Show showValues, @DefaultValue Set<String> roles) {

}
