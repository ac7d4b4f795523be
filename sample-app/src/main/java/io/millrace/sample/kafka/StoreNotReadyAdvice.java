package io.millrace.sample.kafka;

import io.millrace.streams.errors.InvalidStateStoreException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers 503 for as long as a store can't be queried: while the application starts, or
 * tasks are on their way from one instance to another.
 */
@RestControllerAdvice
class StoreNotReadyAdvice {

	@ExceptionHandler
	ProblemDetail storeNotReady(InvalidStateStoreException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, ex.getMessage());
	}

}
