package io.millrace.docs;

import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplications;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The controller of {@code docs/getting-started.md}.
 */
@RestController
class OrdersController {

	private final StreamsApplications streams;

	OrdersController(StreamsApplications streams) {
		this.streams = streams;
	}

	@GetMapping("/customers/{customer}/orders")
	@Nullable Long orders(@PathVariable String customer) {
		ReadOnlyKeyValueStore<String, Long> orders = this.streams.get("ordersPerCustomer")
			.store(StoreQueryParameters.fromNameAndType("orders-per-customer", QueryableStoreTypes.keyValueStore()));
		return orders.get(customer);
	}

}
