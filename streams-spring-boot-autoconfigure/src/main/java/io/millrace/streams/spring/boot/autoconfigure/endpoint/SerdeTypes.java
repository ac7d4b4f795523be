package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Finds out which type a serde reads and writes, as far as its classes tell.
 */
final class SerdeTypes {

	private SerdeTypes() {
	}

	/**
	 * Find the type of a serde.
	 * @param serde the serde
	 * @return the type, or {@code null} if its classes don't tell
	 */
	static @Nullable Class<?> typeOf(Serde<?> serde) {
		Class<?> type = argument(Serde.class, serde);
		if (type == null) {
			type = argument(Serializer.class, serde.serializer());
		}
		return (type != null) ? type : argument(Deserializer.class, serde.deserializer());
	}

	/**
	 * Describe what a serde reads and writes.
	 * @param serde the serde
	 * @return the type's name if it is known, or else that of the serde
	 */
	static String describe(Serde<?> serde) {
		Class<?> type = typeOf(serde);
		return (type != null) ? type.getTypeName() : serde.getClass().getTypeName();
	}

	private static @Nullable Class<?> argument(Class<?> contract, @Nullable Object implementation) {
		if (implementation == null) {
			return null;
		}
		Class<?> type = ResolvableType.forClass(contract, implementation.getClass()).getGeneric(0).resolve();
		return (type != Object.class) ? type : null;
	}

}
