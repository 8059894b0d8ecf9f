package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CallModel.Shape;
import io.stepgraph.processor.model.CallModel.Taken;
import io.stepgraph.processor.model.CallModel.Taker;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** What a call hands over reaches exactly one step: all results or ends, or each kind of result of one agent. */
final class FittingResults implements Check {

    private static final String ONE_STEP = " Each result must lead to exactly one step.";

    private final TypeRelations types;

    FittingResults(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.calls()) {
            CallModel call = step.call();
            if (call != null) {
                step.next().stream().filter(Name::isExit).forEach(exit -> {
                    String text = "'" + step.name() + "' names " + exit.shown()
                            + ". Lead it to a step that takes the results.";
                    report.accept(new Diagnostic(DiagnosticId.RESULT_NOT_TAKEN, text, exit.place()));
                });
                if (!call.agents().isEmpty()
                        && call.graphs()
                                        .filter(called -> called.output() != null)
                                        .count()
                                == call.agents().size()) {
                    new Call(agent, step, call, report).check();
                }
            }
        }
    }

    /** One call whose agents are known. */
    private final class Call {
        private final AgentModel agent;
        private final StepModel step;
        private final CallModel call;
        private final Consumer<Diagnostic> report;

        Call(AgentModel agent, StepModel step, CallModel call, Consumer<Diagnostic> report) {
            this.agent = agent;
            this.step = step;
            this.call = call;
            this.report = report;
        }

        void check() {
            boolean isDivided = !call.results().isEmpty() && call.takers().size() > 1;
            boolean isSound = true;
            for (Taker taker : call.takers()) {
                boolean isNothing = taker.taken() == Taken.NOTHING && isDivided;
                if (taker.taken() == Taken.OTHER || isNothing) {
                    isSound = false;
                    notTaken(target(taker), isNothing);
                }
            }
            if (!isSound) {
                return;
            }
            if (call.takers().size() > 1 && (!isDivided || call.handsOverEnds())) {
                String what = "What '" + step.name() + "' hands over";
                ambiguous(
                        what, target(call.takers().get(0)), target(call.takers().get(1)));
            } else if (call.takers().stream().anyMatch(taker -> taker.taken() == Taken.RESULTS)) {
                each();
            }
        }

        private StepModel target(Taker taker) {
            return agent.steps().get(taker.step());
        }

        private void notTaken(StepModel target, boolean isNothing) {
            Parameter input = target.input();
            if (isOtherMistake(target, input)) {
                return;
            }
            DiagnosticId id = call.shape() == Shape.ONE ? DiagnosticId.RESULT_NOT_TAKEN : DiagnosticId.WRONG_RESULTS;
            String text = input == null || isNothing ? nothing(target) : other(target, input);
            report.accept(
                    new Diagnostic(id, text, step.placeOfNext(target.name()).orElse(step.annotation())));
        }

        private boolean isOtherMistake(StepModel target, @Nullable Parameter input) {
            TypeMirror state = agent.state();
            return target.signature().hasOtherState()
                    || target.answered() != null
                    || target.isExactly()
                    || (input != null && state != null && types.isSubtype(input.type(), state));
        }

        private String nothing(StepModel target) {
            AnswerVariant open = call.results().stream()
                    .filter(leaf -> leaf.takers().isEmpty())
                    .findFirst()
                    .orElse(null);
            String what = "'" + target.name() + "' takes no result of " + called() + ", as each of several steps must.";
            return open == null
                    ? what + " Remove it from next."
                    : what + " Declare it as "
                            + StepNames.declaration(
                                    agent,
                                    target.name(),
                                    open.element().getSimpleName() + " " + TypeText.parameter(open.type()))
                            + ".";
        }

        private String other(StepModel target, Parameter input) {
            String takes = "'" + target.name() + "' takes " + TypeText.of(input.type());
            TypeMirror result = call.result();
            if (TypeRelations.isStepFailure(input.type())) {
                return takes + ", which a call hands over only when it fails. Name it in onFailure = \"" + target.name()
                        + "\" instead.";
            }
            if (call.shape() != Shape.ONE || result == null) {
                return takes + ", but '" + step.name() + "' hands over " + handedOver(result) + ".";
            }
            return call.results().isEmpty() && types.isSubtype(input.type(), result)
                    ? takes + ", but " + called() + " may return any " + TypeText.of(result)
                            + ". Take that, or make it sealed, with kinds that no class may extend."
                    : takes + ", which " + called() + " never returns. Take " + handedOver(result) + ".";
        }

        private String handedOver(@Nullable TypeMirror result) {
            if (call.shape() == Shape.SEVERAL || result == null) {
                return GeneratedNames.results(step.name()) + " or " + GeneratedNames.ends(step.name());
            }
            String one = TypeText.of(result);
            return call.shape() == Shape.LIST
                    ? "List<" + one + "> or List<Ended<" + one + ">>"
                    : one + " or Ended<" + one + ">";
        }

        private String called() {
            return "'" + call.agents().get(0).name().text() + "'";
        }

        /** Checks the kinds of result of one agent. */
        private void each() {
            List<AnswerVariant> open = call.results().stream()
                    .filter(leaf -> leaf.takers().isEmpty())
                    .toList();
            if (!open.isEmpty() && call.complete() && step.nextPlace() != null) {
                String text = "No next step of '" + step.name() + "' takes "
                        + TypeText.list(
                                open.stream().map(AnswerVariant::element).toList()) + ", which " + called()
                        + " can return. " + CoveredAnswers.advice(agent, step, open.get(0), types);
                report.accept(new Diagnostic(DiagnosticId.UNHANDLED_RESULT, text, step.nextPlace()));
            }
            call.results().stream()
                    .filter(leaf -> leaf.takers().size() > 1)
                    .findFirst()
                    .ifPresent(leaf -> {
                        List<StepModel> takers =
                                leaf.takers().stream().map(agent.steps()::get).toList();
                        ambiguous(leaf.element().getSimpleName().toString(), takers.get(0), takers.get(1));
                    });
        }

        private void ambiguous(String what, StepModel first, StepModel second) {
            String text = what + " fits '" + first.name() + "' and '" + second.name() + "'." + ONE_STEP;
            report.accept(new Diagnostic(
                    DiagnosticId.AMBIGUOUS_RESULT,
                    text,
                    step.placeOfNext(second.name()).orElse(step.annotation())));
        }
    }
}
