package io.stepgraph.internal.run;

import io.stepgraph.internal.codec.CalledGraph;
import io.stepgraph.internal.codec.EncodedValue;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.internal.visit.CheckpointReader;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.store.ChildEnd;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Continues runs of one graph whose called agents have all ended: at the step that takes the results, or as the call
 * fails (C4, C5).
 */
final class CallJoiner<S, N extends Enum<N>> {
    private final GraphRunner<?, S, ?, N> graph;
    private final StoredRunReader<S, N> records;
    private final RunnerContext runner;

    CallJoiner(GraphRunner<?, S, ?, N> graph, StoredRunReader<S, N> records, RunnerContext runner) {
        this.graph = graph;
        this.records = records;
        this.runner = runner;
    }

    /** Acquires the run, or ends it; {@link Decision.Reload} if it has ended, or has changed since it was read. */
    Decision<S, N> join(StoredRun found, StopReason.Joined joined) {
        // Unreadable data is found before anything is written (S2).
        StepCursor<S, N> cursor = records.position(found);
        StepSpec.Call call = records.call(found, joined.agents());
        if (found.stopAs() != null) {
            // At the call, so that a retry of the family opens those that were stopped with it.
            StopReason.Failed stop = new StopReason.Failed(found.stopAs());
            runner.fail(found, ErrorCode.valueOf(Objects.requireNonNull(stop.code())), stop.summary());
            return new Decision.Reload<>();
        }
        long visit = found.checkpoint().visit();
        long size = runner.store().call(s -> s.calls().sizeOfEnds(found.runNumber(), visit));
        int limit = runner.config().visits().maxValueBytes();
        if (size > limit) {
            String why = "The results of the agents take " + size + " bytes as JSON, more than " + limit
                    + ". Let each return an id of what it has stored.";
            return fail(found, cursor, null, ErrorCode.VALUE_TOO_LARGE, why);
        }
        List<ChildEnd> stored = runner.store().call(s -> s.calls().ends(found.runNumber(), visit));
        if (stored.size() != joined.size()) {
            throw corrupt(
                    found, stored.size() + " of the " + joined.size() + " agents that it called have an end.", null);
        }
        List<Ended<?>> ends = new ArrayList<>(stored.size());
        for (ChildEnd end : stored) {
            CalledGraph<?, ?, ?> agent = graph.codecs.called(cursor.step).get(call.isList() ? 0 : end.place() - 1);
            ends.add(read(found, agent, end));
        }
        RunReport told = joined(found, cursor.step, stored);
        StepFailure<?> failed = call.takesEnds() ? null : failure(cursor, call, ends);
        if (failed != null) {
            return fail(found, cursor, told, failed.code(), failed.message());
        }
        Transition.Go<N, S> go =
                CallWriter.join(graph.graph, cursor.step, found.key().id(), ends);
        try {
            return goOn(found, cursor, StepResult.joined(graph.plan, cursor, go, ends), told);
        } catch (StepgraphException refused) {
            if (!(refused instanceof NotStorableException) && refused.code() != ErrorCode.INVALID_TRANSITION) {
                throw refused;
            }
            return fail(found, cursor, told, refused.code(), String.valueOf(refused.getMessage()));
        }
    }

    private static RunReport joined(StoredRun found, StepPlan<?> call, List<ChildEnd> ends) {
        RunEvent event = new RunEvent.Joined(
                found.key().id(),
                call.name,
                found.checkpoint().visit(),
                count(ends, Status.COMPLETED),
                count(ends, Status.FAILED),
                count(ends, Status.CANCELLED));
        return new RunReport(found.key(), found.thread(), event);
    }

    private static int count(List<ChildEnd> ends, Status status) {
        return (int)
                ends.stream().filter(end -> end.reason().status() == status).count();
    }

    private Ended<?> read(StoredRun found, CalledGraph<?, ?, ?> agent, ChildEnd end) {
        try {
            if (end.reason() instanceof StopReason.Completed completed) {
                return new Ended.Completed<>(end.id(), agent.codecs.output().read(completed.output()));
            }
            if (end.reason() instanceof StopReason.Failed failed) {
                return new Ended.Failed<>(
                        end.id(), (StepFailure<?>) agent.codecs.failure().read(failed.failure()));
            }
            return new Ended.Cancelled<>(end.id(), ((StopReason.Cancelled) end.reason()).by());
        } catch (UnreadableValueException unreadable) {
            throw corrupt(
                    found,
                    "the result of run '" + end.id() + "' cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    private static StepgraphException corrupt(StoredRun found, String why, @Nullable Throwable cause) {
        return new StepgraphException(
                ErrorCode.CORRUPT_CHECKPOINT,
                "Run '" + found.key() + "' cannot continue after its call '"
                        + found.checkpoint().step() + "': " + why + " Nothing was changed.",
                cause);
    }

    /** The failure of a call whose next step takes results, or nothing; null if all agents have completed. */
    private static @Nullable StepFailure<?> failure(StepCursor<?, ?> cursor, StepSpec.Call call, List<Ended<?>> ends) {
        StepFailure<?> first = null;
        for (Ended<?> end : ends) {
            ErrorCode code = ErrorCode.CHILD_FAILED;
            String how = "was cancelled.";
            if (end instanceof Ended.Completed) {
                continue;
            }
            if (end instanceof Ended.Failed<?> failed) {
                StepFailure<?> failure = failed.failure();
                boolean isOver = failure.code() == ErrorCode.DEADLINE_EXCEEDED
                        || (failure.code() == ErrorCode.CALL_TIMED_OUT && call.timeout() != null);
                code = isOver ? failure.code() : code;
                how = "has failed with " + failure.code() + ": " + failure.message();
            } else if (end instanceof Ended.Cancelled<?> cancelled
                    && !cancelled.by().isEmpty()) {
                how = "was cancelled by " + cancelled.by() + ".";
            }
            if (first == null || (code != ErrorCode.CHILD_FAILED && first.code() == ErrorCode.CHILD_FAILED)) {
                String message = "Run '" + end.run() + "', which '" + cursor.step.name + "' has called, " + how;
                first = Failures.withoutCause(cursor, code, message);
            }
        }
        return first;
    }

    /** Fails the call: the run goes to the step that takes the failure, or ends. One whose time is over ends (R8). */
    private Decision<S, N> fail(
            StoredRun found, StepCursor<S, N> cursor, @Nullable RunReport joined, ErrorCode code, String message) {
        StepSpec<N> call = cursor.step.spec;
        if (call.onFailure() != null && call.failures().isEmpty() && code != ErrorCode.DEADLINE_EXCEEDED) {
            StepFailure<?> failure = Failures.withoutCause(cursor, code, message);
            try {
                StepResult.Next<S, N> next = StepResult.of(graph.plan, cursor, failure, List.of());
                RunEvent event = new RunEvent.StepFailed(found.key().id(), failure, next.target().name, Duration.ZERO);
                Json stored = graph.codecs.failure().write(failure);
                RunReport failed = new RunReport(found.key(), found.thread(), event, stored);
                return goOn(found, cursor, next, joined == null ? failed : joined.and(failed));
            } catch (NotStorableException tooLarge) {
                // With the input of the call. The run fails as it would without that step.
            }
        }
        runner.fail(found, code, message);
        return new Decision.Reload<>();
    }

    /** Acquires the run at the next step. The results reset no budget: no person has decided anything (C11). */
    private Decision<S, N> goOn(StoredRun found, StepCursor<S, N> call, StepResult.Next<S, N> next, RunReport report) {
        EncodedValue input =
                next.input() == null ? null : graph.codecs.input(next.target()).store(next.input());
        StepEntry entry = new StepEntry(
                next.target().name,
                input == null ? null : input.json(),
                call.visit + 1,
                1,
                0,
                call.budgetStartVisit,
                graph.codecs.write(next.ruleState()));
        AcquiredRun acquired = runner.leases().acquire(found, entry, null, report);
        if (acquired == null) {
            return new Decision.Reload<>();
        }
        StepCursor<S, N> at =
                new StepCursor<>(next.target(), next.state(), input == null ? null : input.value(), next.ruleState());
        CheckpointReader.settle(at, acquired.run().checkpoint());
        return new Decision.Execute<>(acquired, at, null);
    }
}
