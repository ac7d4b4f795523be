package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why there is no answer.
 *
 * @param error the reason, in one sentence
 */
record ProblemDescriptor(String error) implements OperationResponseBody {

}
