package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.GivenAnswer;
import io.stepgraph.internal.codec.CalledGraph;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.log.RunStreams;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Names;
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
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The runs of one graph in a store: each call of a client enters here. */
public final class StoreRunClient<A, S, E, N extends Enum<N>> implements RunClient<S, N> {
    private static final String ENQUEUE =
            "Call enqueue, which leaves the run to a worker, or call it after the transaction.";
    private static final String ANSWER =
            "Call the submit method of the interrupt, or answer of the runner with the ticket and JSON, which leave the run"
                    + " to a worker, or answer after the transaction.";
    private static final String LATER = "Call it after the transaction.";

    private final RunnerContext runner;
    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final AnswerHandler<A, S, E, N> answers;
    private final RunCoordinator<A, S, E, N> coordinator;
    private final RunStarter<A, S, E, N> starter;
    private final MessageSender<S, N> messages;
    private final RunHistory<S, N> history;
    private final RunStreams streams;
    private final Caller caller;

    /** The agents that the graph calls, by name; shared by all callers. */
    private final ConcurrentMap<String, StoreRunClient<?, ?, ?, ?>> called;

    /** The graph that calls this one; null if the program starts its runs. */
    private final @Nullable String calledBy;

    private StoreRunClient(
            GraphRunner<A, S, E, N> graph, RunnerContext runner, @Nullable String thread, @Nullable String calledBy) {
        this.runner = runner;
        this.graph = graph;
        this.records = new StoredRunReader<>(graph.codecs, runner, thread);
        this.answers = new AnswerHandler<>(graph, records, runner);
        RunDecider<A, S, E, N> decider = new RunDecider<>(graph, records, answers, runner);
        this.coordinator = new RunCoordinator<>(graph, records, answers, decider, runner, this::calledGraphs);
        this.starter = new RunStarter<>(graph, runner, decider, records, thread);
        this.messages = new MessageSender<>(graph, records, runner);
        this.history = new RunHistory<>(graph, records, starter, runner);
        this.streams = StoredLog.streams(runner, new EventCodec<>(graph.codecs));
        this.caller = Caller.UNNAMED;
        this.called = new ConcurrentHashMap<>();
        this.calledBy = calledBy;
    }

    /** The same runs for another caller. */
    private StoreRunClient(StoreRunClient<A, S, E, N> runs, Caller caller) {
        this.runner = runs.runner;
        this.graph = runs.graph;
        this.records = runs.records;
        this.answers = runs.answers;
        this.coordinator = runs.coordinator;
        this.starter = runs.starter;
        this.messages = runs.messages;
        this.history = runs.history;
        this.streams = runs.streams;
        this.caller = caller;
        this.called = runs.called;
        this.calledBy = runs.calledBy;
    }

    /**
     * The runs of a graph.
     *
     * @param thread the thread of the runs; null for those in any thread and in none
     */
    public static <A, S, E, N extends Enum<N>> StoreRunClient<A, S, E, N> of(
            Graph<A, S, E, N> graph, A agent, RunnerContext runner, @Nullable String thread) {
        Objects.requireNonNull(graph, "graph");
        Objects.requireNonNull(agent, "agent");
        return of(graph, agent, runner, thread, null);
    }

    private static <A, S, E, N extends Enum<N>> StoreRunClient<A, S, E, N> of(
            Graph<A, S, E, N> graph,
            A agent,
            RunnerContext runner,
            @Nullable String thread,
            @Nullable String calledBy) {
        GraphRunner<A, S, E, N> opened = new GraphRunner<>(graph, agent, runner);
        if (!runner.store().isTransactional()) {
            opened.plan.checkNotTransactional("this store");
        }
        StoreRunClient<A, S, E, N> runs = new StoreRunClient<>(opened, runner, thread, calledBy);
        for (CalledGraph<?, ?, ?> each : opened.codecs.called()) {
            runs.called.put(
                    each.agent.name(), called(each, agent, runner, graph.spec().name()));
        }
        return runs;
    }

    private static <C, S, N extends Enum<N>> StoreRunClient<C, S, ?, N> called(
            CalledGraph<C, S, N> called, Object caller, RunnerContext runner, String by) {
        String name = "The agent '" + called.agent.name() + "' of graph '" + by + "'";
        return of(called.graph, Objects.requireNonNull(called.agent.agent().apply(caller), name), runner, null, by);
    }

    @Override
    public RunClient<?, ?> called(String agent) {
        StoreRunClient<?, ?, ?, ?> runs = called.get(Objects.requireNonNull(agent, "agent"));
        if (runs == null) {
            throw new IllegalArgumentException("Graph '" + graph.plan.spec.name() + "' calls no agent '" + agent
                    + "'; it calls " + called.keySet() + ".");
        }
        return runs.by(caller);
    }

    private StoreRunClient<A, S, E, N> by(Caller other) {
        return new StoreRunClient<>(this, other);
    }

    @Override
    public RunClient<S, N> as(Actor other) {
        Actor actor = Names.normalized(other, runner.config().names());
        return by(new Caller(caller.options(), actor));
    }

    @Override
    public RunClient<S, N> with(StartOptions others) {
        return by(new Caller(Objects.requireNonNull(others, "options"), caller.actor()));
    }

    @Override
    public boolean enqueue(String id, S state, @Nullable Object input) {
        RunKey key = toStart(id);
        graph.codecs.checkTypes();
        return starter.enqueue(key, Objects.requireNonNull(state, "state"), input, caller);
    }

    @Override
    public boolean enqueue(String id, Supplier<? extends S> state, @Nullable Supplier<?> input) {
        RunKey key = toStart(id);
        graph.codecs.checkTypes();
        return starter.enqueue(key, Objects.requireNonNull(state, "state"), input, caller);
    }

    /**
     * Continues a run, of any namespace, as far as this runner can without waiting; gives the error if it is refused
     * (S2).
     */
    public ServedGraph.@Nullable Refusal advance(RunKey key) {
        graph.codecs.checkTypes();
        return coordinator.advance(key);
    }

    /** Gives this graph, and those of all agents that it calls, directly or through others, to a worker. */
    public void serve(Consumer<ServedGraph> worker) {
        worker.accept(ServedGraph.of(graph.plan.spec, this::advance));
        called.values().forEach(agent -> agent.serve(worker));
    }

    private List<ServedGraph> calledGraphs() {
        List<ServedGraph> graphs = new ArrayList<>();
        called.values().forEach(agent -> agent.serve(graphs::add));
        return graphs;
    }

    @Override
    public RunOutcome<N> run(String id, S state, @Nullable Object input) {
        runner.checkOutsideTransaction("run", ENQUEUE);
        RunKey key = toStart(id);
        graph.codecs.checkTypes();
        caller.checkExecutable(key);
        return coordinator.run(key, starter.given(Objects.requireNonNull(state, "state"), input, caller));
    }

    @Override
    public RunOutcome<N> run(String id, Supplier<? extends S> state, @Nullable Supplier<?> input) {
        runner.checkOutsideTransaction("run", ENQUEUE);
        RunKey key = toStart(id);
        graph.codecs.checkTypes();
        caller.checkExecutable(key);
        return coordinator.run(key, starter.supplied(Objects.requireNonNull(state, "state"), input, caller));
    }

    @Override
    public RunOutcome<N> resume(String id) {
        return coordinator.run(toExecute(id, "resume", LATER), absent -> {
            throw absent.notFound();
        });
    }

    @Override
    public RunOutcome<N> await(String id) {
        runner.checkOutsideTransaction("await", LATER);
        RunKey key = key(id);
        checkOutsideStep(key);
        return coordinator.await(key);
    }

    /** Refuses a call that waits for another run in a step of this store. */
    private void checkOutsideStep(RunKey key) {
        if (LocalRun.isAnyIn(runner.store())) {
            throw new StepgraphException(
                    ErrorCode.AWAIT_IN_STEP,
                    "A step waits for run '" + key
                            + "' of its own store, and so could keep the place of a worker that run"
                            + " '" + key
                            + "' needs. Nothing was changed. Call the agent with @Call, which waits without a thread, or"
                            + " let the step end, and let the other run answer a question of this one.");
        }
    }

    @Override
    public RunOutcome<N> retry(String id) {
        RunKey key = toExecute(id, "retry", "Call retry of the runner, which leaves the run to a worker.");
        return coordinator.retry(key, caller.inLogOrNull());
    }

    @Override
    public RunOutcome<N> answer(Ticket ticket, Object answer) {
        Objects.requireNonNull(answer, "answer");
        return answer(Objects.requireNonNull(ticket, "ticket"), interrupt -> answer);
    }

    @Override
    public RunOutcome<N> answer(String ticketId, String json) {
        Objects.requireNonNull(json, "json");
        return answer(
                Ticket.parse(Objects.requireNonNull(ticketId, "ticketId")),
                interrupt -> graph.codecs.answers(interrupt).read(json));
    }

    private RunOutcome<N> answer(Ticket ticket, Function<StepPlan<N>, Object> value) {
        runner.checkOutsideTransaction("An answer that continues the run", ANSWER);
        graph.codecs.checkTypes();
        return coordinator.answer(run(ticket), new GivenAnswer<>(ticket, value, caller.actor()));
    }

    @Override
    public void submit(Ticket ticket, Object answer) {
        graph.codecs.checkTypes();
        answers.submit(given(ticket, answer));
    }

    @Override
    public <O> OutcomeStream<O> stream(Ticket ticket, Object answer, Function<? super RunOutcome<N>, O> outcome) {
        runner.checkOutsideTransaction("stream", ANSWER);
        graph.codecs.checkTypes();
        // The answer is written at once, before the caller can change the object.
        GivenAnswer<N> given = answers.copied(given(ticket, answer));
        AtomicBoolean isRefused = new AtomicBoolean();
        Supplier<O> answering = () -> {
            try {
                return outcome.apply(coordinator.answer(run(ticket), given));
            } catch (StaleAnswerException | AnswerNotPermittedException | InvalidAnswerException refused) {
                isRefused.set(true);
                throw refused;
            }
        };
        return streams.executing(run(ticket), LocalRun.carried(answering), () -> {
            // The stream leaves a run alone that it does not execute.
            if (!isRefused.get()) {
                new RunCommands(runner).give(run(ticket), ticket.runNumber(), new RunCommand.Cancel(caller.inLog()));
            }
        });
    }

    private GivenAnswer<N> given(Ticket ticket, Object answer) {
        Objects.requireNonNull(answer, "answer");
        return new GivenAnswer<>(Objects.requireNonNull(ticket, "ticket"), interrupt -> answer, caller.actor());
    }

    private static RunKey run(Ticket ticket) {
        return new RunKey(ticket.namespace(), ticket.runId());
    }

    @Override
    public RunStream events(String id) {
        return subscribe(id, EventCursor.BEGINNING);
    }

    @Override
    public RunStream subscribe(String id, EventCursor after) {
        Objects.requireNonNull(after, "after");
        runner.checkOutsideTransaction("subscribe", LATER);
        return streams.of(records.existing(key(id)).key(), after);
    }

    @Override
    public <O> OutcomeStream<O> stream(String id, Function<? super RunOutcome<N>, O> outcome) {
        runner.checkOutsideTransaction("stream", LATER);
        RunKey key = records.existing(key(id)).key();
        return streams.executing(key, LocalRun.carried(() -> outcome.apply(resume(id))), () -> cancel(id));
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id, S state, @Nullable Object input, Function<? super RunOutcome<N>, O> outcome) {
        runner.checkOutsideTransaction("stream", ENQUEUE);
        Objects.requireNonNull(state, "state");
        RunKey key = toStart(id);
        records.find(key);
        RunStarter.Start<S, N> given;
        try {
            // The values are written at once, before the caller can change the objects.
            graph.codecs.checkTypes();
            caller.checkExecutable(key);
            given = starter.given(state, input, caller);
        } catch (RuntimeException unstorable) {
            // The reader of the stream gets the error, as if the run had been begun.
            Supplier<O> failing = () -> {
                throw unstorable;
            };
            return streams.executing(key, failing, () -> {});
        }
        return streams.executing(
                key,
                LocalRun.carried(() -> outcome.apply(coordinator.run(key, given))),
                () -> cancelIfSame(key, given));
    }

    /** Cancels a run that was started with the same values; the stream leaves other runs alone. */
    private void cancelIfSame(RunKey key, RunStarter.Start<S, N> given) {
        StoredRun found = records.existing(key);
        try {
            given.compare(found);
        } catch (StartConflictException another) {
            return;
        }
        new RunCommands(runner).give(key, new RunCommand.Cancel(caller.inLog()));
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id,
            Supplier<? extends S> state,
            @Nullable Supplier<?> input,
            Function<? super RunOutcome<N>, O> outcome) {
        runner.checkOutsideTransaction("stream", ENQUEUE);
        RunKey key = toStart(id);
        Objects.requireNonNull(state, "state");
        records.find(key);
        return streams.executing(key, LocalRun.carried(() -> outcome.apply(run(id, state, input))), () -> cancel(id));
    }

    @Override
    public @Nullable RunLook look(String id) {
        return records.look(key(id));
    }

    @Override
    public @Nullable RunOutcome<N> outcome(String id) {
        return records.outcome(records.existing(key(id)));
    }

    @Override
    public void command(String id, Function<String, RunCommand> command) {
        RunCommand given = command.apply(caller.inLog());
        new RunCommands(runner).give(records.existing(key(id)).key(), given);
    }

    @Override
    public List<EffectInDoubt> effectsInDoubt(String id) {
        return new EffectsInDoubt(runner).of(records.existing(key(id)).key(), caller.actor());
    }

    @Override
    public void tell(String run, N mailbox, String id, Object message) {
        Objects.requireNonNull(message, "message");
        graph.codecs.checkTypes();
        messages.tell(place(run, mailbox, id), message, caller.actor());
    }

    @Override
    public Object ask(String run, N mailbox, String id, AsksFor<?> message) {
        runner.checkOutsideTransaction("ask", "Call tell, and ask with the same id after the transaction.");
        checkOutsideStep(key(run));
        graph.codecs.checkTypes();
        ValueCodec replies = graph.codecs.reply(message.getClass());
        MessageSender.Place<N> place = place(run, mailbox, id);
        messages.tell(place, message, caller.actor());
        Json reply = coordinator.ask(place.run(), place, found -> messages.look(place, found));
        return messages.read(place, replies, reply);
    }

    @Override
    public boolean withdraw(String run, N mailbox, String id) {
        return messages.withdraw(place(run, mailbox, id), caller.actor());
    }

    private MessageSender.Place<N> place(String run, N mailbox, String id) {
        return messages.place(key(run), mailbox, Names.checked(id, "id", "The id of a message"));
    }

    @Override
    public Stream<Checkpoint<S, N>> history(String id) {
        return history.of(records.existing(key(id)));
    }

    @Override
    public void fork(String id, long visit, String newId) {
        StoredRun source = records.existing(key(id));
        if (source.calledBy() != null) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "Run '" + source.key() + "' was called by '"
                            + runner.store()
                                    .call(s -> s.calls().callers(source.key()))
                                    .get(0)
                            + "'; fork that.");
        }
        history.fork(source, visit, toStart(newId), caller);
    }

    @Override
    public boolean delete(String id) {
        StoredRun found = records.find(key(id));
        if (found != null) {
            found.checkDeletable();
        }
        return found != null
                && runner.store().write(found.key(), s -> s.removals().delete(found.key()));
    }

    /** The first call that lets a step act finds out whether all can be stored that steps may hand on. */
    private RunKey toExecute(String id, String call, String instead) {
        runner.checkOutsideTransaction(call, instead);
        RunKey key = key(id);
        graph.codecs.checkTypes();
        return key;
    }

    /**
     * The key of a run that is started unless there is one.
     *
     * @throws IllegalArgumentException if there is none, and only calls give such an id (C1)
     * @throws UnsupportedOperationException if only calls start runs of this graph
     */
    private RunKey toStart(String id) {
        RunKey key = key(id);
        if (calledBy != null) {
            throw new UnsupportedOperationException("Run '" + key + "' was not started: only a call of graph '"
                    + calledBy + "' starts runs of '" + graph.plan.spec.name() + "'.");
        }
        if (ChildIds.isReserved(id) && records.find(key) == null) {
            throw new IllegalArgumentException("Run '" + key + "' was not started: an id that contains '//' or begins"
                    + " with '~' is that of a run which a call has started. Use another one.");
        }
        return key;
    }

    private RunKey key(String id) {
        return new RunKey(runner.config().namespace(), Names.checked(id, "id", "The id of a run"));
    }
}
