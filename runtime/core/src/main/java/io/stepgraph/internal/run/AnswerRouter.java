package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.GivenAnswer;
import io.stepgraph.internal.answer.TicketCheck;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.visit.AnswerRoutes;
import io.stepgraph.internal.visit.AnswerRoutes.Route;
import io.stepgraph.internal.visit.CheckpointReader;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TicketSecrets;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads answers, and finds the step that takes them, through the gates of the graph (I2). It writes nothing. */
public final class AnswerRouter<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final AnswerRoutes<S, N> routes;
    private final Store store;

    public AnswerRouter(GraphRunner<A, S, E, N> graph, StoredRunReader<S, N> records, Store store) {
        this.graph = graph;
        this.records = records;
        this.routes = graph.routes;
        this.store = store;
    }

    /**
     * An answer, or the end of its time, that may be stored.
     *
     * @param found the run as it was read
     * @param stored the stored answer; null if its time has expired
     * @param by who answers; null if nobody said
     */
    public record Reply<N extends Enum<N>>(
            StoredRun found,
            Ticket ticket,
            StepPlan<N> interrupt,
            Route<N> route,
            @Nullable Json stored,
            @Nullable String by) {

        /** The event that the run reports. Listeners get the answer as later readers of the log do. */
        public RunEvent event() {
            String runId = ticket.runId();
            if (stored == null) {
                return new RunEvent.QuestionExpired(runId, ticket);
            }
            return new RunEvent.Answered(
                    runId,
                    ticket,
                    route.input() == null ? route.answer() : route.input().value(),
                    by);
        }
    }

    /**
     * Reads an answer that a caller gives.
     *
     * @throws io.stepgraph.runtime.StaleAnswerException if its ticket is no longer good, as far as that is known here
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    public Reply<N> reply(StoredRun found, GivenAnswer<N> given) {
        Ticket ticket = given.ticket();
        StepPlan<N> interrupt = interrupt(ticket, found);
        Object answer;
        StepPlan<N> target;
        try {
            answer = given.value().apply(interrupt);
            target = routes.target(interrupt, answer);
        } catch (InvalidAnswerException misfit) {
            TicketCheck.checkMisfit(store, ticket, found);
            throw misfit;
        }
        // The counts of a run that has continued are not those of the ticket's visit; the store refuses that ticket.
        GateEntry<N> entry = TicketCheck.isLast(ticket, found)
                ? entry(found, interrupt, target, answer)
                : new GateEntry<>(target, null);
        Json stored = graph.codecs.answers(interrupt).write(answer);
        return new Reply<>(found, ticket, interrupt, routes.route(entry, answer), stored, given.by());
    }

    /** The end of the time for an answer (I5). */
    public Reply<N> expiry(StoredRun found) {
        StepPlan<N> interrupt = records.step(found);
        Expired expired = new Expired();
        StepPlan<N> target = routes.target(interrupt, expired, found.key().id());
        GateEntry<N> entry = entry(found, interrupt, target, expired);
        Ticket ticket = StoredRunReader.ticket(
                found, ((StopReason.QuestionAsked) Objects.requireNonNull(found.stopReason())).nonce());
        return new Reply<>(found, ticket, interrupt, routes.route(entry, expired), null, null);
    }

    /**
     * The route of an answer that a process without this graph has stored (I4).
     *
     * @throws InvalidAnswerException if this build does not accept it
     */
    public Route<N> submitted(StoredRun found, StepPlan<N> interrupt, Json stored) {
        Object answer = graph.codecs.answers(interrupt).read(stored.text());
        StepPlan<N> target = routes.target(interrupt, answer);
        return routes.route(entry(found, interrupt, target, answer), answer);
    }

    private GateEntry<N> entry(StoredRun asked, StepPlan<N> interrupt, StepPlan<N> target, Object answer) {
        long visit = asked.checkpoint().visit();
        return GateEntry.byAnswer(graph.plan, interrupt, visit, target, answer, records.ruleState(asked));
    }

    /** The first visit of the step that takes the answer. */
    public StepEntry checkpoint(Route<N> route, Ticket ticket, StoredRun found) {
        return routes.checkpoint(route, ticket.visit(), found.checkpoint().budgetStartVisit());
    }

    /** The position of the acquired run at the step that takes the answer. */
    public StepCursor<S, N> position(Route<N> route, S state, StoredRun acquired) {
        Object input = route.input() == null ? null : route.input().value();
        StepCursor<S, N> cursor = new StepCursor<>(
                route.entry().step(), state, input, route.entry().ruleState());
        CheckpointReader.settle(cursor, acquired.checkpoint());
        return cursor;
    }

    private StepPlan<N> interrupt(Ticket ticket, StoredRun found) {
        StepPlan<N> interrupt = graph.plan.find(ticket.interrupt());
        if (interrupt == null && found.checkpoint().step().equals(ticket.interrupt())) {
            return records.step(found);
        }
        if (interrupt == null || !interrupt.isInterrupt) {
            throw TicketSecrets.stale(ticket, "belongs to no interrupt of graph '" + graph.plan.spec.name() + "'");
        }
        return interrupt;
    }
}
