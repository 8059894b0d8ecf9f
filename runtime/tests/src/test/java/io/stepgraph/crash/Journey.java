package io.stepgraph.crash;

import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several steps, two of which fail at their first attempt, a question, and a second part: {@code plan}, {@code fetch} twice,
 * {@code book} twice, {@code ask}, and after the answer {@code pay} and {@code report}.
 */
final class Journey implements Graph<Performer, Notes, Void, Journey.Step> {
    /** All attempts of a run that nobody disturbs, in their order. */
    static final List<Attempt> UNDISTURBED = List.of(
            new Attempt("plan", 1, 1),
            new Attempt("fetch", 2, 1),
            new Attempt("fetch", 2, 2),
            new Attempt("book", 3, 1),
            new Attempt("book", 3, 2),
            new Attempt("ask", 4, 1),
            new Attempt("pay", 5, 1),
            new Attempt("report", 6, 1));

    /** The events of such a run. */
    static final List<String> STORY = List.of(
            "started",
            "step-started plan 1 1",
            "step-finished plan 1 1 fetch",
            "step-started fetch 2 1",
            "step-retrying fetch 2 1",
            "step-started fetch 2 2",
            "step-finished fetch 2 2 book",
            "step-started book 3 1",
            "step-retrying book 3 1",
            "step-started book 3 2",
            "step-finished book 3 2 ask",
            "step-started ask 4 1",
            "question-asked ask 4 {\"text\":\"Pay 4?\"}",
            "answered ask 4 {\"by\":\"Ann\"}",
            "step-started pay 5 1",
            "step-finished pay 5 1 report",
            "step-started report 6 1",
            "step-finished report 6 1",
            "completed");

    /** How such a run ends. */
    static final String OUTCOME = "completed [plan, fetch, book, ask, pay, as Ann said, report],"
            + " [by air, by rail, by road, by sea, on foot], 1";

    private static final long SHORT_DELAY = 20;

    private final GraphSpec<Step> spec;

    /** A journey whose booking is delayed for so long. */
    Journey(long delayMillis) {
        GraphSpec.Builder<Step> steps =
                GraphSpec.builder("crash.Journey", "print-1", ValueType.of(Notes.class), ValueType.of(Notes.class));
        steps.step(Step.PLAN, "plan").to(Step.FETCH);
        steps.step(Step.FETCH, "fetch").to(Step.BOOK).retry(2, SHORT_DELAY, 1, SHORT_DELAY, 0);
        steps.step(Step.BOOK, "book").to(Step.ASK).retry(2, delayMillis, 1, delayMillis, 0);
        steps.interrupt(Step.ASK, "ask", ValueType.of(Question.class))
                .to(Step.PAY)
                .answeredBy(ValueType.of(Approved.class));
        steps.step(Step.PAY, "pay")
                .takes(ValueType.of(Approved.class))
                .gatedBy(Step.ASK, Approved.class)
                .to(Step.REPORT);
        steps.step(Step.REPORT, "report").toEnd();
        this.spec = steps.build(Step.PLAN);
    }

    enum Step {
        PLAN,
        FETCH,
        BOOK,
        ASK,
        PAY,
        REPORT
    }

    /** One try of a visit. */
    record Attempt(String step, long visit, int attempt) {}

    public record Question(String text) {}

    public record Approved(String by) {}

    @Override
    public GraphSpec<Step> spec() {
        return spec;
    }

    @Override
    public Transition<Step, Notes> enter(
            Performer performer, Step step, Notes notes, @Nullable Object input, StepContext<Void> context) {
        String name = spec.step(step).name();
        performer.perform(new Attempt(name, context.visit(), context.attempt()));
        notes.lines.add(name + (input instanceof Approved approved ? ", as " + approved.by() + " said" : "") + " @"
                + performer.process());
        return switch (step) {
            case PLAN -> Transition.go(Step.FETCH);
            case FETCH -> Transition.go(second(context, Step.BOOK));
            case BOOK -> Transition.go(second(context, Step.ASK));
            case ASK -> Transition.ask(new Question("Pay " + notes.lines.size() + "?"));
            case PAY -> Transition.go(Step.REPORT);
            case REPORT -> Transition.end();
        };
    }

    private static Step second(StepContext<Void> context, Step next) {
        if (context.attempt() == 1) {
            throw new TransientException("busy");
        }
        return next;
    }

    @Override
    public @Nullable Step route(Step interrupt, Object answer) {
        return answer instanceof Approved ? Step.PAY : null;
    }
}
