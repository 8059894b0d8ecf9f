package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.RunClient;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.WrongStatus;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.Rest;
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
    private final Claim claim;
    private final Shield store;
    private final Claims claims;
    private final StoredPositions<S, N> positions;
    private final StoredStops<S, N> stops;
    private final Onward<A, S, E, N> onward;
    private final Starting<A, S, E, N> starting;
    private final Answering<A, S, E, N> answering;
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
        this.claim = claim;
        this.store = new Shield(config.store(), executions.watchers);
        this.claims = new Claims(store, claim);
        this.positions = new StoredPositions<>(runner.plan, runner.values, thread);
        this.stops = new StoredStops<>(runner.values, positions);
        this.starting = new Starting<>(runner, claims, config, positions);
        this.answering = new Answering<>(runner, positions, store, config, claims);
        this.streams = new Streams(config, executions, new LogReader<>(runner.plan, runner.values, store));
        this.onward = new Onward<>(runner, positions, stops, answering, store, config, claims);
    }

    @Override
    public Stop<N> run(String id, S state, @Nullable Object input) {
        RunKey key = key(id);
        Starting<A, S, E, N>.Given start = starting.with(Objects.requireNonNull(state, "state"), input);
        return InHand.call(key, config, executions, new InHand.Call<N>() {
            private boolean exists;

            @Override
            public boolean mayJoin() {
                RunRecord found = store.find(key);
                if (found != null) {
                    check(found);
                    exists = true;
                }
                return found != null;
            }

            @Override
            public @Nullable Stop<N> take(Execution mine, Attachment waiting) {
                RunRecord found = exists ? awaited(key) : null;
                if (found == null) {
                    Stop<N> stop = start.begin(key, mine, waiting);
                    if (stop != null) {
                        return stop;
                    }
                    exists = true;
                    found = awaited(key);
                }
                check(found);
                return onward.from(found, mine, waiting);
            }

            @Override
            public boolean maySettleFor(RunRecord removed) {
                check(removed);
                return true;
            }

            private void check(RunRecord found) {
                positions.checkGraph(found);
                start.compare(found);
            }
        });
    }

    @Override
    public Stop<N> run(String id, Supplier<? extends S> state, @Nullable Supplier<?> input) {
        RunKey key = key(id);
        Objects.requireNonNull(state, "state");
        return InHand.call(key, config, executions, new InHand.Call<N>() {
            private boolean exists;

            @Override
            public boolean mayJoin() {
                exists |= foundOrNot(key) != null;
                return exists;
            }

            @Override
            public @Nullable Stop<N> take(Execution mine, Attachment waiting) {
                RunRecord found = exists ? awaited(key) : foundOrNot(key);
                exists = true;
                if (found == null) {
                    S given = Objects.requireNonNull(state.get(), "what the supplier of the state gave");
                    return starting.with(given, input == null ? null : input.get())
                            .begin(key, mine, waiting);
                }
                return onward.from(found, mine, waiting);
            }

            @Override
            public boolean maySettleFor(RunRecord removed) {
                positions.checkGraph(removed);
                return true;
            }
        });
    }

    @Override
    public Stop<N> resume(String id) {
        RunKey key = key(id);
        return InHand.call(key, config, executions, new InHand.Call<N>() {
            @Override
            public boolean mayJoin() {
                return foundOrNot(key) != null;
            }

            @Override
            public @Nullable Stop<N> take(Execution mine, Attachment waiting) {
                return onward.from(existing(key), mine, waiting);
            }

            @Override
            public boolean maySettleFor(RunRecord removed) {
                positions.checkGraph(removed);
                return true;
            }
        });
    }

    @Override
    public Stop<N> retry(String id) {
        RunKey key = key(id);
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
                    return onward.from(existing(key), mine, waiting);
                }
                isReopened = true;
                return onward.again(failed(), mine);
            }

            private RunRecord failed() {
                RunRecord found = existing(key);
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
        return InHand.call(key, config, executions, new InHand.Call<N>() {
            @Override
            public boolean mayJoin() {
                return false;
            }

            @Override
            public @Nullable Stop<N> take(Execution mine, Attachment waiting) {
                Stop<N> stop = answering.answer(key, ticket, given, by, mine);
                return stop == null ? onward.from(existing(key), mine, waiting) : stop;
            }
        });
    }

    @Override
    public RunStream events(String id) {
        return streams.of(existing(key(id)));
    }

    @Override
    public RunStream subscribe(String id, EventCursor after) {
        Objects.requireNonNull(after, "after");
        return streams.of(existing(key(id)), after);
    }

    @Override
    public <O> OutcomeStream<O> stream(String id, Function<? super Stop<N>, O> outcome) {
        RunKey key = key(id);
        return streams.executing(key, existing(key), () -> outcome.apply(resume(id)));
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id, S state, @Nullable Object input, Function<? super Stop<N>, O> outcome) {
        RunKey key = key(id);
        Objects.requireNonNull(state, "state");
        return streams.executing(key, foundOrNot(key), () -> outcome.apply(run(id, state, input)));
    }

    @Override
    public <O> OutcomeStream<O> stream(
            String id, Supplier<? extends S> state, @Nullable Supplier<?> input, Function<? super Stop<N>, O> outcome) {
        RunKey key = key(id);
        Objects.requireNonNull(state, "state");
        return streams.executing(key, foundOrNot(key), () -> outcome.apply(run(id, state, input)));
    }

    @Override
    public @Nullable Stop<N> outcome(String id) {
        RunRecord found = existing(key(id));
        return found.rest() == null || found.rest() instanceof Rest.Delayed ? null : stops.of(found, found.rest());
    }

    @Override
    public void mode(String id, PermissionMode mode, String by) {
        Objects.requireNonNull(mode, "mode");
        Names.kept(by, "by");
        RunKey key = existing(key(id)).key();
        store.control(key, new Control.SetMode(mode, by));
    }

    @Override
    public void cancel(String id, String by) {
        Names.kept(by, "by");
        RunKey key = existing(key(id)).key();
        RunRecord now = store.control(key, new Control.Cancel(by));
        Execution here = executions.find(key);
        if (here != null) {
            here.cancel();
            return;
        }
        while (now != null && now.cancelBy() != null && now.status() == Status.RUNNING && !endInPlaceOfOwner(now)) {
            now = store.find(key);
        }
    }

    /** Whether nothing is left to do: the run has ended, or its owner lives and will see it (L6). */
    private boolean endInPlaceOfOwner(RunRecord run) {
        Owner other = Objects.requireNonNull(run.owner());
        if (other.equals(claim.owner())) {
            store.release(run.lease(config.lease()));
            return true;
        }
        boolean isDead = DeadOwners.isDead(other);
        if (!isDead && !run.isLeaseOver()) {
            return true;
        }
        RunRecord acquired = claims.acquire(run, isDead);
        if (acquired == null) {
            return false;
        }
        new LeasedRun(config, executions, acquired, run.fingerprint(), runner.log(run.key())).commitCancel();
        return true;
    }

    @Override
    public boolean delete(String id) {
        RunKey key = key(id);
        RunRecord found = store.find(key);
        if (found == null) {
            return false;
        }
        positions.checkGraph(found);
        if (!found.status().isEnd()) {
            throw new WrongStatus("Run '" + key + "' is " + found.status() + " at step '"
                    + found.checkpoint().step() + "' and cannot be deleted before it has ended; cancel it first.");
        }
        return store.delete(key);
    }

    /** A run that this call has seen or started before. If it is gone it is not started anew, since it may have been done. */
    private RunRecord awaited(RunKey key) {
        RunRecord found = store.find(key);
        if (found == null) {
            throw new RunNotFound(
                    "Run '" + key + "' in scope '" + key.scope() + "' has ended or was deleted while this call"
                            + " waited for it, and nothing of it is kept. Run it again to start another one.");
        }
        positions.checkGraph(found);
        return found;
    }

    private RunRecord existing(RunKey key) {
        RunRecord found = foundOrNot(key);
        if (found == null) {
            throw key.notFound();
        }
        return found;
    }

    private @Nullable RunRecord foundOrNot(RunKey key) {
        RunRecord found = store.find(key);
        if (found != null) {
            positions.checkGraph(found);
        }
        return found;
    }

    private RunKey key(String id) {
        return new RunKey(config.scope(), Names.checked(id, "id", "The id of a run"));
    }
}
