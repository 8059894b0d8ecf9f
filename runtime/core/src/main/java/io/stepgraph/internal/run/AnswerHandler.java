package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.AnswerCodec;
import io.stepgraph.internal.answer.GivenAnswer;
import io.stepgraph.internal.answer.TicketCheck;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.LeaseAcquirer;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.log.Events;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.visit.AnswerRoutes.Route;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TicketSecrets;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Answer;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores answers to questions of runs of one graph, and continues with answers that were stored elsewhere (I3, I4). */
final class AnswerHandler<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final AnswerRouter<A, S, E, N> router;
    private final LeaseAcquirer leases;
    private final Store store;
    private final Events listeners;

    AnswerHandler(GraphRunner<A, S, E, N> graph, StoredRunReader<S, N> records, RunnerContext runner) {
        this.graph = graph;
        this.records = records;
        this.leases = runner.leases();
        this.store = runner.store();
        this.listeners = runner.events();
        this.router = new AnswerRouter<>(graph, records, store);
    }

    /** Stores an answer. {@link Decision.Reload} if this very answer was stored before. */
    Decision<S, N> answer(RunKey key, GivenAnswer<N> given) {
        return store(router.reply(found(key, given.ticket()), given));
    }

    /**
     * Refuses an answer that need not wait while another call handles the run. As always, the store judges the ticket. It takes
     * none here: a ticket that is not that of the last question will not be open again.
     *
     * @throws StaleAnswerException if the ticket is no longer good for this answer
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    void check(RunKey key, GivenAnswer<N> given) {
        AnswerRouter.Reply<N> reply = router.reply(found(key, given.ticket()), given);
        if (!TicketCheck.isLast(reply.ticket(), reply.found())) {
            acquire(reply);
        }
    }

    /** Lets a question expire (I5). {@link Decision.Reload} if somebody else has let it expire, or has cancelled the run. */
    Decision<S, N> expire(StoredRun found) {
        AnswerRouter.Reply<N> reply = router.expiry(found);
        try {
            return store(reply);
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
        Ticket ticket = StoredRunReader.ticket(found, submitted.nonce());
        Route<N> route;
        try {
            route = router.submitted(found, interrupt, submitted.answer());
        } catch (InvalidAnswerException | NotStorableException refused) {
            refuse(found, interrupt, ticket, Failures.message(refused));
            return new Decision.Reload<>();
        }
        S state = records.state(found);
        StepEntry next = router.checkpoint(route, ticket, found);
        RunEvent event = new RunEvent.Resumed(ticket.runId(), next.step(), next.visit());
        AcquiredRun acquired = leases.acquireAnswered(found, next, EventCodec.write(event));
        if (acquired == null) {
            return new Decision.Reload<>();
        }
        StepCursor<S, N> cursor = router.position(route, state, acquired.run());
        listeners.publish(event, found.thread());
        return new Decision.Execute<>(acquired, cursor, null);
    }

    private StoredRun found(RunKey key, Ticket ticket) {
        StoredRun found = store.find(key);
        if (found == null) {
            throw TicketSecrets.stale(ticket, "is of a run that is gone");
        }
        records.check(found);
        return found;
    }

    private void refuse(StoredRun found, StepPlan<N> interrupt, Ticket ticket, String why) {
        Json answerSchema = graph.codecs.answers(interrupt).schema();
        RunEvent event = new RunEvent.AnswerRefused(ticket.runId(), ticket, why);
        if (store.reopenQuestion(found, answerSchema, interrupt.spec.expires(), List.of(EventCodec.write(event)))) {
            listeners.publish(event, found.thread());
        }
    }

    private Decision<S, N> store(AnswerRouter.Reply<N> reply) {
        StoredRun found = reply.found();
        // Unreadable data is found before anything is written (S2).
        S state = TicketCheck.isLast(reply.ticket(), found) ? records.state(found) : null;
        AcquiredRun acquired = acquire(reply);
        if (acquired == null) {
            return new Decision.Reload<>();
        }
        listeners.publish(reply.event(), found.thread());
        S now = state == null ? records.state(acquired.run()) : state;
        return new Decision.Execute<>(acquired, router.position(reply.route(), now, acquired.run()), null);
    }

    /** Null if this very answer was stored before. */
    private @Nullable AcquiredRun acquire(AnswerRouter.Reply<N> reply) {
        StepEntry next = router.checkpoint(reply.route(), reply.ticket(), reply.found());
        Answer answer = new Answer(
                reply.ticket(), reply.stored(), reply.by(), List.of(EventCodec.write(reply.event(), reply.stored())));
        try {
            return leases.answer(answer, next, reply.found());
        } catch (RunNotFoundException gone) {
            throw TicketSecrets.stale(reply.ticket(), "is of a run that is gone");
        } catch (StaleAnswerException stale) {
            Json same = asWrittenBefore(reply);
            if (same == null) {
                throw stale;
            }
            // The store still judges the ticket.
            return leases.answer(answer.withAnswer(same), next, reply.found());
        }
    }

    /** This very answer, as another build or the other method wrote it; null if another answer, or none, is stored. */
    private @Nullable Json asWrittenBefore(AnswerRouter.Reply<N> reply) {
        StoredQuestion asked =
                TicketCheck.question(store, reply.ticket(), reply.found().runNumber());
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
