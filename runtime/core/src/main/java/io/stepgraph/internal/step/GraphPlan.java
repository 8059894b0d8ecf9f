package io.stepgraph.internal.step;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A graph laid out for the loop. Immutable. */
public final class GraphPlan<N extends Enum<N>> {
    public final GraphSpec<N> spec;
    private final StepPlan<N>[] steps;
    private final StepPlan<N>[] gated;

    /** Whether a question asks who has started the run (W5). */
    private final boolean isStarterKept;

    @SuppressWarnings({"unchecked", "rawtypes"})
    public GraphPlan(GraphSpec<N> spec) {
        this.spec = spec;
        this.steps = new StepPlan[spec.steps().size()];
        List<StepPlan<N>> gatedSteps = new ArrayList<>();
        for (int i = 0; i < steps.length; i++) {
            steps[i] = new StepPlan<>(spec.steps().get(i), i);
            if (steps[i].spec.gate() != null) {
                gatedSteps.add(steps[i]);
            }
        }
        this.gated = gatedSteps.toArray(new StepPlan[0]);
        this.isStarterKept = asksForStarter(spec);
    }

    /** Whether a question of the graph, or of an agent that it calls, asks who has started the run. */
    private static boolean asksForStarter(GraphSpec<?> spec) {
        for (StepSpec<?> step : spec.steps()) {
            StepSpec.AnswerRule<?> rule = step.answerRule();
            StepSpec.Call call = step.call();
            if ((rule != null && rule.starter() != StepSpec.Starter.AS_OTHERS)
                    || (call != null
                            && call.agents().stream()
                                    .anyMatch(agent ->
                                            asksForStarter(agent.graph().spec())))) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("EnumOrdinal") // the steps are in the order of the enum, and this is on the path of every step
    public StepPlan<N> step(N step) {
        return steps[step.ordinal()];
    }

    public StepPlan<N> step(int index) {
        return steps[index];
    }

    /**
     * Refuses the graph where no store executes the program's work with a commit (E8).
     *
     * @param where what would have to execute it, for the message
     */
    public void checkNotTransactional(String where) {
        for (StepPlan<N> step : steps) {
            if (step.spec.isTransactional()) {
                throw new UnsupportedOperationException("Step '" + step.name + "' of graph '" + spec.name()
                        + "' stores rows of the program with its checkpoint (transactional = true), which "
                        + where + " cannot. Open the graph with a PostgresStore or a SqliteStore.");
            }
        }
    }

    /**
     * The start step, for a run that is given this input.
     *
     * @throws IllegalArgumentException if the step takes an input and gets none, or the reverse
     */
    public StepPlan<N> start(@Nullable Object input) {
        StepPlan<N> first = step(spec.start());
        if (first.takesInput != (input != null)) {
            throw new IllegalArgumentException("The start step '" + first.name + "' "
                    + (first.takesInput
                            ? "takes a " + first.spec.input() + "; give the run one."
                            : "takes no input; leave it out."));
        }
        return first;
    }

    /**
     * The step of a stored position.
     *
     * @param what what stands there, for messages: {@code Run 'one'}
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it
     */
    public StepPlan<N> known(String what, String stored) {
        StepPlan<N> step = find(stored);
        if (step == null) {
            throw new StepgraphException(
                    ErrorCode.UNKNOWN_STEP,
                    what + " stands at step '" + stored + "', which graph '" + spec.name() + "' does not have; it has "
                            + names() + ". If the step was renamed, name it in formerly. Nothing was changed.");
        }
        return step;
    }

    /** Whether a step takes the answered question of this interrupt (A2). */
    public boolean isTaken(N interrupt) {
        for (StepPlan<N> step : gated) {
            StepSpec.Gate<N> gate = step.spec.gate();
            if (gate != null && gate.takesAnswered() && gate.interrupt() == interrupt) {
                return true;
            }
        }
        return false;
    }

    /**
     * The mailbox that takes a message which wants a reply.
     *
     * @throws IllegalArgumentException if there is none
     */
    public StepPlan<N> mailbox(Class<?> message) {
        for (StepPlan<N> step : steps) {
            if (step.reply(message) != null) {
                return step;
            }
        }
        throw new IllegalArgumentException(
                "No mailbox of graph '" + spec.name() + "' takes a " + message.getName() + " that wants a reply.");
    }

    /** Whether the answerer of another question may not be that of this interrupt's (W4). */
    public boolean isCompared(N interrupt) {
        return spec.steps().stream()
                .anyMatch(step -> step.answerRule() != null
                        && step.answerRule().otherThan().contains(interrupt));
    }

    /**
     * The counts of a run that somebody starts or forks.
     *
     * @param by who does; null if nobody said
     * @throws IllegalArgumentException if the graph compares answerers with the starter, and there is no name (W5)
     */
    public @Nullable RuleState startedBy(@Nullable String by, @Nullable RuleState ruleState) {
        if (!isStarterKept) {
            return ruleState;
        }
        if (by == null) {
            throw new IllegalArgumentException("A run of graph '" + spec.name()
                    + "' is started by somebody with a name, on which it depends who may answer: start it with as(actor)."
                    + " Nothing was stored.");
        }
        return RuleState.startedBy(ruleState, by, this);
    }

    /** The counts of a run that another one calls, which these people have started. */
    public @Nullable RuleState startedBy(List<String> names) {
        RuleState ruleState = names.isEmpty() ? startedBy(null, null) : null;
        for (String name : names) {
            ruleState = startedBy(name, ruleState);
        }
        return ruleState;
    }

    /** The steps that have a gate. */
    StepPlan<N>[] gated() {
        return gated;
    }

    public int size() {
        return steps.length;
    }

    /** The step of this name, present or former. */
    public @Nullable StepPlan<N> find(String name) {
        StepSpec<N> found = spec.find(name);
        return found == null ? null : step(found.step());
    }

    /** The names of all steps, for messages. */
    public List<String> names() {
        List<String> names = new ArrayList<>(steps.length);
        for (StepPlan<N> step : steps) {
            names.add(step.name);
        }
        return names;
    }
}
