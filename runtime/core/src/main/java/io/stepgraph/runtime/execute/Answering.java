package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswer;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.StaleAnswer;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.UnknownStep;
import io.stepgraph.runtime.UnstorableState;
import io.stepgraph.runtime.json.AnswerCodec;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.StoredQuestion;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers questions of runs of one graph, and goes on with what was answered elsewhere (I2, I3, I4). */
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
            throw Tickets.stale(ticket, "is of no run in scope '" + config.scope() + "'");
        }
        return new RunKey(ticket.scope(), ticket.runId());
    }

    /** An answer, or the end of its time, that may be stored. */
    private record Reply<N extends Enum<N>>(
            RunRecord found,
            Ticket ticket,
            StepPlan<N> interrupt,
            Object answer,
            @Nullable String by,
            Entry<N> entry,
            @Nullable Json stored,
            @Nullable Stored input,
            Json event) {}

    /**
     * Stores an answer and executes the run up to its next stop.
     *
     * @return null to look again, since this very answer was stored before, or the run is delayed or goes on elsewhere
     */
    @Nullable Stop<N> answer(RunKey key, Ticket ticket, Given<N> given, @Nullable String by, Execution mine) {
        return goOn(reply(key, ticket, given, by), mine);
    }

    /**
     * Refuses an answer for which it makes no sense to wait, while another call has the run in hand. As ever, the store judges
     * the ticket. It takes none here: a ticket that is not that of the last question will not be open again.
     *
     * @throws StaleAnswer if the ticket is no longer good for this answer
     * @throws InvalidAnswer if the answer misfits
     */
    void check(RunKey key, Ticket ticket, Given<N> given, @Nullable String by) {
        Reply<N> reply = reply(key, ticket, given, by);
        if (!Tickets.isLast(ticket, reply.found)) {
            Claimed unused = store(reply);
        }
    }

    private Reply<N> reply(RunKey key, Ticket ticket, Given<N> given, @Nullable String by) {
        RunRecord found = store.find(key);
        if (found == null) {
            throw Tickets.stale(ticket, "is of a run that is gone");
        }
        positions.checkGraph(found);
        StepPlan<N> interrupt = interrupt(ticket, found);
        Object answer;
        StepPlan<N> target;
        try {
            answer = given.answerTo(interrupt);
            target = target(interrupt, answer);
        } catch (InvalidAnswer misfit) {
            Tickets.checkMisfit(store, ticket, found);
            throw misfit;
        }
        // The counts of a run that went on since are not those of the ticket's visit; the store refuses that ticket.
        Entry<N> entry = Tickets.isLast(ticket, found)
                ? Entry.byAnswer(runner.plan, interrupt, target, answer, positions.marks(found))
                : new Entry<>(target, null);
        Json stored = runner.values.answers(interrupt).write(answer);
        return new Reply<>(
                found,
                ticket,
                interrupt,
                answer,
                by,
                entry,
                stored,
                input(entry, answer),
                RunLog.answeredDocument(ticket, stored, by));
    }

    /**
     * Lets a question expire whose time is over, and executes the run up to its next stop (I5).
     *
     * @return null to look again
     */
    @Nullable Stop<N> expire(RunRecord found, Execution mine) {
        StepPlan<N> interrupt = positions.step(found);
        Expired expired = new Expired();
        N target = runner.route(interrupt.step, expired);
        if (target == null) {
            throw new UnknownStep("The question of interrupt '" + interrupt.name + "' in run '" + found.key()
                    + "' has expired, and no step of this build takes Expired. Nothing was touched.");
        }
        Entry<N> entry =
                Entry.byAnswer(runner.plan, interrupt, runner.plan.step(target), expired, positions.marks(found));
        Ticket ticket = StoredStops.ticket(found, ((Rest.Asked) Objects.requireNonNull(found.rest())).nonce());
        Json event = RunLog.expiredDocument(ticket);
        try {
            Stored input = input(entry, expired);
            return goOn(new Reply<>(found, ticket, interrupt, expired, null, entry, null, input, event), mine);
        } catch (StaleAnswer changed) {
            // Somebody else has let it expire, or has cancelled the run.
            return null;
        }
    }

    /**
     * Goes on with an answer that was stored where this graph was not at hand (I4). Where it leads is found out here and now,
     * so that no step is passed by which this build leads an answer through. One that this build does not take is refused, and
     * the run waits with its question again.
     *
     * @return null to look again
     */
    @Nullable Stop<N> takeUp(RunRecord found, Rest.Answered submitted, Execution mine) {
        StepPlan<N> interrupt = positions.interrupt(found);
        Ticket ticket = StoredStops.ticket(found, submitted.nonce());
        Object answer;
        Entry<N> entry;
        Stored input;
        try {
            answer = runner.values.answers(interrupt).read(submitted.answer().text());
            entry = Entry.byAnswer(runner.plan, interrupt, target(interrupt, answer), answer, positions.marks(found));
            input = input(entry, answer);
        } catch (InvalidAnswer | UnstorableState refused) {
            refuse(found, interrupt, ticket, Failures.message(refused));
            return null;
        }
        S state = positions.state(found);
        Checkpoint next = checkpoint(entry, input, ticket.visit() + 1);
        Claimed claimed = claims.takeUp(found, next, RunLog.resumedDocument(entry.step().name, next.visit()));
        if (claimed == null) {
            return null;
        }
        Position<S, N> at = at(entry, state, input, claimed.run());
        RunLog<N> log = runner.log(found.key());
        log.acquired(found.status(), at);
        return goOn(claimed, at, mine, log);
    }

    private void refuse(RunRecord found, StepPlan<N> interrupt, Ticket ticket, String why) {
        Json accepts = runner.values.answers(interrupt).schema();
        List<Json> events = List.of(RunLog.answerRefusedDocument(ticket, why));
        if (store.refuse(found, accepts, interrupt.spec.expires(), events)) {
            runner.log(found.key()).answerRefused(ticket, why);
        }
    }

    private @Nullable Stop<N> goOn(Reply<N> reply, Execution mine) {
        RunRecord found = reply.found;
        S state = Tickets.isLast(reply.ticket, found) ? positions.state(found) : null;
        Claimed claimed = store(reply);
        if (claimed == null) {
            return null;
        }
        RunRecord acquired = claimed.run();
        RunLog<N> log = runner.log(found.key());
        log.answered(reply.ticket, told(reply), reply.by);
        Position<S, N> at = at(reply.entry, state == null ? positions.state(acquired) : state, reply.input, acquired);
        return goOn(claimed, at, mine, log);
    }

    /** As who reads the log later is told. */
    private Object told(Reply<N> reply) {
        return reply.stored == null || reply.input == null ? reply.answer : reply.input.value();
    }

    private @Nullable Stop<N> goOn(Claimed claimed, Position<S, N> at, Execution mine, RunLog<N> log) {
        return runner.toNextStop(
                claimed, at, mine, runner.hooks(claimed.run().key().id()), log);
    }

    private Position<S, N> at(Entry<N> entry, S state, @Nullable Stored input, RunRecord acquired) {
        Position<S, N> at = new Position<>(entry.step(), state, input == null ? null : input.value(), entry.marks());
        StoredPositions.settle(at, acquired.checkpoint());
        return at;
    }

    /** Null if this very answer was stored before. */
    private @Nullable Claimed store(Reply<N> reply) {
        Ticket ticket = reply.ticket;
        Checkpoint next = checkpoint(reply.entry, reply.input, ticket.visit() + 1);
        Answer answer = new Answer(ticket, reply.stored, reply.by, List.of(reply.event));
        try {
            return claims.answer(answer, next, reply.found);
        } catch (RunNotFound gone) {
            throw Tickets.stale(ticket, "is of a run that is gone");
        } catch (StaleAnswer stale) {
            Json same = asWrittenBefore(reply);
            if (same == null) {
                throw stale;
            }
            // The store still judges the ticket.
            return claims.answer(answer.withAnswer(same), next, reply.found);
        }
    }

    /** This very answer, as another build or another door has written it; null if another answer, or none, is stored. */
    private @Nullable Json asWrittenBefore(Reply<N> reply) {
        StoredQuestion asked = Tickets.question(store, reply.ticket, reply.found.incarnation());
        Json before = asked == null ? null : asked.answer();
        if (before == null) {
            return null;
        }
        AnswerCodec answers = runner.values.answers(reply.interrupt);
        try {
            return answers.write(answers.readStored(before)).equals(reply.stored) ? before : null;
        } catch (UnreadableValue | UnstorableState other) {
            return null;
        }
    }

    private @Nullable Stored input(Entry<N> entry, Object answer) {
        StepPlan<N> target = entry.step();
        return target.takesInput ? runner.values.input(target).store(answer) : null;
    }

    private Checkpoint checkpoint(Entry<N> entry, @Nullable Stored input, long visit) {
        StepPlan<N> target = entry.step();
        Marks marks = entry.marks();
        return new Checkpoint(
                target.name,
                input == null ? null : input.json(),
                null,
                visit,
                1,
                0,
                visit,
                marks == null ? null : runner.values.marks().write(marks.stored(runner.plan)));
    }

    private StepPlan<N> interrupt(Ticket ticket, RunRecord found) {
        StepPlan<N> interrupt = runner.plan.find(ticket.interrupt());
        if (interrupt == null && found.checkpoint().step().equals(ticket.interrupt())) {
            return positions.step(found);
        }
        if (interrupt == null || !interrupt.isInterrupt) {
            throw Tickets.stale(ticket, "is of no interrupt of graph '" + runner.plan.spec.name() + "'");
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
}
