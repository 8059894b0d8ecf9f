package io.stepgraph.testkit.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import org.assertj.core.api.Condition;

/** What a test expects of an error. */
public final class Errors {
    private Errors() {}

    /**
     * An error of this library with this code.
     *
     * @param code the code
     * @return the condition
     */
    public static Condition<Throwable> with(ErrorCode code) {
        return new Condition<>(
                thrown -> thrown instanceof StepgraphException known && known.code() == code,
                "an error with the code %s",
                code);
    }
}
