package io.millrace.streams.spring.boot.autoconfigure;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which property a setting of the runtime came from, so that errors can name what the
 * user wrote.
 */
final class PropertyNames {

	private final Map<String, String> properties = new LinkedHashMap<>();

	/**
	 * Remember where a setting came from; the latest one counts.
	 * @param setting the runtime's name
	 * @param property the property
	 */
	void put(String setting, String property) {
		this.properties.put(setting, property);
	}

	/**
	 * Remember which property would change a setting that none was given for.
	 * @param setting the runtime's name
	 * @param property the property
	 */
	void putIfAbsent(String setting, String property) {
		this.properties.putIfAbsent(setting, property);
	}

	/**
	 * Tell which property a setting came from.
	 * @param setting the runtime's name
	 * @return the property, or the setting itself if no property has to do with it
	 */
	String propertyOf(String setting) {
		return this.properties.getOrDefault(setting, setting);
	}

	/**
	 * Put properties in the place of settings, wherever a text names one.
	 * @param text a text about settings
	 * @return the text in the user's names
	 */
	String translate(String text) {
		String pattern = this.properties.keySet()
			.stream()
			.sorted(Comparator.comparingInt(String::length).reversed())
			.map(Pattern::quote)
			.reduce((left, right) -> left + "|" + right)
			.orElse("(?!)");
		Matcher matcher = Pattern.compile("(?<![\\w.-])(?:" + pattern + ")(?![\\w-]|\\.\\w)").matcher(text);
		return matcher.replaceAll((match) -> Matcher.quoteReplacement(propertyOf(match.group())));
	}

}
