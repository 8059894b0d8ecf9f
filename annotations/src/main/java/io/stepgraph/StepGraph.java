package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a class an agent: a graph whose nodes are its {@link Step} and {@link Interrupt} methods and whose edges are
 * declared by their {@code next}.
 *
 * <p>The processor proves the graph whole while the class compiles and generates, beside it, the enum of its steps
 * ({@code ReviewAgentStep}) and all that is needed to run it ({@code ReviewAgentGraph}). A class nested in another is
 * called {@code Outer_InnerGraph}.
 *
 * <pre>{@code
 * import static io.stepgraph.StepGraph.END;
 *
 * import io.stepgraph.Step;
 * import io.stepgraph.StepGraph;
 *
 * @StepGraph(start = "greet")
 * public final class Greeter {
 *     public static final class Visit { public String name; public String greeting; }
 *
 *     @Step(next = END)
 *     void greet(Visit visit) { visit.greeting = "Hello, " + visit.name; }
 * }
 * }</pre>
 *
 * <p><b>The class</b> is top-level or static nested, a class or a record, not abstract and not generic. Steps are not
 * inherited. One object of it serves all runs at once, so its fields should be final; data of one run belongs in
 * the state.
 *
 * <p><b>A method of the graph</b> has the shape {@code R name(S state [, I input] [, Answered<Q, A> answered]
 * [, StepContext<E> context])}, in this order, and is neither private nor static nor generic. {@code
 * S}, the state, is the same type in every method: a class or a record that Jackson can write and read back. {@code
 * I} is the value that the transition into this step carries: a value from another step, an answer, a failure or, on
 * the start step, the run's own input; a primitive takes the values of its box. {@code Answered} is the question behind
 * its {@link GatedBy} and the answer that opened it; with {@code exactly = true} the method takes neither state nor
 * input. {@code E} is the graph's one type of custom events, which can be a sealed interface; a graph without custom
 * events uses {@code StepContext<?>}.
 *
 * <p><b>The return type</b> follows from its {@code next}:
 *
 * <table>
 * <caption>Return types</caption>
 * <tr><th>next</th><th>return type</th><th>meaning</th></tr>
 * <tr><td>one step</td><td>{@code void}</td><td>go there</td></tr>
 * <tr><td>one step</td><td>{@code S}</td><td>go there with this as the new state</td></tr>
 * <tr><td>one step that takes an input</td><td>{@code I}</td><td>go there and hand it over</td></tr>
 * <tr><td>{@link #END} only</td><td>{@code void}, {@code S} or the result</td><td>the run is done</td></tr>
 * <tr><td>several, or {@link #FAIL}, or any</td><td>the generated {@code <Method>Next}</td><td>choose:
 * {@code ReviewNext.polish(notes)}, {@code ReviewNext.end()}, {@code ReviewNext.fail("reason")}</td></tr>
 * <tr><td>those of an interrupt</td><td>the question</td><td>the answer chooses</td></tr>
 * </table>
 *
 * <p><b>The stored data</b> of a run are the state, inputs, questions, answers, custom events and results, and all that
 * their fields hold. It must come back from JSON: declare records, classes, enums, sealed types and the data types of
 * the JDK and Jackson, not {@code Object}, open interfaces, streams, futures or code. {@code Object} may be the element
 * of a collection or the value of a map, where it means JSON as it comes. Where a Jackson module or mix-in of yours
 * stores a type that the processor refuses as {@code UnstorableType}, write
 * {@code @SuppressWarnings("stepgraph:UnstorableType")} on the method that is reported or on the agent class. On the
 * stored type itself it has no effect: it would not be seen once that type comes from a class file.
 *
 * <p><b>Each diagnostic</b> of the processor ends with its id in brackets. A warning is silenced by
 * {@code @SuppressWarnings("stepgraph:<Id>")} on the method, the field or the class; the option
 * {@code -Astepgraph.strict=true} makes every warning that is not silenced an error.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface StepGraph {

    /** In {@code next}: the run ends here. The text is no Java identifier, so no step can be called like it. */
    String END = "<end>";

    /**
     * In {@code next}: the step may fail the run, with a reason that a person reads. Neither {@link Retry} nor
     * {@link Step#onFailure} takes this, and the run keeps the state with which it entered the step. Retrying the run
     * enters the step again.
     *
     * <pre>{@code
     * @Step(next = {"reserve", FAIL})
     * CheckNext check(Order order) {
     *     return order.cents > limit ? CheckNext.fail("An order is at most " + limit + ".") : CheckNext.reserve();
     * }
     * }</pre>
     */
    String FAIL = "<fail>";

    /**
     * The method where a run begins. If it takes an input, every run is started with one.
     *
     * <pre>{@code
     * @StepGraph(name = "planner", start = "plan")
     * public final class Planner {
     *     public record Goal(String text) {}
     *     public static final class Work { public String plan; }
     *
     *     @Step(next = END)
     *     void plan(Work work, Goal goal) { work.plan = "How to " + goal.text(); }
     * }
     * }</pre>
     *
     * <p>A program gives it after the state:
     *
     * <pre>{@code
     * PlannerGraph.Runs runs = PlannerGraph.of(new Planner()).on(runner);
     * PlannerGraph.Outcome outcome = runs.run("plan-1", new Planner.Work(), new Planner.Goal("build a boat"));
     * }</pre>
     *
     * @return the name of a step or an interrupt of this class
     */
    String start();

    /**
     * The name stored with every run of this graph. Give one before the first run is stored if the class may ever be
     * renamed or moved.
     *
     * @return a stable name; empty for the qualified name of the class
     */
    String name() default "";

    /**
     * The roles of the people and systems that may answer. {@link AnsweredBy#role} takes only these, so that a misspelt
     * role does not compile.
     *
     * <pre>{@code
     * @StepGraph(start = "ask", roles = {"lead", "hr"})
     * public final class Leave {
     *     public static final class Request { public int days; }
     *     public record Granted() {}
     *
     *     @Interrupt(answer = Granted.class, next = "book")
     *     @AnsweredBy(role = {"lead", "hr"}) // one of them is enough
     *     String ask(Request request) { return request.days + " days of leave?"; }
     *
     *     @Step(next = END)
     *     void book(Request request, Granted granted) {}
     * }
     * }</pre>
     *
     * @return names of roles; empty if no answer needs one
     */
    String[] roles() default {};
}
