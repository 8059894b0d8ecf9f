package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says who may answer an interrupt; without this annotation anybody may. An answer of somebody else changes nothing,
 * and the run waits. The answerer has to meet every condition that is set here. The end of a question's time needs no
 * permission.
 *
 * <pre>{@code
 * @Interrupt(answer = Decision.class, next = {"confirm", "refuse"})
 * @AnsweredBy(role = {"reviewer", "policy"}, notStarter = true)
 * Question approve(Transfer transfer) { return new Question("Send " + transfer.cents + "?"); }
 *
 * @Interrupt(answer = Decision.class, next = {"send", "refuse"})
 * @GatedBy("approve")
 * @AnsweredBy(role = "lead", otherThan = "approve") // four eyes
 * Question confirm(Transfer transfer, Approved first) { return new Question("Really send it?"); }
 * }</pre>
 *
 * <p>The program says who answers, after its own sign-in. The library compares names and roles, and never
 * authenticates.
 *
 * <pre>{@code
 * Runs.Unnamed runs = TransfersGraph.of(new Transfers()).on(runner);
 * Outcome outcome = runs.as(Actor.named("bob", "reviewer")).run("transfer-1", transfer);
 * if (outcome instanceof Outcome.Approve ask) { // bob may not answer, since he started the run
 *     outcome = runs.as(Actor.named("ann", "reviewer")).answerApprove(ask, new Approved());
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface AnsweredBy {

    /**
     * The roles that may answer. The answerer needs one of them.
     *
     * @return roles of {@link StepGraph#roles}; empty if no role is needed
     */
    String[] role() default {};

    /**
     * Whether the person who started the run may not answer. Nobody starts a run of such a graph without a name:
     * {@code on} and {@code machine} of the generated graph return a type whose only method is {@code as}. Who forks
     * the run may not answer either.
     *
     * @return true to refuse the starter
     */
    boolean notStarter() default false;

    /**
     * Whether only the person who started the run may answer. Nobody starts a run of such a graph without a name, as
     * with {@link #notStarter}, which excludes this. Who forks the run does not become its starter.
     *
     * <pre>{@code
     * @Interrupt(answer = Confirmed.class, next = "submit")
     * @AnsweredBy(starter = true)
     * String confirm(Request request) { return request.days + " days of leave, is that right?"; }
     * }</pre>
     *
     * @return true to refuse everybody else
     */
    boolean starter() default false;

    /**
     * The interrupts whose answerers may not answer this one. The answers that count are those that opened the gates on
     * the way to this visit: this method has {@link GatedBy} with one of the names, or with an interrupt that has it in
     * turn.
     *
     * @return the names of interrupts of this class; empty to compare with nobody
     */
    String[] otherThan() default {};
}
