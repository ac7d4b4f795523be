package io.millrace.streams.processor;

public class TaskId {

}
