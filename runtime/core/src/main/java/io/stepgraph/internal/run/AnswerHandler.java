package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.AnswerCodec;
import io.stepgraph.internal.answer.GivenAnswer;
import io.stepgraph.internal.answer.TicketCheck;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.LeaseAcquirer;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.GateAnswer;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StoredAnswer;
import io.stepgraph.internal.visit.AnswerRouter;
import io.stepgraph.internal.visit.AnswerRouter.Route;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TicketSecrets;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stores answers to questions of runs of one graph, and continues with answers that were stored elsewhere (I3, I4). */
final class AnswerHandler<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final AnswerRouter<S, N> router;
    private final LeaseAcquirer leases;
    private final GuardedStore store;
    private final Observers observers;
    private final Time clock;

    AnswerHandler(GraphRunner<A, S, E, N> graph, StoredRunReader<S, N> records, RunnerContext runner) {
        this.graph = graph;
        this.records = records;
        this.leases = runner.leases();
        this.store = runner.store();
        this.observers = runner.observers();
        this.clock = runner.config().time();
        this.router = graph.router;
    }

    /**
     * An answer, or the end of its time, that may be stored.
     *
     * @param found the run as it was read
     * @param value the answer as later readers of the log get it
     * @param route its way; null unless the ticket is that of the last question
     * @param stored the stored answer; null if its time is over
     * @param actor who answers; null if nobody said
     */
    private record Reply<N extends Enum<N>>(
            StoredRun found,
            Ticket ticket,
            StepPlan<N> interrupt,
            Object value,
            @Nullable Route<N> route,
            @Nullable Json stored,
            @Nullable Actor actor) {

        RunEvent event() {
            return stored == null
                    ? new RunEvent.QuestionExpired(ticket.runId(), ticket)
                    : RunEvent.Answered.by(ticket, value, actor);
        }
    }

    /** Stores an answer. {@link Decision.Reload} if this very answer was stored before. */
    Decision<S, N> answer(RunKey key, GivenAnswer<N> given) {
        return store(reply(found(key, given.ticket()), given));
    }

    /**
     * Refuses an answer that need not wait while another call handles the run. As always, the store judges the ticket. It takes
     * none here: a ticket that is not that of the last question will not be open again.
     *
     * @throws StaleAnswerException if the ticket is no longer good for this answer
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    void check(RunKey key, GivenAnswer<N> given) {
        Reply<N> reply = reply(found(key, given.ticket()), given);
        if (reply.route() == null) {
            acquire(reply);
        }
    }

    /** Lets a question expire (I5). {@link Decision.Reload} if somebody else has let it expire, or has cancelled the run. */
    Decision<S, N> expire(StoredRun found) {
        StepPlan<N> interrupt = records.interrupt(found);
        Route<N> route = router.expired(found.key().id(), found.checkpoint(), interrupt);
        String nonce = ((StopReason.QuestionAsked) Objects.requireNonNull(found.stopReason())).nonce();
        Ticket ticket = found.ticket(nonce);
        try {
            return store(new Reply<>(found, ticket, interrupt, route.value(), route, null, null));
        } catch (StaleAnswerException changed) {
            return new Decision.Reload<>();
        }
    }

    /**
     * Continues with an answer that a process without this graph has stored (I4). This build routes it now, so that it passes
     * no step through which this build leads an answer. If this build does not accept the answer, the run waits with its
     * question again.
     */
    Decision<S, N> acquireAnswered(StoredRun found, StopReason.Answered submitted) {
        StepPlan<N> interrupt = records.interrupt(found);
        Ticket ticket = found.ticket(submitted.nonce());
        Route<N> route;
        try {
            route = router.stored(
                    ticket.runId(),
                    found.checkpoint(),
                    interrupt,
                    submitted.answer(),
                    submitted.by(),
                    (answer, first) -> answered(found, interrupt, answer, first));
        } catch (InvalidAnswerException | NotStorableException refused) {
            refuse(found, interrupt, ticket, Failures.message(refused));
            return new Decision.Reload<>();
        }
        S state = records.state(found);
        RunEvent event = new RunEvent.Resumed(
                ticket.runId(), route.next().step(), route.next().visit());
        AcquiredRun acquired = leases.acquireAnswered(found, route.next(), EventCodec.write(event));
        if (acquired == null) {
            return new Decision.Reload<>();
        }
        observers.publish(event, found.thread());
        return new Decision.Execute<>(
                acquired, route.cursor(state, acquired.run().checkpoint()), null);
    }

    private StoredRun found(RunKey key, Ticket ticket) {
        StoredRun found = store.call(s -> s.runs().find(key));
        if (found == null) {
            throw TicketSecrets.stale(ticket, "is of a run that is gone");
        }
        records.check(found);
        return found;
    }

    /**
     * Reads an answer that a caller gives.
     *
     * @throws StaleAnswerException if its ticket is no longer good, as far as that is known here
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    private Reply<N> reply(StoredRun found, GivenAnswer<N> given) {
        Ticket ticket = given.ticket();
        StepPlan<N> interrupt = interrupt(ticket, found);
        Object answer;
        try {
            answer = given.value().apply(interrupt);
            router.target(interrupt, answer);
        } catch (InvalidAnswerException misfit) {
            TicketCheck.checkMisfit(store.call(s -> s.log().questions(found.key())), ticket, found);
            throw misfit;
        }
        // The counts of a run that has continued are not those of the ticket's visit; the store refuses that ticket.
        Json stored = graph.codecs.answers(interrupt).write(answer);
        Route<N> route = TicketCheck.isLast(ticket, found)
                ? router.route(
                        ticket.runId(),
                        found.checkpoint(),
                        interrupt,
                        answer,
                        Names.orNull(given.actor()),
                        (value, first) -> answered(found, interrupt, value, first))
                : null;
        Object value = route == null ? answer : route.value();
        return new Reply<>(found, ticket, interrupt, value, route, stored, given.actor());
    }

    /** An answer to the question that a run has asked last, as the steps get it that take both. */
    private StoredAnswer answered(StoredRun found, StepPlan<N> interrupt, Object answer, @Nullable GateAnswer first) {
        StoredQuestion asked = asked(found);
        Instant at = asked.answeredAt() == null ? clock.now() : asked.answeredAt();
        String run = found.runNumber() + " " + found.key().id() + " " + found.startedAt();
        return graph.answered.stored(interrupt, asked.question(), answer, first, at, run + " " + asked.visit());
    }

    /** The question that a run has asked last. */
    private StoredQuestion asked(StoredRun found) {
        long visit = found.checkpoint().visit();
        return store.call(s -> s.log().questions(found.key())).stream()
                .filter(question -> question.visit() == visit)
                .findFirst()
                .orElseThrow(() -> new StepgraphException(
                        ErrorCode.CORRUPT_CHECKPOINT,
                        "Run '" + found.key() + "' waits at visit " + visit + ", and its question is not stored."));
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

    private void refuse(StoredRun found, StepPlan<N> interrupt, Ticket ticket, String why) {
        AnswerRule rule = AnswerRule.of(asked(found).answerSchema(), found.key().id());
        Json schema = graph.codecs.answers(interrupt).schema();
        Json answerSchema = rule == null ? schema : rule.in(schema);
        RunEvent event = new RunEvent.AnswerRefused(ticket.runId(), ticket, why);
        List<Json> events = List.of(EventCodec.write(event));
        if (store.write(
                found.key(), s -> s.runs().reopenQuestion(found, answerSchema, interrupt.spec.expires(), events))) {
            observers.publish(event, found.thread());
        }
    }

    private Decision<S, N> store(Reply<N> reply) {
        StoredRun found = reply.found();
        Route<N> route = reply.route();
        if (route == null) {
            acquire(reply);
            return new Decision.Reload<>();
        }
        // Unreadable data is found before anything is written (S2).
        S state = records.state(found);
        AcquiredRun acquired = acquire(reply);
        if (acquired == null) {
            return new Decision.Reload<>();
        }
        observers.publish(reply.event(), found.thread());
        return new Decision.Execute<>(
                acquired, route.cursor(state, acquired.run().checkpoint()), null);
    }

    /** Null if this very answer was stored before. */
    private @Nullable AcquiredRun acquire(Reply<N> reply) {
        Answer answer = new Answer(
                reply.ticket(),
                reply.stored(),
                reply.actor(),
                List.of(EventCodec.write(reply.event(), reply.stored())));
        try {
            return acquire(answer, reply);
        } catch (RunNotFoundException gone) {
            throw TicketSecrets.stale(reply.ticket(), "is of a run that is gone");
        } catch (StaleAnswerException stale) {
            Json same = asWrittenBefore(reply);
            if (same == null) {
                throw stale;
            }
            // The store still judges the ticket.
            return acquire(answer.withAnswer(same), reply);
        }
    }

    /** Under the ticket of an earlier question, nothing is acquired: the store throws, or has this very answer. */
    private @Nullable AcquiredRun acquire(Answer answer, Reply<N> reply) {
        Route<N> route = reply.route();
        if (route == null) {
            store.write(answer.key(), s -> s.runs().answer(answer, null));
            return null;
        }
        return leases.answer(answer, route.next(), reply.found());
    }

    /** This very answer, as another build or the other method wrote it; null if another answer, or none, is stored. */
    private @Nullable Json asWrittenBefore(Reply<N> reply) {
        StoredRun found = reply.found();
        StoredQuestion asked = TicketCheck.question(
                store.call(s -> s.log().questions(found.key())), reply.ticket(), found.runNumber());
        Json before = asked == null ? null : asked.answer();
        if (before == null) {
            return null;
        }
        AnswerCodec answers = graph.codecs.answers(reply.interrupt());
        try {
            return answers.write(answers.readStored(before)).equals(reply.stored()) ? before : null;
        } catch (UnreadableValueException | NotStorableException other) {
            return null;
        }
    }
}
