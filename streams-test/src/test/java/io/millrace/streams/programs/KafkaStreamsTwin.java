package io.millrace.streams.programs;

import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles a test's source a second time with the import prefix of Kafka Streams in place
 * of Millrace's, as an application does that moves over the other way.
 */
public final class KafkaStreamsTwin {

	private static final Path SOURCES = Path.of(System.getProperty("basedir", "."), "src", "test", "java");

	private KafkaStreamsTwin() {
	}

	/**
	 * Compiles the twins of a class and of others that it needs.
	 * @param output where class files go
	 * @param type the class, whose source lies in this module's tests
	 * @param others the others
	 * @return the twin
	 */
	public static Class<?> of(Path output, Class<?> type, Class<?>... others)
			throws IOException, ClassNotFoundException {
		List<Source> sources = new ArrayList<>();
		sources.add(source(type));
		for (Class<?> other : others) {
			sources.add(source(other));
		}
		StringWriter messages = new StringWriter();
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		boolean compiled = compiler
			.getTask(messages, null, null, List.of("-d", output.toString(), "-proc:none", "-nowarn", "-classpath",
					System.getProperty("java.class.path")), null, sources)
			.call();
		if (!compiled) {
			throw new IllegalStateException("The twin of " + type.getName() + " doesn't compile:\n" + messages);
		}
		return Class.forName(twin(type.getName()), true,
				new URLClassLoader(new URL[] { url(output) }, type.getClassLoader()));
	}

	private static Source source(Class<?> type) throws IOException {
		Path source = SOURCES.resolve(type.getName().replace('.', '/') + ".java");
		return new Source(twin(type.getName()), twin(Files.readString(source)));
	}

	private static String twin(String text) {
		return text.replace("io.millrace.streams", "org.apache.kafka.streams");
	}

	private static URL url(Path directory) throws MalformedURLException {
		return directory.toUri().toURL();
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		private Source(String name, String text) {
			super(URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE);
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
