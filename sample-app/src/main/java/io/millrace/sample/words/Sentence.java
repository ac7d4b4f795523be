package io.millrace.sample.words;

/**
 * A line of text as JSON.
 *
 * @param text the line
 */
record Sentence(String text) {

}
