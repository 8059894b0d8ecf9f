package io.stepgraph.internal.run;

import io.stepgraph.internal.codec.CalledGraph;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.internal.visit.EncodedStart;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes the starts that the calls of one run give, as the runs that the commits of the calls store (C1, C2). */
final class CallWriter<S, N extends Enum<N>> {
    private final StoredRun caller;
    private final Graph<?, S, ?, N> graph;
    private final GraphCodecs<N> codecs;
    private final int maxFamily;
    private final Supplier<@Nullable String> startedBy;

    // Of the starts that were written last.
    private List<NewChild> children = List.of();
    private List<RunEvent.Started> started = List.of();

    /**
     * Creates the writer of a run.
     *
     * @param startedBy finds out who has started it; null if nobody said
     */
    CallWriter(
            StoredRun caller,
            Graph<?, S, ?, N> graph,
            GraphCodecs<N> codecs,
            int maxFamily,
            Supplier<@Nullable String> startedBy) {
        this.caller = caller;
        this.graph = graph;
        this.codecs = codecs;
        this.maxFamily = maxFamily;
        this.startedBy = startedBy;
    }

    /** Returns the way of the run from a call that has called nobody. */
    StepResult.Next<S, N> joined(StepCursor<S, N> cursor, Transition.Call<N, S> call) {
        S left = call.state();
        Transition.Go<N, S> go = join(graph, cursor.step, caller.key().id(), List.of());
        return StepResult.joined(codecs.plan, cursor, left == null ? go : go.with(left), List.of());
    }

    /**
     * Asks the graph for the step that takes these ends.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if no step of this build does
     */
    static <S, N extends Enum<N>> Transition.Go<N, S> join(
            Graph<?, S, ?, N> graph, StepPlan<N> call, String run, List<Ended<?>> ends) {
        if (graph.join(call.step, ends) instanceof Transition.Go<N, S> go) {
            return go;
        }
        throw new StepgraphException(
                ErrorCode.UNKNOWN_STEP,
                "Run '" + run + "' has the results of call '" + call.name
                        + "', and no step of this build takes them. Nothing was changed.");
    }

    /**
     * Writes starts.
     *
     * @throws StepgraphException with {@link ErrorCode#FAMILY_TOO_LARGE} if they are more than the call allows
     * @throws NotStorableException if one cannot be stored; names it
     */
    void encode(StepCursor<S, N> cursor, List<?> starts) {
        StepSpec.Call call = Objects.requireNonNull(cursor.step.spec.call());
        if (call.isList() && starts.size() > call.maxElements()) {
            throw new StepgraphException(
                    ErrorCode.FAMILY_TOO_LARGE,
                    "'" + cursor.step.name + "' calls for " + starts.size() + " elements, and its maxElements is "
                            + call.maxElements() + ". Nothing was stored. Call for fewer, or raise it.");
        }
        List<CalledGraph<?, ?, ?>> agents = codecs.called(cursor.step);
        String by = startedBy.get();
        children = new ArrayList<>(starts.size());
        started = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            add(cursor, call, agents.get(call.isList() ? 0 : i), starts.get(i), i + 1, by);
        }
    }

    private <C, T, M extends Enum<M>> void add(
            StepCursor<S, N> cursor,
            StepSpec.Call call,
            CalledGraph<C, T, M> called,
            @Nullable Object start,
            int place,
            @Nullable String by) {
        String agent = called.agent.name();
        String which = call.isList() ? "element " + place + " of '" + cursor.step.name + "'" : "agent '" + agent + "'";
        EncodedStart<M> encoded;
        try {
            encoded = start(cursor, called, start, which);
        } catch (NotStorableException unstorable) {
            throw new NotStorableException(
                    unstorable.code(),
                    unstorable.path(),
                    "The start of " + which + " cannot be stored. " + unstorable.getMessage(),
                    unstorable);
        }
        String caller = this.caller.key().id();
        String id = ChildIds.of(caller, cursor.step.name, cursor.visit, agent, call.isList() ? place : 0);
        RunEvent.Started event = new RunEvent.Started(id, by, Map.of(), caller);
        started.add(event);
        children.add(new NewChild(
                id,
                place,
                called.codecs.plan.spec.name(),
                called.codecs.plan.spec.fingerprint(),
                call.maxMode(),
                encoded.checkpoint(),
                encoded.state().json(),
                List.of(EventJson.write(event))));
    }

    private <C, T, M extends Enum<M>> EncodedStart<M> start(
            StepCursor<S, N> cursor, CalledGraph<C, T, M> called, @Nullable Object start, String which) {
        T state = start == null ? null : called.agent.state().apply(start);
        if (state == null) {
            throw new StepgraphException(ErrorCode.NULL_RETURNED, "The start of " + which + " is null.");
        }
        Object input = called.agent.input().apply(start);
        RuleState started = called.codecs.plan.startedBy(RuleState.starters(cursor.ruleState));
        return EncodedStart.of(called.codecs, called.starts, state, input, started);
    }

    /** Returns the events of the runs that this call starts. */
    List<RunEvent.Started> started() {
        return started;
    }

    /** The call of the starts that were written last. */
    NewCall call() {
        return new NewCall(children, maxFamily);
    }
}
