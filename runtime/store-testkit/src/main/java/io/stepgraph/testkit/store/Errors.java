package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Condition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Expectations of tests about errors. */
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

    /**
     * The call fails with this error, whose message has these words.
     *
     * @param type the type of the error
     * @param call the call that fails
     * @param words what its message contains
     */
    public static void assertThrown(Class<? extends Throwable> type, ThrowingCallable call, String... words) {
        AbstractThrowableAssert<?, ?> thrown = assertThatThrownBy(call).isInstanceOf(type);
        List.of(words).forEach(thrown::hasMessageContaining);
    }

    /**
     * The call fails with an error of this library.
     *
     * @param code the code of the error
     * @param call the call that fails
     * @param words what its message contains
     */
    public static void assertThrown(ErrorCode code, ThrowingCallable call, String... words) {
        AbstractThrowableAssert<?, ?> thrown = assertThatThrownBy(call).is(with(code));
        List.of(words).forEach(thrown::hasMessageContaining);
    }
}
