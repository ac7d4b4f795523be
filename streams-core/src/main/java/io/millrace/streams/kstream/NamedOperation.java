package io.millrace.streams.kstream;

interface NamedOperation<T extends NamedOperation<T>> {

	T withName(String name);

}
