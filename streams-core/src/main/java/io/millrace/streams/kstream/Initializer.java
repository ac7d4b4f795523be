package io.millrace.streams.kstream;

public interface Initializer<VAgg> {

	VAgg apply();

}
