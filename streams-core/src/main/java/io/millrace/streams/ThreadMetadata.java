package io.millrace.streams;

import java.util.Set;

public interface ThreadMetadata {

	String threadState();

	String threadName();

	Set<TaskMetadata> activeTasks();

	Set<TaskMetadata> standbyTasks();

	String consumerClientId();

	String restoreConsumerClientId();

	Set<String> producerClientIds();

	String adminClientId();

}
