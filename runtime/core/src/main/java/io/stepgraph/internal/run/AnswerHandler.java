package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.GivenAnswer;
import io.stepgraph.internal.answer.QuestionEnd;
import io.stepgraph.internal.answer.TicketSecrets;
import io.stepgraph.internal.codec.AnswerCodec;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.RunOrigin;
import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerContext;
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
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Answer;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stores answers to questions of runs of one graph, and continues with answers that were stored elsewhere (I3, I4),
 * with messages (Q6), or when a time is over (I5, Q1).
 */
final class AnswerHandler<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final RunnerContext runner;
    private final AnswerRecorder recorder;

    AnswerHandler(GraphRunner<A, S, E, N> graph, StoredRunReader<S, N> records, RunnerContext runner) {
        this.graph = graph;
        this.records = records;
        this.runner = runner;
        this.recorder = new AnswerRecorder(runner);
    }

    /**
     * An answer, or the end of its time, that may be stored.
     *
     * @param found the run as it was read
     * @param route its way; null unless the ticket is that of the last question
     * @param event its event, with the answer as observers get it
     */
    private record Reply<N extends Enum<N>>(
            StoredRun found,
            StepPlan<N> interrupt,
            @Nullable Route<N> route,
            RunEvent event,
            Ticket ticket,
            @Nullable Json stored,
            @Nullable Actor actor) {

        /** Returns the same answer, for another process to take up. */
        Reply<N> withoutRoute() {
            return new Reply<>(found, interrupt, null, event, ticket, stored, actor);
        }
    }

    /** Stores an answer. {@link Decision.Reload} if this very answer was stored before. */
    Decision<S, N> answer(GivenAnswer<N> given) {
        return store(reply(given));
    }

    /** Stores an answer, unless this very answer is stored, and leaves the run to a worker. */
    void submit(GivenAnswer<N> given) {
        acquire(reply(given).withoutRoute());
    }

    /**
     * Returns an answer as it is now, so that later changes by the caller have no effect.
     *
     * @throws StaleAnswerException if there is no run of its ticket
     */
    GivenAnswer<N> copied(GivenAnswer<N> given) {
        Reply<N> reply = reply(given);
        Json written = Objects.requireNonNull(reply.stored());
        return new GivenAnswer<>(
                given.ticket(), interrupt -> graph.codecs.answers(interrupt).readStored(written), given.actor());
    }

    /**
     * Refuses an answer that need not wait while another call handles the run. As always, the store judges the ticket.
     * It takes none here: a ticket that is not that of the last question has an answer, this one or another.
     *
     * @throws StaleAnswerException if the ticket is no longer good for this answer
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    void check(GivenAnswer<N> given) {
        Reply<N> reply = reply(given);
        if (reply.route() == null) {
            acquire(reply);
        }
    }

    /**
     * Lets a question expire (I5). {@link Decision.Reload} if somebody else has let it expire, or has cancelled the
     * run.
     */
    Decision<S, N> expire(StoredRun found) {
        StepPlan<N> interrupt = records.interrupt(found);
        Route<N> route = graph.router.expired(found.key().id(), found.checkpoint(), interrupt);
        Ticket ticket = found.ticket(((StopReason.QuestionAsked) Objects.requireNonNull(found.stopReason())).nonce());
        RunEvent event = new RunEvent.QuestionExpired(ticket.runId(), ticket);
        try {
            return store(new Reply<>(found, interrupt, route, event, ticket, null, null));
        } catch (StaleAnswerException changed) {
            return new Decision.Reload<>();
        }
    }

    /**
     * Continues with an answer that a process without this graph has stored (I4). This build routes it now, so that it
     * passes no step through which this build leads an answer. If this build does not accept the answer, the run waits
     * with its question again.
     */
    Decision<S, N> acquireAnswered(StoredRun found, StopReason.Answered submitted) {
        StepPlan<N> interrupt = records.interrupt(found);
        Route<N> route;
        try {
            Object answer =
                    graph.codecs.answers(interrupt).read(submitted.answer().text());
            route = route(found, interrupt, answer, submitted.by());
        } catch (InvalidAnswerException | NotStorableException refused) {
            refuse(found, interrupt, found.ticket(submitted.nonce()), Failures.message(refused));
            return new Decision.Reload<>();
        }
        return goOn(found, route);
    }

    /** Continues a run that has waited for a time, at the step that follows the wait (Q1), or for a message in vain. */
    Decision<S, N> goOn(StoredRun waited) {
        String id = waited.key().id();
        return goOn(
                waited,
                waited.stopReason() instanceof StopReason.Listens
                        ? graph.router.expired(id, waited.checkpoint(), records.mailbox(waited))
                        : graph.router.waited(id, waited.checkpoint()));
    }

    /**
     * Continues a run at the step that takes the first message of the mailbox at which it stands (Q6).
     *
     * @param isListening whether it has executed the mailbox; else it is only found out whether this build accepts the
     *     message, before anything is written (Q8)
     * @return null if it is to execute the mailbox
     */
    @Nullable Decision<S, N> take(StoredRun found, StepPlan<N> mailbox, boolean isListening) {
        MailboxLook look = runner.store().call(s -> s.messages().look(found.runNumber(), mailbox.spec.names()));
        StoredMessage first = look.first();
        if (first == null) {
            return null;
        }
        Route<N> route = graph.mail(found.key()).route(found.checkpoint(), mailbox, first);
        if (!isListening) {
            return null;
        }
        S state = records.state(found);
        String id = found.key().id();
        StepEntry next = route.next();
        RunEvent resumed = new RunEvent.Resumed(id, next.step(), next.visit());
        RunEvent taken = new RunEvent.MessageTaken(
                id, mailbox.name, found.checkpoint().visit(), first.id(), first.by(), route.value());
        RunReport report = new RunReport(found.key(), found.thread(), resumed)
                .and(new RunReport(found.key(), found.thread(), taken, first.message()));
        MessageWrite.Takes takes = new MessageWrite.Takes(first.number(), look.settled(), next.visit());
        return execute(runner.leases().acquire(found, next, takes, report), route, state);
    }

    private Decision<S, N> goOn(StoredRun found, Route<N> route) {
        // Unreadable data is found before anything is written (S2).
        S state = records.state(found);
        return execute(runner.leases().acquire(found, route.next()), route, state);
    }

    /**
     * Reads an answer that a caller gives.
     *
     * @throws StaleAnswerException if its ticket is no longer good, as far as that is known here
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    private Reply<N> reply(GivenAnswer<N> given) {
        Ticket ticket = given.ticket();
        StoredRun found = recorder.find(ticket);
        records.check(found);
        StepPlan<N> interrupt = interrupt(ticket, found);
        Object answer;
        try {
            answer = given.value().apply(interrupt);
            graph.router.target(interrupt, answer);
        } catch (InvalidAnswerException misfit) {
            throw recorder.misfit(ticket, found, misfit);
        }
        Json stored = graph.codecs.answers(interrupt).write(answer);
        // The counts of a run that has continued are not those of the ticket's visit; the store refuses that ticket.
        Route<N> route = AnswerRecorder.isLast(ticket, found)
                ? route(found, interrupt, answer, Names.orNull(given.actor()))
                : null;
        RunEvent event = RunEvent.Answered.by(ticket, route == null ? answer : route.value(), given.actor());
        return new Reply<>(found, interrupt, route, event, ticket, stored, given.actor());
    }

    private Route<N> route(StoredRun found, StepPlan<N> interrupt, Object answer, @Nullable String by) {
        return graph.router.route(
                found.key().id(),
                question(found, interrupt),
                interrupt,
                answer,
                by,
                (value, first) -> answered(found, interrupt, value, first));
    }

    /** The question that a run has asked last, as the run would ask it again. */
    private AnswerRouter.Question question(StoredRun found, StepPlan<N> interrupt) {
        if (found.stopReason() instanceof StopReason.QuestionAsked waiting) {
            return new AnswerRouter.Question(found.checkpoint(), waiting, found.dueAt());
        }
        StoredQuestion asked = asked(found);
        QuestionEnd end = end(asked, interrupt, found.key().id());
        StopReason.QuestionAsked before =
                new StopReason.QuestionAsked(found.checkAnswered().nonce(), asked.question(), asked.answerSchema());
        return new AnswerRouter.Question(
                found.checkpoint(), before, end == null ? null : end.due().from(asked.askedAt()));
    }

    /** The end of the time for an answer to a question; null if there is none. */
    private @Nullable QuestionEnd end(StoredQuestion asked, StepPlan<N> interrupt, String run) {
        QuestionEnd stored = QuestionEnd.of(asked.answerSchema(), run);
        Due declared = interrupt.fixedEnd();
        return stored != null || declared == null ? stored : new QuestionEnd(declared);
    }

    /** An answer to the question that a run has asked last, as the steps get it that take both. */
    private StoredAnswer answered(StoredRun found, StepPlan<N> interrupt, Object answer, @Nullable GateAnswer first) {
        StoredQuestion asked = asked(found);
        Instant at = asked.answeredAt() == null ? runner.config().clock().wall() : asked.answeredAt();
        RunOrigin origin = RunOrigin.of(found, runner.store());
        String run = origin.number() + " " + found.key().id() + " " + origin.startedAt();
        return graph.answered.stored(interrupt, asked.question(), answer, first, at, run + " " + asked.visit());
    }

    /** The question that a run has asked last. */
    private StoredQuestion asked(StoredRun found) {
        long visit = found.checkpoint().visit();
        return runner.store().call(s -> s.log().questions(found.key())).stream()
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
        StoredQuestion asked = asked(found);
        AnswerRule rule = AnswerRule.of(asked.answerSchema(), found.key().id());
        QuestionEnd end = end(asked, interrupt, found.key().id());
        Json schema = graph.codecs.answers(interrupt).schema();
        Json ruled = rule == null ? schema : rule.in(schema);
        Json answerSchema = end == null ? ruled : end.in(ruled);
        Due due = end == null ? null : end.again(asked.askedAt(), found.readAt());
        RunEvent event = new RunEvent.AnswerRefused(ticket.runId(), ticket, why);
        runner.store()
                .tryWrite(
                        new RunReport(found.key(), found.thread(), event),
                        (s, events) -> s.runs().reopenQuestion(found, answerSchema, due, events));
    }

    private Decision<S, N> store(Reply<N> reply) {
        Route<N> route = reply.route();
        if (route == null) {
            acquire(reply);
            return new Decision.Reload<>();
        }
        // Unreadable data is found before anything is written (S2).
        S state = records.state(reply.found());
        return execute(acquire(reply), route, state);
    }

    private Decision<S, N> execute(@Nullable AcquiredRun acquired, Route<N> route, S state) {
        if (acquired == null) {
            return new Decision.Reload<>();
        }
        return new Decision.Execute<>(
                acquired, route.cursor(state, acquired.run().checkpoint()), null);
    }

    /**
     * Stores an answer. Under the ticket of an earlier question nothing is acquired: the store throws, or has this very
     * answer.
     *
     * @return null if this very answer was stored before
     */
    private @Nullable AcquiredRun acquire(Reply<N> reply) {
        try {
            return acquire(reply, reply.stored());
        } catch (StaleAnswerException stale) {
            Json same = asWrittenBefore(reply);
            if (same == null) {
                throw stale;
            }
            // The store still judges the ticket.
            return acquire(reply, same);
        }
    }

    private @Nullable AcquiredRun acquire(Reply<N> reply, @Nullable Json stored) {
        StoredRun found = reply.found();
        return recorder.store(
                found,
                new RunReport(found.key(), found.thread(), reply.event(), stored),
                events -> new Answer(reply.ticket(), stored, reply.actor(), events),
                reply.route() == null ? null : reply.route().next());
    }

    /**
     * Returns this very answer, as another build or the other method wrote it; null if another answer, or none, is
     * stored.
     */
    private @Nullable Json asWrittenBefore(Reply<N> reply) {
        StoredQuestion asked = recorder.question(reply.ticket(), reply.found());
        Json before = asked == null ? null : asked.answer();
        if (before == null) {
            return null;
        }
        AnswerCodec answers = graph.codecs.answers(reply.interrupt());
        try {
            Json rewritten = answers.write(answers.readStored(before));
            return rewritten.equals(reply.stored()) ? before : null;
        } catch (UnreadableValueException | NotStorableException other) {
            return null;
        }
    }
}
