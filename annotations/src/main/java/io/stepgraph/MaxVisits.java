package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Bounds a loop: how often a step may be visited between two answers, and where the run goes instead of visiting it
 * once more. Only an answer resets the count: a question that expires does not, so a loop of reminders ends, too.
 *
 * <pre>{@code
 * @Step(next = {"polish", "publish"})
 * CritiqueNext critique(Essay essay) {
 *     essay.critique = model.chat("What is weak here? Say 'nothing' if nothing is: " + essay.draft);
 *     return essay.critique.equals("nothing") ? CritiqueNext.publish() : CritiqueNext.polish();
 * }
 *
 * @Step(next = "critique")
 * @MaxVisits(times = 3, then = "publish") // what would be the fourth visit goes to publish
 * void polish(Essay essay) { essay.draft = model.chat("Mend " + essay.critique + " in " + essay.draft); }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface MaxVisits {

    /**
     * The largest number of visits between two answers.
     *
     * @return at least 1
     */
    int times();

    /**
     * The step to which a further visit is sent instead.
     *
     * @return the name of a step that takes no input, or the same input as this one
     */
    String then();
}
