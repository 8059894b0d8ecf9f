package io.stepgraph.temporal;

import io.stepgraph.internal.answer.TicketSecrets;
import io.stepgraph.internal.effect.DoubtfulEffect;
import io.stepgraph.internal.log.RunStreams;
import io.stepgraph.internal.visit.VisitStart;
import io.stepgraph.internal.visit.Visits;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.RunWorkflow.GivenAnswer;
import io.stepgraph.temporal.workflow.RunWorkflow.Taken;
import io.stepgraph.temporal.workflow.Stop;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The runs of one graph on Temporal. */
final class TemporalRunClient<S, N extends Enum<N>> implements RunClient<S, N> {
    /** The number of messages that may wait in a run (Q8). */
    private static final int MAX_MESSAGES = 1_000;

    private final Visits<S, N> visits;
    private final RunWorkflows workflows;
    private final RunMessages messages;
    private final Outcomes<N> outcomes;
    private final RunStreams streams;
    private final @Nullable String thread;
    private final StartOptions options;
    private final @Nullable Actor actor;

    TemporalRunClient(
            Visits<S, N> visits,
            RunWorkflows workflows,
            RunStreams streams,
            @Nullable String thread,
            StartOptions options,
            @Nullable Actor actor) {
        this.visits = visits;
        this.workflows = workflows;
        this.outcomes = new Outcomes<>(visits, workflows.largeValues());
        this.streams = streams;
        this.thread = thread;
        this.messages = new RunMessages(workflows, visits.spec().name(), thread, this::checked);
        this.options = options;
        this.actor = actor;
    }

    @Override
    public RunClient<S, N> as(Actor other) {
        return new TemporalRunClient<>(
                visits, workflows, streams, thread, options, Names.normalized(other, workflows.names()));
    }

    @Override
    public RunClient<S, N> with(StartOptions others) {
        return new TemporalRunClient<>(
                visits, workflows, streams, thread, Objects.requireNonNull(others, "options"), actor);
    }

    @Override
    public RunOutcome<N> run(String id, S state, @Nullable Object input) {
        checkExecutable(id);
        return executed(id, given(id, state, input), input == null);
    }

    private RunOutcome<N> executed(String id, VisitStart given, boolean isStateGiven) {
        boolean isNew = start(id, given, isStateGiven);
        // A new run that has parked by now needs no other try.
        return outcomes.of(checked(workflows.rest(id, !isNew)));
    }

    @Override
    public RunOutcome<N> run(String id, Supplier<? extends S> state, @Nullable Supplier<?> input) {
        checkExecutable(id);
        RunState known = workflows.find(checked(id));
        if (known != null) {
            return resume(id);
        }
        return executed(id, supplied(id, state, input), false);
    }

    private VisitStart supplied(String id, Supplier<? extends S> state, @Nullable Supplier<?> input) {
        S first = Objects.requireNonNull(state.get(), "what the supplier of the state gave");
        return given(id, first, input == null ? null : input.get());
    }

    @Override
    public boolean enqueue(String id, S state, @Nullable Object input) {
        return start(id, given(id, state, input), input == null);
    }

    @Override
    public boolean enqueue(String id, Supplier<? extends S> state, @Nullable Supplier<?> input) {
        RunState known = workflows.find(checked(id));
        if (known != null) {
            checked(known);
            return false;
        }
        return start(id, supplied(id, state, input), false);
    }

    /** Refuses options that only {@code enqueue} takes. */
    private void checkExecutable(String id) {
        if (options.startAt() != null || options.startAfter() != null) {
            throw new IllegalArgumentException(
                    "Run '" + id + "' was not executed: only enqueue takes a start time, so that"
                            + " the run is executed later. Leave startAt and startAfter out.");
        }
    }

    /** The values are written at once, before the caller can change the objects. */
    private VisitStart given(String id, S state, @Nullable Object input) {
        checked(id);
        visits.checkTypes();
        return visits.start(Objects.requireNonNull(state, "state"), input, by());
    }

    /** Starts the run, unless it exists; then compares the starts, unless it has ended (R3). */
    private boolean start(String id, VisitStart given, boolean isStateGiven) {
        RunState.Start mine =
                workflows.starts().newStart(id, visits.spec().name(), given, options, Names.inLogOrNull(actor), thread);
        RunState.Start stored = workflows.starts().begin(mine, given, isStateGiven);
        checkBelongs(stored);
        boolean isNew = stored.run().equals(mine.run());
        if (!isNew) {
            compare(workflows.existing(id), given);
        }
        return isNew;
    }

    private void compare(RunState found, VisitStart given) {
        RunState.Start stored = found.start();
        if (found.stop() == null || !found.stop().isEnd()) {
            visits.compare(stored.run().id(), workflows.largeValues().whole(stored.document()), given);
        }
    }

    @Override
    public RunOutcome<N> resume(String id) {
        visits.checkTypes();
        checked(workflows.existing(checked(id)));
        return outcomes.of(workflows.rest(id, true));
    }

    @Override
    public RunOutcome<N> await(String id) {
        workflows.service().checkOutsideStep(checked(id));
        checked(workflows.existing(checked(id)));
        return outcomes.of(workflows.rest(id, false));
    }

    @Override
    public RunOutcome<N> retry(String id) {
        visits.checkTypes();
        workflows.starts().retry(checked(workflows.existing(checked(id))));
        return outcomes.of(workflows.rest(id, false));
    }

    @Override
    public RunOutcome<N> answer(Ticket ticket, Object answer) {
        return executed(ticket, written(ticket, answer));
    }

    @Override
    public void submit(Ticket ticket, Object answer) {
        give(ticket, written(ticket, answer));
    }

    private Json written(Ticket ticket, Object answer) {
        Objects.requireNonNull(answer, "answer");
        checkNamespace(ticket);
        return visits.writeAnswer(ticket.runId(), ticket.interrupt(), answer);
    }

    @Override
    public RunOutcome<N> answer(String ticketId, String json) {
        Objects.requireNonNull(json, "json");
        Ticket ticket = Ticket.parse(Objects.requireNonNull(ticketId, "ticketId"));
        checkNamespace(ticket);
        return executed(ticket, visits.readAnswer(ticket.runId(), ticket.interrupt(), json));
    }

    private void checkNamespace(Ticket ticket) {
        visits.checkTypes();
        if (!ticket.namespace().equals(workflows.namespace())) {
            throw TicketSecrets.stale(ticket, "belongs to no run in namespace '" + workflows.namespace() + "'");
        }
    }

    private RunOutcome<N> executed(Ticket ticket, Json answer) {
        give(ticket, answer);
        RunState at = checked(workflows.rest(ticket.runId(), false));
        if (at.stop() instanceof Stop.Stopped asked && asked.refused() != null && asked.isFor(ticket)) {
            throw InvalidAnswerException.toCaller(asked.refused(), null);
        }
        return outcomes.of(at);
    }

    private void give(Ticket ticket, Json answer) {
        checkSize("answer of interrupt", ticket.interrupt(), answer);
        GivenAnswer given = new GivenAnswer(
                ticket.runNumber(),
                ticket.visit(),
                ticket.interrupt(),
                ticket.nonce(),
                answer,
                by(),
                actor == null ? List.of() : List.copyOf(actor.roles()),
                actor == null ? null : actor.actsAs());
        Taken taken = workflows.answer(ticket, given);
        if (taken.stale() != null) {
            throw TicketSecrets.stale(ticket, taken.stale());
        }
        if (taken.refused() != null) {
            throw new AnswerNotPermittedException(taken.refused());
        }
    }

    private static void checkSize(String what, String step, Json value) {
        if (value.size() > TemporalEngineBuilder.MAX_MESSAGE_VALUE_BYTES) {
            throw new NotStorableException(
                    ErrorCode.VALUE_TOO_LARGE,
                    step,
                    "The " + what + " '" + step + "' has " + value.size()
                            + " bytes as JSON, and on Temporal it has at most "
                            + TemporalEngineBuilder.MAX_MESSAGE_VALUE_BYTES + ". Give the place of the data instead.",
                    null);
        }
    }

    @Override
    public @Nullable RunLook look(String id) {
        RunState found = workflows.find(checked(id));
        if (found == null) {
            return null;
        }
        checkGraph(found.start());
        return RunLooks.of(found);
    }

    @Override
    public @Nullable RunOutcome<N> outcome(String id) {
        RunState found = checked(workflows.existing(checked(id)));
        return found.stop() == null ? null : outcomes.of(found);
    }

    @Override
    public void command(String id, Function<String, RunCommand> command) {
        RunCommand given = command.apply(Names.inLog(actor));
        checked(workflows.existing(checked(id)));
        workflows.command(id, given);
    }

    @Override
    public List<EffectInDoubt> effectsInDoubt(String id) {
        RunState found = checked(workflows.existing(checked(id)));
        return found.effects().stream()
                .filter(effect -> effect.status() == EffectStatus.IN_DOUBT)
                .<EffectInDoubt>map(effect -> new DoubtfulEffect(
                        new RunKey(workflows.namespace(), id),
                        found.start().run().runNumber(),
                        effect.withValues(workflows.largeValues()::whole),
                        workflows.maxValueBytes(),
                        Names.inLog(actor),
                        resolution -> workflows.isResolved(id, resolution)))
                .toList();
    }

    @Override
    public RunStream events(String id) {
        return subscribe(id, EventCursor.BEGINNING);
    }

    @Override
    public RunStream subscribe(String id, EventCursor after) {
        Objects.requireNonNull(after, "after");
        checked(workflows.existing(checked(id)));
        return streams.of(key(id), after);
    }

    private RunKey key(String id) {
        return new RunKey(workflows.namespace(), id);
    }

    @Override
    public <O> OutcomeStream<O> stream(String id, Function<? super RunOutcome<N>, O> outcome) {
        checked(workflows.existing(checked(id)));
        return streams.executing(key(id), () -> outcome.apply(resume(id)), () -> cancel(id));
    }

    @Override
    public <O> OutcomeStream<O> stream(Ticket ticket, Object answer, Function<? super RunOutcome<N>, O> outcome) {
        Json written = written(ticket, answer);
        AtomicBoolean isRefused = new AtomicBoolean();
        Supplier<O> answering = () -> {
            try {
                return outcome.apply(executed(ticket, written));
            } catch (StaleAnswerException | AnswerNotPermittedException | InvalidAnswerException refused) {
                isRefused.set(true);
                throw refused;
            }
        };
        return streams.executing(key(ticket.runId()), answering, () -> {
            // The stream leaves a run alone that it does not execute.
            if (!isRefused.get()
                    && workflows.existing(ticket.runId()).start().run().runNumber() == ticket.runNumber()) {
                cancel(ticket.runId());
            }
        });
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id, S state, @Nullable Object input, Function<? super RunOutcome<N>, O> outcome) {
        RunKey key = key(checked(id));
        VisitStart given;
        try {
            checkExecutable(id);
            given = given(id, state, input);
        } catch (RuntimeException unstorable) {
            // The reader of the stream gets the error, as if the run had been begun.
            Supplier<O> failing = () -> {
                throw unstorable;
            };
            return streams.executing(key, failing, () -> {});
        }
        return streams.executing(
                key, () -> outcome.apply(executed(id, given, input == null)), () -> cancelIfSame(id, given));
    }

    /** Cancels a run that was started with the same values; the stream leaves other runs alone. */
    private void cancelIfSame(String id, VisitStart given) {
        try {
            compare(checked(workflows.existing(id)), given);
        } catch (StartConflictException another) {
            return;
        }
        cancel(id);
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id,
            Supplier<? extends S> state,
            @Nullable Supplier<?> input,
            Function<? super RunOutcome<N>, O> outcome) {
        Objects.requireNonNull(state, "state");
        return streams.executing(key(checked(id)), () -> outcome.apply(run(id, state, input)), () -> cancel(id));
    }

    @Override
    public void tell(String run, N mailbox, String id, Object message) {
        messages.tell(written(run, mailbox, id, message));
    }

    @Override
    public Object ask(String run, N mailbox, String id, AsksFor<?> message) {
        workflows.service().checkOutsideStep(checked(run));
        Json reply = messages.ask(written(run, mailbox, id, message));
        return visits.readReply(run, message, workflows.largeValues().whole(reply));
    }

    @Override
    public boolean withdraw(String run, N mailbox, String id) {
        List<String> names = visits.mailbox(mailbox);
        visits.checkSender(checked(run), mailbox, actor);
        return messages.withdraw(run, names, id);
    }

    private NewMessage written(String run, N mailbox, String id, Object message) {
        checked(run);
        Names.checked(id, "id", "The id of a message");
        visits.checkTypes();
        List<String> names = visits.mailbox(mailbox);
        Json written = visits.writeMessage(run, mailbox, Objects.requireNonNull(message, "message"), actor);
        checkSize("message to mailbox", names.get(0), written);
        return new NewMessage(key(run), names, id, written, Names.inLogOrNull(actor), MAX_MESSAGES, null);
    }

    @Override
    public Stream<Checkpoint<S, N>> history(String id) {
        throw TemporalEngine.unsupported("history");
    }

    @Override
    public void fork(String id, long visit, String newId) {
        throw TemporalEngine.unsupported("fork");
    }

    @Override
    public boolean delete(String id) {
        RunState found = workflows.find(checked(id));
        if (found == null) {
            return false;
        }
        checked(found);
        workflows.delete(found);
        return true;
    }

    private @Nullable String by() {
        return Names.orNull(actor);
    }

    private static String checked(String id) {
        return Names.checked(id, "id", "The id of a run");
    }

    private RunState checked(RunState run) {
        checkBelongs(run.start());
        return run;
    }

    private void checkBelongs(RunState.Start run) {
        checkGraph(run);
        if (thread != null && !thread.equals(run.thread())) {
            throw new StartConflictException("Run '" + run.run().id() + "' belongs to "
                    + (run.thread() == null ? "no thread" : "thread '" + run.thread() + "'") + ", not to thread '"
                    + thread + "'. Use another id. Nothing was changed.");
        }
    }

    private void checkGraph(RunState.Start run) {
        if (!run.graph().equals(visits.spec().name())) {
            throw new StepgraphException(
                    ErrorCode.WRONG_GRAPH,
                    "Run '" + run.run().id() + "' belongs to graph '" + run.graph() + "', not to '"
                            + visits.spec().name() + "'. Use its own graph, or another id.");
        }
    }
}
