package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.GivenAnswer;
import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.LocalRuns;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings a run to where it pauses or ends: the one loop in which a call loads the run, decides, and acts or waits (R3).
 * In one runner, one call at a time handles a run; the others join it, or wait for their turn.
 */
final class RunCoordinator<A, S, E, N extends Enum<N>> {
    /** The time within which a call that has stored its outcome lets go of the run. */
    private static final long MOMENT_MILLIS = 100;

    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final AnswerHandler<A, S, E, N> answers;
    private final RunDecider<A, S, E, N> decider;
    private final RunnerContext runner;
    private final LocalRuns localRuns;

    /** The graphs of the agents that runs of this one call. */
    private final Supplier<List<ServedGraph>> called;

    RunCoordinator(
            GraphRunner<A, S, E, N> graph,
            StoredRunReader<S, N> records,
            AnswerHandler<A, S, E, N> answers,
            RunDecider<A, S, E, N> decider,
            RunnerContext runner,
            Supplier<List<ServedGraph>> called) {
        this.graph = graph;
        this.records = records;
        this.answers = answers;
        this.decider = decider;
        this.runner = runner;
        this.localRuns = runner.localRuns();
        this.called = called;
    }

    /** The request of one call on a run. Each call has an object of its own, and one thread uses it. */
    private interface Call<S, N extends Enum<N>> {

        /** Loads the run and decides, when it is this call's turn. */
        Decision<S, N> decide();

        /**
         * Whether the outcome of the call that handles the run now is as good as this one's. Makes the checks of this
         * call, because the other call may be for another graph or another thread.
         *
         * @return false to decide when it is this call's turn
         */
        boolean mayJoin();

        /** The ticket of the answer that it gives, and that a step may refuse; null if it gives none. */
        default @Nullable Ticket ticket() {
            return null;
        }
    }

    /** Starts the run if there is none, and else continues it. */
    RunOutcome<N> run(RunKey key, RunStarter.Start<S, N> start) {
        return coordinate(key, new Call<S, N>() {
            private boolean isKnown;

            @Override
            public Decision<S, N> decide() {
                StoredRun found = isKnown ? records.awaited(key) : start.isAtHand() ? null : records.find(key);
                if (found == null) {
                    Decision<S, N> started = start.start(key);
                    isKnown = !(started instanceof Decision.Wait);
                    return started;
                }
                isKnown = true;
                start.compare(found);
                return decider.decide(found);
            }

            @Override
            public boolean mayJoin() {
                StoredRun found = records.find(key);
                if (found == null) {
                    return false;
                }
                start.compare(found);
                isKnown = true;
                return true;
            }
        });
    }

    /**
     * Continues a run as far as this runner can without waiting, for a worker. Does nothing if another call of this
     * runner handles the run, and does not let go of it in a moment.
     *
     * @return why this build refuses to continue the run as it stands (S2); null if it does not
     */
    ServedGraph.@Nullable Refusal advance(RunKey key) {
        Advance advance = new Advance(key);
        Decision<S, N> done = new Decision.Reload<>();
        while (done instanceof Decision.Reload) {
            LocalRun mine = new LocalRun(key);
            LocalRun other = localRuns.take(mine);
            if (other != null) {
                if (isFinished(other)) {
                    continue;
                }
                return null;
            }
            try {
                done = act(advance, mine, null);
            } catch (StepgraphException refused) {
                if (refused.code() != ErrorCode.GATE_BYPASSED && refused.code() != ErrorCode.UNKNOWN_STEP) {
                    throw refused;
                }
                Log.refused(key.id(), refused);
                StoredRun found = advance.found;
                // At a mailbox, it may have been executed until there.
                Long left = mine.revision();
                return found == null
                        ? null
                        : new ServedGraph.Refusal(found.runNumber(), left == null ? found.revision() : left, refused);
            }
        }
        runner.marked().callIsDone();
        return null;
    }

    /**
     * Whether a call lets go of its run now. It has stored its outcome a moment before; a run that was opened again
     * within that moment would otherwise lie there until its claim is over.
     */
    private boolean isFinished(LocalRun other) {
        try {
            return other.finished().await(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The request of a worker. It knows the run that it was decided for. */
    private final class Advance implements Call<S, N> {
        private final RunKey key;
        private @Nullable StoredRun found;

        Advance(RunKey key) {
            this.key = key;
        }

        @Override
        public Decision<S, N> decide() {
            StoredRun run = records.existing(key);
            found = run;
            return decider.decide(run);
        }

        @Override
        public boolean mayJoin() {
            return false;
        }
    }

    /** Whether the agents that a run has called wait for people (C6). */
    private boolean isResting(StoredRun caller) {
        return runner.store().call(s -> s.calls().isResting(caller.runNumber()));
    }

    /** Waits until a run pauses or ends, here or in another process. */
    RunOutcome<N> await(RunKey key) {
        RunWaiter waiter = new RunWaiter(key, runner);
        try {
            while (true) {
                StoredRun found = records.existing(key);
                StopReason why = found.stopReason();
                if (why instanceof StopReason.Called) {
                    waiter.listen();
                    if (isResting(found)) {
                        return records.outcome(found, why);
                    }
                    waiter.awaitFamily(true, false);
                } else if (why != null && found.status() != Status.QUEUED) {
                    return records.outcome(found, why);
                } else {
                    waiter.awaitStop(found);
                }
            }
        } finally {
            waiter.end();
        }
    }

    /**
     * Opens a failed run again and continues it.
     *
     * @param by who does so; null if nobody said
     */
    RunOutcome<N> retry(RunKey key, @Nullable String by) {
        return coordinate(key, new Call<S, N>() {
            private boolean isReopened;

            @Override
            public Decision<S, N> decide() {
                if (isReopened) {
                    return decider.decide(records.existing(key));
                }
                isReopened = true;
                return decider.reopen(failed(), by);
            }

            @Override
            public boolean mayJoin() {
                failed();
                return false;
            }

            private StoredRun failed() {
                StoredRun found = records.existing(key);
                found.checkFailed();
                return found;
            }
        });
    }

    /** Stores an answer and continues the run. */
    RunOutcome<N> answer(RunKey key, GivenAnswer<N> answer) {
        return coordinate(key, new Call<S, N>() {
            @Override
            public Decision<S, N> decide() {
                Decision<S, N> answered = answers.answer(answer);
                return answered instanceof Decision.Reload ? decider.decide(records.existing(key)) : answered;
            }

            @Override
            public boolean mayJoin() {
                answers.check(answer);
                return false;
            }

            @Override
            public Ticket ticket() {
                return answer.ticket();
            }
        });
    }

    /**
     * Executes the run, unless somebody else does, until a message has its reply (Q10). The gate of a parked run is
     * evaluated again when the run has changed.
     *
     * @param name what the message is called in errors
     * @param look finds the message, after the run was read; throws if there will be no reply
     */
    Json ask(RunKey key, Object name, Function<RunHeader, StoredMessage> look) {
        RunWaiter waiter = new RunWaiter(key, runner);
        Call<S, N> continues = new Advance(key);
        RunHeader parked = null;
        try {
            while (true) {
                // Before the looks, so that no later reply is missed.
                waiter.listen();
                RunHeader now = runner.store().call(s -> s.runs().summary(key));
                if (now == null) {
                    throw StoredRunReader.gone(key);
                }
                StoredMessage message = look.apply(now);
                if (message.reply() != null) {
                    runner.marked().callIsDone();
                    return message.reply();
                }
                if (Interrupts.isInterrupted()) {
                    throw RunWaiter.interrupted(key);
                }
                LocalRun mine = new LocalRun(key);
                mine.awaitReply(message.number());
                boolean isMine = hasChanged(parked, now) && localRuns.take(mine) == null;
                Decision<S, N> done = isMine ? act(continues, mine, null) : null;
                if (done instanceof Decision.Return<S, N> stop && stop.outcome() instanceof RunOutcome.Parked) {
                    parked = now;
                } else if (done instanceof Decision.Family<S, N> family) {
                    done = execute(family.caller(), waiter);
                }
                if (!(done instanceof Decision.Reload) && !mine.isReplied()) {
                    waiter.awaitReply(name);
                }
            }
        } finally {
            waiter.end();
        }
    }

    private static boolean hasChanged(@Nullable RunHeader before, RunHeader now) {
        return before == null
                || now.runNumber() != before.runNumber()
                || now.status() != before.status()
                || now.revision() != before.revision()
                || now.commandVersion() != before.commandVersion();
    }

    private RunOutcome<N> coordinate(RunKey key, Call<S, N> request) {
        checkNoCaller(key);
        RunWaiter waiter = new RunWaiter(key, runner);
        try {
            while (true) {
                if (Interrupts.isInterrupted()) {
                    throw RunWaiter.interrupted(key);
                }
                LocalRun mine = new LocalRun(key);
                LocalRun other = localRuns.take(mine);
                Decision<S, N> done = other == null ? act(request, mine, waiter) : join(request, other, waiter);
                if (done instanceof Decision.Family<S, N> family) {
                    done = execute(family.caller(), waiter);
                }
                if (done instanceof Decision.Return<S, N> reached) {
                    runner.marked().callIsDone();
                    return reached.outcome();
                }
            }
        } finally {
            waiter.end();
        }
    }

    /** Refuses a call by a step of an agent that the run, or one below it, has called and waits for (C7). */
    private void checkNoCaller(RunKey key) {
        for (RunKey called : LocalRun.calledOnes(runner.store())) {
            if (runner.store().call(s -> s.calls().callers(called)).contains(key)) {
                throw new StepgraphException(
                        ErrorCode.ILLEGAL_RUN_STATUS,
                        "A step of run '" + called + "' called run '" + key
                                + "', which waits for it, and would wait for itself. Let the step end; run '" + key
                                + "' goes on with its result.");
            }
        }
    }

    /** Executes the agents that a run waits for. Any number of calls may do so at the same time. */
    private Decision<S, N> execute(StoredRun caller, RunWaiter waiter) {
        if (!new FamilyExecution(caller, this.called.get(), runner, waiter, decider::stopInTime).run()) {
            return new Decision.Reload<>();
        }
        StoredRun now = records.awaited(caller.key());
        return now.stopReason() instanceof StopReason.Called called
                ? new Decision.Return<>(records.outcome(now, called))
                : new Decision.Reload<>();
    }

    private Decision<S, N> act(Call<S, N> request, LocalRun mine, @Nullable RunWaiter waiter) {
        LocalRun around = LocalRun.current();
        LocalRun.setCurrent(mine);
        Decision<S, N> done = new Decision.Reload<>();
        try {
            done = carryOut(request, request.decide(), mine, waiter);
            return done;
        } finally {
            LocalRun.setCurrent(around);
            localRuns.leave(mine);
            mine.finish(done instanceof Decision.Return<S, N> reached ? reached.outcome() : null);
        }
    }

    private Decision<S, N> carryOut(
            Call<S, N> request, Decision<S, N> decision, LocalRun mine, @Nullable RunWaiter waiter) {
        if (decision instanceof Decision.Execute<S, N> execute) {
            Progress<N> result = graph.execute(execute.acquired(), execute.at(), mine, execute.asked());
            if (result instanceof Progress.Refused<N> refused
                    && refused.ticket().equals(request.ticket())) {
                throw refused.toCaller();
            }
            return result instanceof Progress.Stopped<N> stopped
                    ? new Decision.Return<>(stopped.outcome())
                    : new Decision.Reload<>();
        }
        if (decision instanceof Decision.Wait<S, N> wait && waiter != null) {
            wait.until().accept(waiter);
        }
        return decision;
    }

    @SuppressWarnings("unchecked") // the same run is of the same graph, which both calls have checked
    private Decision<S, N> join(Call<S, N> request, LocalRun other, RunWaiter waiter) {
        boolean mayJoin = request.mayJoin();
        waiter.join(other);
        RunOutcome<N> outcome = (RunOutcome<N>) other.outcome();
        return mayJoin && outcome != null ? new Decision.Return<>(outcome) : new Decision.Reload<>();
    }
}
