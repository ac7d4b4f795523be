@NullMarked
package io.millrace.streams.internal.commit;

import org.jspecify.annotations.NullMarked;
