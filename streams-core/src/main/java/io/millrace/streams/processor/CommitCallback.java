package io.millrace.streams.processor;

import java.io.IOException;

public interface CommitCallback {

	void onCommit() throws IOException;

}
