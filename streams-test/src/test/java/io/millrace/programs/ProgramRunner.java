package io.millrace.programs;

import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Runs programs. There is one for Millrace and one for Kafka Streams, compiled from the
 * same source.
 */
public interface ProgramRunner {

	/**
	 * What a program gives in its output topic.
	 * @param programs the simple name of the class that declares programs
	 * @param program the method that declares this one
	 * @param inputs what it is given; topics that it doesn't read are left out
	 * @param settings the settings
	 */
	List<ProgramOutput> results(String programs, String program, List<ProgramInput> inputs, Properties settings)
			throws Exception;

	/**
	 * What is in the changelogs of a program at the end: for each topic the last value of
	 * each key with its headers, in hexadecimal digits.
	 */
	Map<String, Map<String, String>> changelogs(String programs, String program, List<ProgramInput> inputs,
			Properties settings) throws Exception;

}
