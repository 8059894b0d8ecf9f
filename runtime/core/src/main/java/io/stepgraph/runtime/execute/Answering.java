package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswer;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.StaleAnswer;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/** Answers questions of runs of one graph (I2, I3, I4). */
final class Answering<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> runner;
    private final StoredPositions<S, N> positions;
    private final Shield store;
    private final RunnerConfig config;
    private final Claims claims;

    Answering(
            GraphRunner<A, S, E, N> runner,
            StoredPositions<S, N> positions,
            Shield store,
            RunnerConfig config,
            Claims claims) {
        this.runner = runner;
        this.positions = positions;
        this.store = store;
        this.config = config;
        this.claims = claims;
    }

    /** An answer as it was given: as an object, or as a text that the interrupt knows how to read. */
    @FunctionalInterface
    interface Given<N extends Enum<N>> {
        Object answerTo(StepPlan<N> interrupt);
    }

    /** The run that a ticket is for. */
    RunKey key(Ticket ticket) {
        if (!ticket.scope().equals(config.scope())) {
            throw stale(ticket, "is of no run in scope '" + config.scope() + "'");
        }
        return new RunKey(ticket.scope(), ticket.runId());
    }

    /**
     * Stores an answer and executes the run up to its next stop.
     *
     * @return null if this very answer was stored before
     */
    @Nullable Stop<N> answer(RunKey key, Ticket ticket, Given<N> given, Execution mine) {
        RunRecord found = store.find(key);
        if (found == null) {
            throw stale(ticket, "is of a run that is gone");
        }
        positions.checkGraph(found);
        StepPlan<N> interrupt = interrupt(ticket, found);
        Object answer = given.answerTo(interrupt);
        StepPlan<N> target = target(interrupt, answer);
        boolean isOpen = isOpen(ticket, found);
        // The counts of a run that went on since are not those of the ticket's visit; the store refuses that ticket.
        Entry<N> entry = isOpen
                ? Entry.byAnswer(runner.plan, interrupt, target, answer, positions.marks(found))
                : new Entry<>(target, null);
        Marks marks = entry.marks();
        long visit = ticket.visit() + 1;
        Checkpoint next = new Checkpoint(
                entry.step().name,
                entry.step().takesInput ? runner.values.input(entry.step()).write(answer) : null,
                null,
                visit,
                1,
                0,
                visit,
                marks == null ? null : runner.values.marks().write(marks.stored(runner.plan)));
        Json stored = runner.values.answers(interrupt).write(answer);
        S state = isOpen ? positions.state(found) : null;
        RunRecord acquired = store(
                ticket,
                new Answer(key, ticket.incarnation(), ticket.visit(), ticket.nonce(), stored, null, next),
                found);
        if (acquired == null) {
            return null;
        }
        runner.events(key.id()).answered(ticket, answer);
        Position<S, N> at = new Position<>(
                entry.step(),
                state == null ? positions.state(acquired) : state,
                entry.step().takesInput ? answer : null,
                marks);
        StoredPositions.settle(at, acquired.checkpoint());
        return runner.toNextStop(acquired, at, mine, runner.hooks(key.id()));
    }

    private @Nullable RunRecord store(Ticket ticket, Answer answer, RunRecord seen) {
        try {
            return claims.answer(answer, seen);
        } catch (RunNotFound gone) {
            throw stale(ticket, "is of a run that is gone");
        }
    }

    private StepPlan<N> interrupt(Ticket ticket, RunRecord found) {
        StepPlan<N> interrupt = runner.plan.find(ticket.interrupt());
        if (interrupt == null && found.checkpoint().step().equals(ticket.interrupt())) {
            return positions.step(found);
        }
        if (interrupt == null || !interrupt.isInterrupt) {
            throw stale(ticket, "is of no interrupt of graph '" + runner.plan.spec.name() + "'");
        }
        return interrupt;
    }

    private StepPlan<N> target(StepPlan<N> interrupt, Object answer) {
        // The end of the waiting time is nobody's answer.
        N target = answer instanceof Expired ? null : runner.route(interrupt.step, answer);
        if (target == null) {
            throw new InvalidAnswer("A " + answer.getClass().getName() + " is no answer to interrupt '" + interrupt.name
                    + "', which accepts " + interrupt.spec.answers() + ". The run still waits.");
        }
        return runner.plan.step(target);
    }

    private static boolean isOpen(Ticket ticket, RunRecord found) {
        return found.rest() instanceof Rest.Asked asked
                && found.incarnation() == ticket.incarnation()
                && found.checkpoint().visit() == ticket.visit()
                && asked.nonce().equals(ticket.nonce());
    }

    private static StaleAnswer stale(Ticket ticket, String why) {
        return new StaleAnswer("The ticket for visit " + ticket.visit() + " of run '" + ticket.runId() + "' " + why
                + ". Nothing was changed.");
    }
}
