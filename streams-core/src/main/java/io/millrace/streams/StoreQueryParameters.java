package io.millrace.streams;

public class StoreQueryParameters<T> {

}
