package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A point where the run asks and waits: for a human, for another system, for the next event. The method returns the
 * question. It is stored, and the run rests, in no thread, until an answer comes, be it months and builds later.
 *
 * <pre>{@code
 * public record Question(String text, String draft) {}
 * public sealed interface Decision permits Approved, Rejected {}
 * public record Approved() implements Decision {}
 * public record Rejected(String why) implements Decision {}
 *
 * @Interrupt(answer = Decision.class, next = {"publish", "shelve"})
 * Question approve(Essay essay) { return new Question("Publish this?", essay.draft); }
 *
 * @Step(next = END)
 * void publish(Essay essay, Approved approval) { ... }
 *
 * @Step(next = END)
 * void shelve(Essay essay, Rejected rejection) { ... }
 * }</pre>
 *
 * <p>An answer goes to the one {@code next} step whose input accepts it. The processor takes sealed hierarchies apart
 * down to their leaves and checks that each leaf reaches exactly one step: a new kind of answer breaks the build until
 * it is handled.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Interrupt {

    /**
     * What may answer the question.
     *
     * @return sealed interfaces or classes, records, enums or final classes, none of them generic
     */
    Class<?>[] answer();

    /**
     * The steps that take the answers.
     *
     * @return names of steps whose inputs together accept every answer once
     */
    String[] next();

    /**
     * How long an answer is waited for. After it the run goes on with {@code Expired}, which one {@code next} step must take.
     *
     * @return a duration such as {@code "30m"} or {@code "24h"} or ISO-8601; empty to wait for ever
     */
    String expires() default "";

    /**
     * Names this interrupt had in earlier builds, so that runs stored under them are found.
     *
     * @return earlier method names
     */
    String[] formerly() default {};
}
