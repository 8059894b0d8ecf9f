package io.stepgraph.processor.report;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The processor's option {@code -Astepgraph.strict}, which makes every warning an error.
 *
 * @param isStrict the value of the option
 * @param wrongValue the text that is neither true nor false; null if there is none
 */
record Strictness(boolean isStrict, @Nullable String wrongValue) {

    static final String OPTION = "stepgraph.strict";

    static Strictness of(Map<String, String> options) {
        if (!options.containsKey(OPTION)) {
            return new Strictness(false, null);
        }
        @Nullable String value = options.get(OPTION);
        if (value == null || value.isEmpty() || value.equals("true")) {
            return new Strictness(true, null);
        }
        return new Strictness(false, value.equals("false") ? null : value);
    }
}
