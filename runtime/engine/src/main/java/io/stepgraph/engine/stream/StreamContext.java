package io.stepgraph.engine.stream;

import io.stepgraph.engine.events.Subscriptions;
import io.stepgraph.runtime.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * All streams of one engine share this.
 *
 * @param pollInterval the longest pause between two looks in a log
 * @param isClosing whether the engine closes, so that readers stop waiting
 */
public record StreamContext(Subscriptions subscriptions, Time time, Duration pollInterval, BooleanSupplier isClosing) {}
