package io.millrace.sample.words;

/**
 * How often a word occurred.
 *
 * @param word the word, in lower case
 * @param count how often it occurred
 */
record WordCount(String word, long count) {

}
