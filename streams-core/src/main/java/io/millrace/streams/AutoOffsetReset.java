package io.millrace.streams;

public class AutoOffsetReset {

}
