package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.RunClient;
import io.stepgraph.runtime.StartConflict;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.WrongStatus;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The runs of one graph in a store: what each call of a client asks for. */
final class StoredRuns<A, S, E, N extends Enum<N>> implements RunClient<S, N> {

    private final GraphRunner<A, S, E, N> runner;
    private final RunnerConfig config;
    private final Executions executions;
    private final Shield store;
    private final Lookup lookup;
    private final StoredStops<S, N> stops;
    private final Onward<A, S, E, N> onward;
    private final Starting<A, S, E, N> starting;
    private final Answering<A, S, E, N> answering;
    private final Cancelling cancelling;
    private final Streams streams;

    StoredRuns(
            GraphRunner<A, S, E, N> runner,
            RunnerConfig config,
            Executions executions,
            Claim claim,
            @Nullable String thread) {
        this.runner = runner;
        this.config = config;
        this.executions = executions;
        this.store = new Shield(config.store(), executions.watchers);
        Claims claims = new Claims(store, claim, config.time());
        StoredPositions<S, N> positions = new StoredPositions<>(runner.plan, runner.values, thread);
        this.lookup = new Lookup(store, positions);
        this.stops = new StoredStops<>(runner.values, positions, config.maxMode());
        this.starting = new Starting<>(runner, claims, config, positions);
        this.answering = new Answering<>(runner, positions, store, config, claims);
        this.cancelling = new Cancelling(store, config, executions, claims);
        this.streams = new Streams(config, executions, new LogReader<>(runner.plan, runner.values, store));
        this.onward = new Onward<>(runner, positions, stops, answering, store, config, claims, executions);
    }

    @Override
    public Stop<N> run(String id, S state, @Nullable Object input) {
        RunKey key = toExecute(id);
        return toNextStop(key, starting.with(Objects.requireNonNull(state, "state"), input));
    }

    @Override
    public Stop<N> run(String id, Supplier<? extends S> state, @Nullable Supplier<?> input) {
        RunKey key = toExecute(id);
        Objects.requireNonNull(state, "state");
        return toNextStop(key, (absent, mine, waiting) -> {
            S given = Objects.requireNonNull(state.get(), "what the supplier of the state gave");
            return starting.with(given, input == null ? null : input.get()).begin(absent, mine, waiting);
        });
    }

    @Override
    public Stop<N> resume(String id) {
        return toNextStop(toExecute(id), (absent, mine, waiting) -> {
            throw absent.notFound();
        });
    }

    private Stop<N> toNextStop(RunKey key, ToNextStop.Beginning<N> beginning) {
        return InHand.call(key, config, executions, new ToNextStop<>(key, lookup, onward, beginning));
    }

    @Override
    public Stop<N> retry(String id) {
        RunKey key = toExecute(id);
        return InHand.call(key, config, executions, new InHand.Call<N>() {
            private boolean isReopened;

            @Override
            public boolean mayJoin() {
                failed();
                return false;
            }

            @Override
            public @Nullable Stop<N> take(Execution mine, Attachment waiting) {
                if (isReopened) {
                    return onward.from(lookup.existing(key), mine, waiting);
                }
                isReopened = true;
                return onward.again(failed(), mine);
            }

            private RunRecord failed() {
                RunRecord found = lookup.existing(key);
                if (found.status() != Status.FAILED) {
                    throw new WrongStatus("Run '" + key + "' is " + found.status() + " at step '"
                            + found.checkpoint().step() + "'; only a run that has FAILED can be retried.");
                }
                return found;
            }
        });
    }

    @Override
    public Stop<N> answer(Ticket ticket, Object answer) {
        Objects.requireNonNull(ticket, "ticket");
        Objects.requireNonNull(answer, "answer");
        return answer(ticket, interrupt -> answer, null);
    }

    @Override
    public Stop<N> answer(Ticket ticket, Object answer, String by) {
        Objects.requireNonNull(ticket, "ticket");
        Objects.requireNonNull(answer, "answer");
        return answer(ticket, interrupt -> answer, Names.kept(by, "by"));
    }

    @Override
    public Stop<N> answer(String ticketId, String json) {
        return inJson(ticketId, json, null);
    }

    @Override
    public Stop<N> answer(String ticketId, String json, String by) {
        return inJson(ticketId, json, Names.kept(by, "by"));
    }

    private Stop<N> inJson(String ticketId, String json, @Nullable String by) {
        Objects.requireNonNull(json, "json");
        return answer(
                Ticket.parse(Objects.requireNonNull(ticketId, "ticketId")),
                interrupt -> runner.values.answers(interrupt).read(json),
                by);
    }

    private Stop<N> answer(Ticket ticket, Answering.Given<N> given, @Nullable String by) {
        RunKey key = answering.key(ticket);
        runner.values.checkTypes(runner.plan);
        return InHand.call(key, config, executions, new InHand.Call<N>() {
            @Override
            public boolean mayJoin() {
                answering.check(key, ticket, given, by);
                return false;
            }

            @Override
            public @Nullable Stop<N> take(Execution mine, Attachment waiting) {
                Stop<N> stop = answering.answer(key, ticket, given, by, mine);
                return stop == null ? onward.from(lookup.existing(key), mine, waiting) : stop;
            }
        });
    }

    @Override
    public RunStream events(String id) {
        return streams.of(lookup.existing(key(id)));
    }

    @Override
    public RunStream subscribe(String id, EventCursor after) {
        Objects.requireNonNull(after, "after");
        return streams.of(lookup.existing(key(id)), after);
    }

    @Override
    public <O> OutcomeStream<O> stream(String id, Function<? super Stop<N>, O> outcome) {
        RunKey key = key(id);
        return streams.executing(key, lookup.existing(key), () -> outcome.apply(resume(id)), by -> cancel(id, by));
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id, S state, @Nullable Object input, Function<? super Stop<N>, O> outcome) {
        RunKey key = key(id);
        Objects.requireNonNull(state, "state");
        RunRecord found = lookup.find(key);
        Starting<A, S, E, N>.Given given;
        try {
            // What is to be stored is written here and now, before the caller goes on with the objects.
            runner.values.checkTypes(runner.plan);
            given = starting.with(state, input);
        } catch (RuntimeException unstorable) {
            return streams.failing(key, found, unstorable);
        }
        return streams.executing(
                key, found, () -> outcome.apply(toNextStop(key, given)), by -> cancelIfSame(key, given, by));
    }

    /** Cancels a run that was started like this; another one is none of the stream's. */
    private void cancelIfSame(RunKey key, ToNextStop.Beginning<N> given, String by) {
        RunRecord found = lookup.existing(key);
        try {
            given.compare(found);
        } catch (StartConflict another) {
            return;
        }
        cancelling.cancel(key, by);
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id, Supplier<? extends S> state, @Nullable Supplier<?> input, Function<? super Stop<N>, O> outcome) {
        RunKey key = key(id);
        Objects.requireNonNull(state, "state");
        return streams.executing(
                key, lookup.find(key), () -> outcome.apply(run(id, state, input)), by -> cancel(id, by));
    }

    @Override
    public @Nullable Stop<N> outcome(String id) {
        RunRecord found = lookup.existing(key(id));
        return found.rest() == null || found.status() == Status.QUEUED ? null : stops.of(found, found.rest());
    }

    @Override
    public void mode(String id, PermissionMode mode, String by) {
        Objects.requireNonNull(mode, "mode");
        Names.kept(by, "by");
        RunKey key = lookup.existing(key(id)).key();
        store.control(key, new Control.SetMode(mode, by));
    }

    @Override
    public void cancel(String id, String by) {
        Names.kept(by, "by");
        cancelling.cancel(lookup.existing(key(id)).key(), by);
    }

    @Override
    public boolean delete(String id) {
        RunKey key = key(id);
        RunRecord found = lookup.find(key);
        if (found == null) {
            return false;
        }
        if (!found.status().isEnd()) {
            throw new WrongStatus("Run '" + key + "' is " + found.status() + " at step '"
                    + found.checkpoint().step() + "' and cannot be deleted before it has ended; cancel it first.");
        }
        return store.delete(key);
    }

    /** The first call that lets a step act finds out whether all can be stored that steps may hand on. */
    private RunKey toExecute(String id) {
        RunKey key = key(id);
        runner.values.checkTypes(runner.plan);
        return key;
    }

    private RunKey key(String id) {
        return new RunKey(config.scope(), Names.checked(id, "id", "The id of a run"));
    }
}
