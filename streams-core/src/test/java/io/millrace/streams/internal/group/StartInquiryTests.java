package io.millrace.streams.internal.group;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

import io.millrace.streams.internal.topology.CompiledTopology;
import org.apache.kafka.clients.admin.AbstractOptions;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StartInquiryTests {

	private int timeout;

	@ParameterizedTest
	@CsvSource({ "default.api.timeout.ms, 1000, 1000", "default.api.timeout.ms, 60000, 5000", "client.id, app, 5000" })
	void waitsAsLongAsTheClientButNotForLong(String setting, String value, int expected) {
		Admin admin = (Admin) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Admin.class },
				(proxy, method, arguments) -> {
					this.timeout = ((AbstractOptions<?>) arguments[arguments.length - 1]).timeoutMs();
					throw new Asked();
				});
		StartInquiry inquiry = new StartInquiry(admin, "app", new CompiledTopology("app", List.of()), false,
				Map.of(setting, value));
		assertThatExceptionOfType(Asked.class).isThrownBy(() -> inquiry.advance(0));
		assertThat(this.timeout).isEqualTo(expected);
	}

	/** What there is no need to answer. */
	private static final class Asked extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
