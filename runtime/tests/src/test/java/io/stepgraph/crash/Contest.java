package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * A graph for processes that race: a step that fails at its first attempt, a question that soon expires, and steps at which
 * the run parks until its mode is raised. {@code plan} twice, {@code ask}, then {@code pay} or {@code forgo}, and
 * {@code report}.
 */
final class Contest implements Graph<Performer, Notes, Void, Contest.Step> {
    /** About as long as a process is away at other runs. */
    private static final long ANSWERABLE = 100;

    private final GraphSpec<Step> spec;

    Contest() {
        GraphSpec.Builder<Step> steps =
                GraphSpec.builder("crash.Contest", "print-1", ValueType.of(Notes.class), ValueType.of(Notes.class));
        steps.step(Step.PLAN, "plan").to(Step.ASK).retry(2, 1, 1, 1, 0);
        steps.interrupt(Step.ASK, "ask", ValueType.of(Journey.Question.class))
                .to(Step.PAY, Step.FORGO)
                .answeredBy(ValueType.of(Journey.Approved.class))
                .expires(ANSWERABLE);
        steps.step(Step.PAY, "pay")
                .takes(ValueType.of(Journey.Approved.class))
                .gatedBy(Step.ASK, Journey.Approved.class)
                .requires(PermissionMode.ACCEPT_EDITS)
                .to(Step.REPORT);
        steps.step(Step.FORGO, "forgo").takes(ValueType.of(Expired.class)).to(Step.REPORT);
        steps.step(Step.REPORT, "report").requires(PermissionMode.ACCEPT_EDITS).toEnd();
        this.spec = steps.build(Step.PLAN);
    }

    enum Step {
        PLAN,
        ASK,
        PAY,
        FORGO,
        REPORT
    }

    @Override
    public GraphSpec<Step> spec() {
        return spec;
    }

    @Override
    public Transition<Step, Notes> enter(
            Performer performer, Step step, Notes notes, @Nullable Object input, StepContext<Void> context) {
        String name = spec.step(step).name();
        performer.perform(new Journey.Attempt(name, context.visit(), context.attempt()));
        notes.lines.add(name + (input instanceof Journey.Approved approved ? ", as " + approved.by() + " said" : "")
                + " @" + performer.process());
        return switch (step) {
            case PLAN -> {
                if (context.attempt() == 1) {
                    throw new TransientException("busy");
                }
                yield Transition.go(Step.ASK);
            }
            case ASK -> Transition.ask(new Journey.Question("Pay?"));
            case PAY, FORGO -> Transition.go(Step.REPORT);
            case REPORT -> Transition.end();
        };
    }

    @Override
    public @Nullable Step route(Step interrupt, Object answer) {
        return answer instanceof Expired ? Step.FORGO : answer instanceof Journey.Approved ? Step.PAY : null;
    }
}
