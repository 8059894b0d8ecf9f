package io.stepgraph.processor.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * An agent class.
 *
 * @param type the class
 * @param names how its generated types are called
 * @param graphName the stable name stored with every run
 * @param isPublic whether the generated types may be public: the class and all types in its signatures are
 * @param place the name of the class
 * @param annotation the {@code @StepGraph}
 * @param start null if it is missing, which the compiler reports itself
 * @param roles those that may answer, as written
 * @param state {@code S}: the type that most steps take; null if none takes a value
 * @param customEvent {@code E}; null if the graph has no custom events
 * @param output {@code O}: the return type of the steps that only end the run, else the state
 * @param steps in source order; no two of them share a constant or the name of a generated class
 * @param clashing steps left out of {@code steps} because an earlier one has their name
 * @param members the record components, fields and methods without parameters that give agents
 * @param edges resolved, each once, in source order; an edge to an unknown step is left out
 * @param edgesComplete false if an edge is missing from {@code edges} by a mistake that is reported as such
 */
public record AgentModel(
        TypeElement type,
        GeneratedNames names,
        String graphName,
        boolean isPublic,
        Place place,
        Place annotation,
        @Nullable Name start,
        List<Name> roles,
        @Nullable TypeMirror state,
        @Nullable TypeMirror customEvent,
        @Nullable TypeMirror output,
        List<StepModel> steps,
        List<Clash> clashing,
        List<AgentMember> members,
        List<Edge> edges,
        boolean edgesComplete,
        EnclosingScope surroundings) {

    /**
     * The most steps and kinds of answer, counted together, that a graph can have. Java limits a method to 64 KB. With
     * some compilers, an enum of about 2,700 constants or a dispatcher of about 1,900 cases exceeds that; code
     * generated below this limit always fits.
     */
    public static final int LARGEST = 1_500;

    /** A step whose name clashes with the almost equal name of an earlier step. */
    public record Clash(StepModel step, StepModel earlier) {}

    public String simpleName() {
        return type.getSimpleName().toString();
    }

    public @Nullable StepModel step(String name) {
        for (StepModel step : steps) {
            if (step.name().equals(name)) {
                return step;
            }
        }
        return null;
    }

    /** The number of steps, kinds of answer and called agents, which determines the size of the generated methods. */
    public int size() {
        return steps.size()
                + steps.stream()
                        .map(StepModel::interrupt)
                        .filter(Objects::nonNull)
                        .mapToInt(asked ->
                                Math.max(asked.leaves().size(), asked.answers().size()))
                        .sum()
                + calls().stream()
                        .map(StepModel::call)
                        .filter(Objects::nonNull)
                        .mapToInt(call ->
                                Math.max(call.results().size(), call.agents().size()))
                        .sum();
    }

    /**
     * Whether the model is complete. It can also be incomplete because of a mistake that the compiler itself reports.
     */
    public boolean isWhole() {
        return startStep() != null
                && state != null
                && edgesComplete
                && steps.stream().map(StepModel::interrupt).allMatch(asked -> asked == null || asked.complete())
                && steps.stream().map(StepModel::call).allMatch(call -> call == null || call.complete())
                && steps.stream().allMatch(this::hasOpening);
    }

    /** Whether something opens its gate: an answer, a leaf of a result, or the completion of a call without leaves. */
    private boolean hasOpening(StepModel step) {
        CallModel call = guarding(step);
        return step.gate() == null
                || !step.gate().opening().isEmpty()
                || (call != null && call.results().isEmpty());
    }

    /** Returns the call that is the gate of a step; null if none is. */
    public @Nullable CallModel guarding(StepModel step) {
        StepModel guard =
                step.gate() == null ? null : step(step.gate().interrupt().text());
        return guard == null ? null : guard.call();
    }

    /** Returns the calls. */
    public List<StepModel> calls() {
        return steps.stream().filter(StepModel::isCall).toList();
    }

    /** Returns the agents that its calls name, each once by its member's name, if they could be read. */
    public List<AgentMember> called() {
        Map<String, AgentMember> called = new LinkedHashMap<>();
        for (StepModel step : steps) {
            for (CalledAgent agent :
                    step.call() == null ? List.<CalledAgent>of() : step.call().agents()) {
                AgentMember member = agent.member();
                if (member != null && member.graph() != null) {
                    called.putIfAbsent(member.name(), member);
                }
            }
        }
        return List.copyOf(called.values());
    }

    /** Returns the input that a run begins with besides its state; null if it takes none. */
    public @Nullable Parameter startInput() {
        StepModel step = startStep();
        return step == null ? null : step.input();
    }

    /** Whether it matters who has started the run, for one of its questions or of those of the agents that it calls. */
    public boolean needsStarter() {
        return steps.stream()
                        .map(StepModel::interrupt)
                        .anyMatch(asked -> asked != null
                                && asked.rule() != null
                                && asked.rule().needsStarter())
                || called().stream().map(AgentMember::graph).anyMatch(graph -> graph != null && graph.needsStarter());
    }

    /** Returns the call whose generated {@code Results} or {@code Ends} a type is; null if it is none. */
    public @Nullable StepModel callOf(TypeMirror type) {
        return steps.stream()
                .filter(step -> step.call() != null && step.call().shape() == CallModel.Shape.SEVERAL)
                .filter(step -> names.isNested(type, GeneratedNames.results(step.name()))
                        || names.isNested(type, GeneratedNames.ends(step.name())))
                .findFirst()
                .orElse(null);
    }

    public List<GatedStep> gated() {
        return steps.stream().map(this::gated).flatMap(Stream::ofNullable).toList();
    }

    /** Returns a step with its gate; null if it has no gate, or one that is no interrupt that asks. */
    public @Nullable GatedStep gated(StepModel step) {
        Gate gate = step.gate();
        StepModel interrupt = gate == null ? null : step(gate.interrupt().text());
        InterruptModel asked = interrupt == null ? null : interrupt.interrupt();
        return gate == null || interrupt == null || asked == null || asked.mailbox() != null
                ? null
                : new GatedStep(step, gate, interrupt, asked);
    }

    /** The step where a run begins; null if no step has that name. */
    public @Nullable StepModel startStep() {
        return start == null ? null : step(start.text());
    }
}
