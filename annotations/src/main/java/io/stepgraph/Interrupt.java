package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A point where the run asks a question and waits for the answer of a human, another system or the next event. The
 * method returns the question. The runtime stores it and the run waits, without a thread, until an answer comes. That
 * may be months and several builds later.
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
 * void publish(Essay essay, Approved approval) { essay.note = "published"; }
 *
 * @Step(next = END)
 * void shelve(Essay essay, Rejected rejection) { essay.note = rejection.why(); }
 * }</pre>
 *
 * <p>A program gets the question as an outcome of its own, and answers with a method of its own:
 *
 * <pre>{@code
 * Outcome outcome = runs.run("essay-1", essay);
 * if (outcome instanceof Outcome.Approve ask) {
 *     outcome = runs.as(Actor.named("ann")).answerApprove(ask, new Approved());
 * }
 * }</pre>
 *
 * <p>An answer goes to the one {@code next} step that takes it, as its input or, behind {@link GatedBy}, with its
 * question as {@code Answered}. If several do, it goes to the one that takes the narrowest type, so a step that takes
 * the sealed type itself gets all answers that no other step takes. The processor takes sealed hierarchies apart down
 * to their leaves and checks that each leaf reaches exactly one step: without such a step for the rest, a new kind of
 * answer breaks the build until it is handled.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Interrupt {

    /**
     * The types that can answer the question.
     *
     * @return sealed interfaces or classes, records, enums or final classes, none of them generic; a primitive means
     *     its box
     */
    Class<?>[] answer();

    /**
     * The steps that take the answers.
     *
     * @return names of steps that together take every answer once
     */
    String[] next();

    /**
     * The time for which the run waits for an answer. Then it continues with {@code Expired}, which one {@code next}
     * step must take.
     *
     * <pre>{@code
     * @Interrupt(answer = {Approved.class, Rejected.class}, next = {"decide", "shelve", "remind"}, expires = "24h")
     * Question approve(Essay essay) { return new Question("Publish this?", essay.draft); }
     *
     * @Step(next = "confirm")
     * void remind(Essay essay, Expired expired) { essay.reminders++; }
     * }</pre>
     *
     * @return a duration such as {@code "30m"} or {@code "24h"} or ISO-8601; empty to wait without a limit
     */
    String expires() default "";

    /**
     * The method of this class that computes for how long, or until when, the run waits for an answer. It is called
     * once for each question, after the question, takes the state, and may take the input of the interrupt as well, and
     * returns a {@code Duration} or an {@code Instant}. Not together with {@link #expires}.
     *
     * <pre>{@code
     * @Interrupt(answer = Approved.class, next = {"decide", "remind"}, expiresBy = "deadline")
     * Question approve(Essay essay) { return new Question("Publish this?", essay.draft); }
     *
     * Duration deadline(Essay essay) { return essay.patience; }
     * }</pre>
     *
     * @return the name of a method; empty if the time is not computed
     */
    String expiresBy() default "";

    /**
     * Makes it a mailbox: an interrupt that asks nobody and takes messages, which programs send to the run by its id at
     * any time. A message that comes before the run stands here waits for it, in order. The method returns nothing.
     *
     * <pre>{@code
     * public sealed interface Job permits Assign, Drain {}
     * public record Assign(String task) implements Job, AsksFor<Nodes> {}
     * public record Drain() implements Job {}
     *
     * @Interrupt(answer = Job.class, mailbox = true, next = {"assign", "drain", "check"}, expires = "10s")
     * void serve(Cluster cluster) {}
     * }</pre>
     *
     * <p>The generated {@code tellServe} sends a message, and {@code askServe} one that wants a reply. Since a message
     * may be older than anything that the run has shown, a mailbox opens no gate, and {@link AnsweredBy} may only ask
     * for a role of who sends one.
     *
     * @return whether it is a mailbox
     */
    boolean mailbox() default false;

    /**
     * Names this interrupt had in earlier builds, so that runs stored under them are found.
     *
     * <pre>{@code
     * @Interrupt(answer = Approved.class, next = "decide", formerly = "doubleCheck") // its name in version 1
     * Question confirm(Essay essay) { return new Question("Still nobody?", essay.draft); }
     * }</pre>
     *
     * @return earlier method names, which no step has now and no other step had
     */
    String[] formerly() default {};
}
