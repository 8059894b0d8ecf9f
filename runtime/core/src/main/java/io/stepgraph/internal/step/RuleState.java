package io.stepgraph.internal.step;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counts and answers that a graph's own rules need, by index of the step: visits of bounded steps since the last
 * answer, and the answers that have opened gates. Who has started the run stays with all visits, and so does the last
 * message of each mailbox, if it wants a reply. What concerns one visit alone ends with it. Null stands for nothing of
 * it. Immutable.
 */
public final class RuleState {
    private final int[] visits;
    private final @Nullable GateAnswer[] open;
    private final List<String> starters;
    private final Map<String, LastMessage> messages;
    private final OfVisit here;

    private RuleState(
            int[] visits,
            @Nullable GateAnswer[] open,
            List<String> starters,
            Map<String, LastMessage> messages,
            OfVisit here) {
        this.visits = visits;
        this.open = open;
        this.starters = starters;
        this.messages = messages;
        this.here = here;
    }

    /**
     * What concerns the present visit alone, so that each attempt of it can be checked by whatever build makes it.
     *
     * @param entered the answer that has opened its gate, and is used up; null if none has
     * @param modifiedBy the classes of the hooks that have modified what it gets, each of which is reported once
     * @param lastQuestion the question whose answer has led to it; null if none has
     * @param isListening whether its mailbox was executed and found no message (Q7)
     */
    private record OfVisit(
            @Nullable GateAnswer entered,
            List<String> modifiedBy,
            @Nullable LastQuestion lastQuestion,
            boolean isListening) {

        static OfVisit entered(@Nullable GateAnswer by) {
            return new OfVisit(by, List.of(), null, false);
        }

        boolean isEmpty() {
            return entered == null && modifiedBy.isEmpty() && lastQuestion == null && !isListening;
        }

        OfVisit with(@Nullable LastQuestion question) {
            return new OfVisit(entered, modifiedBy, question, isListening);
        }
    }

    /**
     * The stored form.
     *
     * @param visits visits by name of the bounded step
     * @param opened the answers that have opened gates, by name of the gated step
     * @param entered the answer that has opened the gate of the present visit; null if none has
     * @param modifiedBy the classes of the hooks that have modified what the present visit gets
     * @param starters who has started the run, and who has forked it, where a question asks for that (W5)
     * @param lastQuestion the question whose answer has led to the present visit; null if none has
     * @param messages the last message of each mailbox, by the name of the mailbox, if it wants a reply (Q9)
     * @param listens true if the mailbox of the present visit was executed and found no message; null if not
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Encoded(
            Map<String, Integer> visits,
            Map<String, GateAnswer.Encoded> opened,
            GateAnswer.@Nullable Encoded entered,
            List<String> modifiedBy,
            List<String> starters,
            @Nullable LastQuestion lastQuestion,
            Map<String, LastMessage> messages,
            @Nullable Boolean listens) {
        /** Missing parts are empty. */
        public Encoded {
            visits = visits == null ? Map.of() : visits;
            opened = opened == null ? Map.of() : opened;
            modifiedBy = modifiedBy == null ? List.of() : List.copyOf(modifiedBy);
            starters = starters == null ? List.of() : List.copyOf(starters);
            messages = messages == null ? Map.of() : messages;
            visits.values().forEach(Objects::requireNonNull);
            opened.values().forEach(Objects::requireNonNull);
            messages.values().forEach(Objects::requireNonNull);
        }
    }

    /**
     * Whether a graph keeps count of a step. Asked when a plan is made, which loads this class before HotSpot compiles
     * the loop: it does not inline a method with an unloaded class in its signature.
     */
    static boolean areKeptOf(StepSpec<?> step) {
        return step.gate() != null || step.maxVisits() != null;
    }

    /** Whether a transition into a step changes it, even if this build neither bounds nor gates the step. */
    public static boolean knows(@Nullable RuleState ruleState, StepPlan<?> step) {
        return ruleState != null && (!ruleState.here.isEmpty() || ruleState.open[step.index] != null);
    }

    static int visits(@Nullable RuleState ruleState, StepPlan<?> step) {
        return ruleState == null ? 0 : ruleState.visits[step.index];
    }

    /** The answer that has opened the gate of the present visit; null if none has. */
    public static @Nullable GateAnswer entered(@Nullable RuleState ruleState) {
        return ruleState == null ? null : ruleState.here.entered;
    }

    /** Whether a hook of this class has modified what the present visit gets. */
    static boolean isModifiedBy(@Nullable RuleState ruleState, String hook) {
        return ruleState != null && ruleState.here.modifiedBy.contains(hook);
    }

    /** A hook of this class has modified what the present visit gets. */
    static RuleState modifiedBy(@Nullable RuleState ruleState, String hook, GraphPlan<?> plan) {
        RuleState before = orEmpty(ruleState, plan);
        OfVisit here = before.here;
        List<String> hooks = new ArrayList<>(here.modifiedBy);
        hooks.add(hook);
        return before.with(new OfVisit(here.entered, hooks, here.lastQuestion, here.isListening));
    }

    /** Returns who has started the run, or forked it; empty where nobody asks. */
    public static List<String> starters(@Nullable RuleState ruleState) {
        return ruleState == null ? List.of() : ruleState.starters;
    }

    /** Returns the state after one more person has started the run, or forked it. */
    public static RuleState startedBy(@Nullable RuleState ruleState, String name, GraphPlan<?> plan) {
        RuleState before = orEmpty(ruleState, plan);
        List<String> names = new ArrayList<>(before.starters);
        names.add(name);
        return new RuleState(before.visits, before.open, names, before.messages, before.here);
    }

    /** The question whose answer has led to the present visit; null if none has. */
    public static @Nullable LastQuestion lastQuestion(@Nullable RuleState ruleState) {
        return ruleState == null ? null : ruleState.here.lastQuestion;
    }

    /** The answer to a question has led to the present visit. */
    public static RuleState answering(@Nullable RuleState ruleState, LastQuestion question, GraphPlan<?> plan) {
        RuleState before = orEmpty(ruleState, plan);
        return before.with(before.here.with(question));
    }

    /** Returns the state of a visit that refuses no answer. */
    public static @Nullable RuleState withoutQuestion(@Nullable RuleState ruleState) {
        return ruleState == null || ruleState.here.lastQuestion == null
                ? ruleState
                : ruleState.with(ruleState.here.with(null)).orNull();
    }

    /** Returns the state of a fork: questions and messages are those of the other run. */
    public static @Nullable RuleState forked(@Nullable RuleState ruleState) {
        if (ruleState == null) {
            return null;
        }
        OfVisit here = new OfVisit(ruleState.here.entered, ruleState.here.modifiedBy, null, false);
        return new RuleState(ruleState.visits, ruleState.open, ruleState.starters, Map.of(), here).orNull();
    }

    /** Whether the mailbox of the present visit was executed and found no message, so that one may be taken at once. */
    public static boolean isListening(@Nullable RuleState ruleState) {
        return ruleState != null && ruleState.here.isListening;
    }

    /** The mailbox of the present visit was executed, and no message waits. */
    public static RuleState listening(@Nullable RuleState ruleState, GraphPlan<?> plan) {
        RuleState before = orEmpty(ruleState, plan);
        OfVisit here = before.here;
        return here.isListening
                ? before
                : before.with(new OfVisit(here.entered, here.modifiedBy, here.lastQuestion, true));
    }

    /** The message that the run has taken last of a mailbox; null if it wants no reply, or there is none. */
    public static @Nullable LastMessage lastMessage(@Nullable RuleState ruleState, StepPlan<?> mailbox) {
        return ruleState == null ? null : ruleState.messages.get(mailbox.name);
    }

    /** The run takes a message of a mailbox; null if that wants no reply. */
    static @Nullable RuleState taken(
            @Nullable RuleState ruleState, StepPlan<?> mailbox, @Nullable LastMessage message, GraphPlan<?> plan) {
        if (message == null && lastMessage(ruleState, mailbox) == null) {
            return ruleState;
        }
        RuleState before = orEmpty(ruleState, plan);
        Map<String, LastMessage> last = new HashMap<>(before.messages);
        if (message == null) {
            last.remove(mailbox.name);
        } else {
            last.put(mailbox.name, message);
        }
        return new RuleState(before.visits, before.open, before.starters, last, before.here).orNull();
    }

    /** The run replies to the last message of a mailbox. */
    static RuleState replied(RuleState before, String mailbox) {
        Map<String, LastMessage> last = new HashMap<>(before.messages);
        last.computeIfPresent(mailbox, (name, message) -> message.withReply());
        return new RuleState(before.visits, before.open, before.starters, last, before.here);
    }

    /** Returns the state with one visit more of a bounded step. */
    static RuleState visited(@Nullable RuleState ruleState, StepPlan<?> step, GraphPlan<?> plan) {
        RuleState before = orEmpty(ruleState, plan);
        int[] visits = before.visits.clone();
        visits[step.index]++;
        return new RuleState(visits, before.open, before.starters, before.messages, before.here);
    }

    /** An answer has opened the gate of a step. */
    static RuleState opened(@Nullable RuleState ruleState, StepPlan<?> step, GateAnswer answer, GraphPlan<?> plan) {
        RuleState before = orEmpty(ruleState, plan);
        @Nullable GateAnswer[] open = before.open.clone();
        open[step.index] = answer;
        return before.with(open, before.here);
    }

    /**
     * A step is entered: its gate is used up, the answer that has opened it stays with the visit, no hook has modified
     * it, and it refuses no answer.
     */
    static @Nullable RuleState entering(@Nullable RuleState ruleState, StepPlan<?> step) {
        if (ruleState == null || !knows(ruleState, step)) {
            return ruleState;
        }
        @Nullable GateAnswer[] open = ruleState.open.clone();
        open[step.index] = null;
        return ruleState.with(open, OfVisit.entered(ruleState.open[step.index])).orNull();
    }

    /** Returns the state after an answer, which counts visits from zero. */
    static @Nullable RuleState answered(@Nullable RuleState ruleState, GraphPlan<?> plan) {
        return ruleState == null
                ? null
                : new RuleState(
                                new int[plan.size()],
                                ruleState.open,
                                ruleState.starters,
                                ruleState.messages,
                                ruleState.here)
                        .orNull();
    }

    /**
     * Returns the state in which everything is closed that earlier answers to an interrupt have opened, whatever this
     * build gates.
     */
    static @Nullable RuleState closed(@Nullable RuleState ruleState, StepPlan<?> interrupt) {
        if (ruleState == null) {
            return null;
        }
        @Nullable GateAnswer[] open = ruleState.open.clone();
        for (int i = 0; i < open.length; i++) {
            GateAnswer answer = open[i];
            if (answer != null && answer.interrupt().equals(interrupt.name)) {
                open[i] = null;
            }
        }
        return ruleState.with(open, ruleState.here).orNull();
    }

    /**
     * Reads the stored form; steps that this build does not have are left out.
     *
     * @param at the step of the present visit
     * @param names the stored names of types of answers
     */
    public static <N extends Enum<N>> @Nullable RuleState read(
            Encoded stored, GraphPlan<N> plan, StepPlan<N> at, Function<Class<?>, String> names) {
        GateAnswer entered = stored.entered() == null ? null : GateAnswer.read(stored.entered(), at, plan, names);
        int[] visits = new int[plan.size()];
        @Nullable GateAnswer[] open = new @Nullable GateAnswer[plan.size()];
        Map<String, LastMessage> messages = new HashMap<>();
        stored.visits().forEach((name, count) -> {
            StepPlan<N> step = plan.find(name);
            if (step != null) {
                visits[step.index] = count;
            }
        });
        stored.opened().forEach((name, answer) -> {
            StepPlan<N> step = plan.find(name);
            if (step != null) {
                open[step.index] = GateAnswer.read(answer, step, plan, names);
            }
        });
        stored.messages().forEach((name, message) -> {
            StepPlan<N> step = plan.find(name);
            if (step != null) {
                messages.put(step.name, message);
            }
        });
        OfVisit here =
                new OfVisit(entered, stored.modifiedBy(), stored.lastQuestion(), Boolean.TRUE.equals(stored.listens()));
        return new RuleState(visits, open, stored.starters(), messages, here).orNull();
    }

    /**
     * The stored form.
     *
     * @param names the stored names of types of answers
     */
    public Encoded stored(GraphPlan<?> plan, Function<Class<?>, String> names) {
        Map<String, Integer> counted = new LinkedHashMap<>();
        Map<String, GateAnswer.Encoded> opened = new LinkedHashMap<>();
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0) {
                counted.put(plan.step(i).name, visits[i]);
            }
            GateAnswer answer = open[i];
            if (answer != null) {
                opened.put(plan.step(i).name, answer.stored(names));
            }
        }
        return new Encoded(
                counted,
                opened,
                here.entered == null ? null : here.entered.stored(names),
                here.modifiedBy,
                starters,
                here.lastQuestion,
                new TreeMap<>(messages),
                here.isListening ? true : null);
    }

    private static RuleState orEmpty(@Nullable RuleState ruleState, GraphPlan<?> plan) {
        return ruleState == null
                ? new RuleState(
                        new int[plan.size()],
                        new @Nullable GateAnswer[plan.size()],
                        List.of(),
                        Map.of(),
                        OfVisit.entered(null))
                : ruleState;
    }

    private RuleState with(OfVisit changed) {
        return with(open, changed);
    }

    private RuleState with(@Nullable GateAnswer[] opened, OfVisit changed) {
        return new RuleState(visits, opened, starters, messages, changed);
    }

    private @Nullable RuleState orNull() {
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0 || open[i] != null) {
                return this;
            }
        }
        return here.isEmpty() && starters.isEmpty() && messages.isEmpty() ? null : this;
    }
}
