package io.millrace.streams.internal.commit;

import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FailedSendsTests {

	private final FailedSends failed = new FailedSends();

	@Test
	void keepsWhatFailedFirstAndWhatFailedFirstByItsOwnFault() {
		this.failed.onCompletion(null, new KafkaException("given up"));
		this.failed.onCompletion(null, new RecordTooLargeException("large"));
		this.failed.onCompletion(null, new RecordTooLargeException("larger"));

		assertThat(this.failed.first()).extracting(FailedSends.FailedSend::exception).asString().contains("given up");
		assertThat(this.failed.firstOfRecord()).extracting(FailedSends.FailedSend::exception)
			.asString()
			.endsWith("large");
	}

	@Test
	void tellsTheOtherCallbackFirst() {
		List<Boolean> known = new ArrayList<>();
		Callback callback = this.failed.after((metadata, exception) -> known.add(this.failed.first() != null));

		callback.onCompletion(null, new KafkaException("given up"));

		assertThat(known).containsExactly(false);
		assertThat(this.failed.first()).isNotNull();
	}

	@Test
	void wrapsTheCallbackOfAChangelogOnce() {
		Callback changelog = (metadata, exception) -> {
		};
		Callback other = (metadata, exception) -> {
		};

		Callback first = this.failed.after(changelog);

		assertThat(this.failed.after(changelog)).isSameAs(first);
		assertThat(this.failed.after(other)).isNotSameAs(first);
		assertThat(this.failed.after(changelog)).isNotSameAs(first);
	}

}
