package io.stepgraph.testkit.internal;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The actions around each call of a {@link FaultInjectingStore}. */
public interface StoreCalls {

    /**
     * Makes a call of the store, or not.
     *
     * @param operation its name, as in {@code before-commit}
     * @param late takes the call if it is to arrive later
     */
    <T extends @Nullable Object> T call(String operation, Supplier<T> call, LateCalls late);
}
