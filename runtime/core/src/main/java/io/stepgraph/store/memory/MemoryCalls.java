package io.stepgraph.store.memory;

import io.stepgraph.store.CallProgress;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.ChildEnd;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls of a {@link MemoryStore}. */
final class MemoryCalls implements CallStore {
    private final MemoryTables tables;

    MemoryCalls(MemoryTables tables) {
        this.tables = tables;
    }

    private Stream<MemoryRun> numbered(long number) {
        return tables.runs.values().stream().filter(run -> run.runNumber == number);
    }

    /** Returns the runs of a call, by place. */
    private List<MemoryRun> children(long caller, long visit) {
        return numbered(caller)
                .flatMap(run -> Stream.ofNullable(run.calls.get(visit)))
                .flatMap(call -> call.children.stream())
                .toList();
    }

    @Override
    public long sizeOfEnds(long caller, long visit) {
        return ends(caller, visit).stream()
                .mapToLong(end -> Objects.requireNonNull(end.reason().json()).size())
                .sum();
    }

    @Override
    public List<ChildEnd> ends(long caller, long visit) {
        return tables.call(now -> children(caller, visit).stream()
                .filter(child -> child.status.isEnd())
                .map(child -> new ChildEnd(child.key.id(), child.place(), withoutTrace(child.stopReason)))
                .toList());
    }

    private static StopReason withoutTrace(@Nullable StopReason reason) {
        return reason instanceof StopReason.Failed failed
                ? new StopReason.Failed(failed.failure())
                : Objects.requireNonNull(reason);
    }

    @Override
    public CallProgress progress(long caller, long visit, boolean all, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> {
            List<MemoryRun> children = children(caller, visit);
            long ended = children.stream().filter(child -> child.status.isEnd()).count();
            return new CallProgress(
                    children.size(),
                    (int) ended,
                    children.stream()
                            .filter(child -> all || child.status == Status.WAITING || child.status == Status.FAILED)
                            .limit(limit)
                            .map(child -> child.readWithoutValues(now))
                            .toList());
        });
    }

    @Override
    public boolean isResting(long run) {
        return tables.call(now -> {
            List<MemoryRun> unfinished = numbered(run)
                    .flatMap(MemoryRun::descendants)
                    .filter(each -> !each.status.isEnd())
                    .toList();
            return unfinished.stream()
                            .allMatch(each -> each.status == Status.WAITING
                                    && (each.stopReason instanceof StopReason.Parked
                                            || each.sinceAwake(now).isNegative()))
                    && unfinished.stream().anyMatch(each -> !(each.stopReason instanceof StopReason.Called));
        });
    }

    @Override
    public List<RunKey> callers(RunKey key) {
        return tables.on(key, List.of(), (run, now) -> {
            List<RunKey> callers = new ArrayList<>();
            for (MemoryCall call = run.calledIn; call != null; call = call.caller.calledIn) {
                callers.add(call.caller.key);
            }
            return List.copyOf(callers);
        });
    }

    @Override
    public List<FamilyMember> family(RunKey key, int limit) {
        Store.checkLimit(limit);
        return tables.on(
                key,
                List.of(),
                (run, now) -> run.family().stream()
                        .sorted(Comparator.comparing(each -> each.runNumber))
                        .limit(limit)
                        .map(each -> new FamilyMember(
                                MemoryLists.listed(each, now),
                                each.calledIn == null ? null : each.calledIn.caller.key.id(),
                                each.place(),
                                each.status.isEnd() ? each.changed.wall() : null))
                        .toList());
    }
}
