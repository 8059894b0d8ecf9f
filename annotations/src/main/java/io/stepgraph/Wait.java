package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A point where the run waits for a time, without a thread: for seconds, or for months and several builds. A method
 * that returns an {@code Instant} or a {@code Duration} computes the time once a visit, and the runtime stores it; a
 * {@code void} method waits for its {@link #length}. It takes what a step takes.
 *
 * <pre>{@code
 * @Wait(next = "cook")
 * Instant untilItIsTime(Order order) { return order.cookAt; }
 *
 * @Wait(next = "remind", length = "30d")
 * void pause(Order order) {}
 * }</pre>
 *
 * <p>When the time is over, a worker, or the next {@code run} or {@code resume}, enters the next step. A time that is
 * past does not stop the run.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Wait {

    /**
     * The step that the run enters when the time is over.
     *
     * @return the name of a step or an interrupt of this class that takes no input
     */
    String next();

    /**
     * The time for which a {@code void} method waits.
     *
     * @return a duration such as {@code "30m"}, {@code "24h"}, {@code "30d"} or ISO-8601; empty if the method computes
     *     it
     */
    String length() default "";

    /**
     * Names this wait had in earlier builds, so that runs stored under them are found.
     *
     * <pre>{@code
     * @Wait(next = "serve", length = "5m", formerly = "rest") // its name in version 1
     * void cool(Order order) {}
     * }</pre>
     *
     * @return earlier method names, which no step has now and no other step had
     */
    String[] formerly() default {};
}
