package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A point where the run calls other agents and waits for all of them. The method returns their starts. The runtime
 * stores a run for each, and the caller waits, without a thread, until every one has ended; then it continues with
 * their results. It takes what a step takes.
 *
 * <p>A call of several agents returns the generated {@code <Method>Starts}, and its next step takes
 * {@code <Method>Results}, or {@code <Method>Ends}, which also tell of failures:
 *
 * <pre>{@code
 * @Call(agents = {"researcher", "checker"}, next = "write", timeout = "30m", onFailure = "apologise")
 * GatherStarts gather(Report report) {
 *     return new GatherStarts(new Topic(report.title), new Claim(report.title));
 * }
 *
 * @Step(next = END)
 * void write(Report report, GatherResults results) { report.text += results.researcher().text(); }
 * }</pre>
 *
 * <p>A call of one agent returns its start, or a list of them: a run for each. The start is the state of the agent, or
 * the generated {@code <Agent>Graph.Start} if its first step also takes an input.
 *
 * <pre>{@code
 * @Call(agents = "summariser", next = "collect", maxElements = 500, maxMode = PermissionMode.PLAN)
 * List<Doc> summarise(Report report) { return report.docs; }
 *
 * @Step(next = "gather")
 * void collect(Report report, List<Ended<Summary>> ends) { report.text = ends.size() + " documents"; }
 * }</pre>
 *
 * <p>The result of one agent leads on as an answer does: each of several next steps takes some of its kinds.
 *
 * <pre>{@code
 * @Call(agents = "identity", next = {"accept", "refuse"}, formerly = "identify") // its name in version 1
 * Person verify(Report report) { return new Person(report.author); }
 *
 * @Step(next = "summarise")
 * @GatedBy("verify")
 * void accept(Report report, Verified verified) {}
 *
 * @Step(next = END)
 * void refuse(Report report, Unverified no) {}
 * }</pre>
 *
 * <p>If an agent fails, the others go on. When all have ended, a step that takes {@code Ended} gets every end; before
 * any other step, the call fails.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Call {

    /**
     * The agents to call.
     *
     * @return names of record components, fields or methods without parameters of this class, each of a class with
     *     {@link StepGraph}
     */
    String[] agents();

    /**
     * The steps that take the results.
     *
     * @return names of steps
     */
    String[] next();

    /**
     * The time that the called agents have, from the commit of the call.
     *
     * @return a duration such as {@code "30m"} or ISO-8601; empty for no limit but the deadline of the run
     */
    String timeout() default "";

    /**
     * The step that takes over when the call fails.
     *
     * @return the name of a step that takes {@code StepFailure}; empty to fail the run
     */
    String onFailure() default "";

    /**
     * The largest number of elements of a list.
     *
     * @return 1 or more
     */
    int maxElements() default 1_000;

    /**
     * The most that the called agents may do, whatever the mode of this run.
     *
     * @return the mode
     */
    PermissionMode maxMode() default PermissionMode.BYPASS_PERMISSIONS;

    /**
     * Earlier names of this call.
     *
     * @return names of methods that no longer exist
     */
    String[] formerly() default {};
}
