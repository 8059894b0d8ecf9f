package io.stepgraph.store.memory;

import io.stepgraph.store.NoticeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The notices of a {@link MemoryStore}. */
final class MemoryNotices implements NoticeStore {
    private final MemoryTables tables;

    MemoryNotices(MemoryTables tables) {
        this.tables = tables;
    }

    /** Claims the first of each graph and namespace, then the second of each, and so on. */
    @Override
    public List<ClaimedNotice> claim(Set<String> graphs, Set<String> namespaces, int limit, Duration length) {
        return tables.call(now -> {
            Map<List<String>, Integer> counts = new HashMap<>();
            Map<MemoryRun, Integer> places = new LinkedHashMap<>();
            tables.runs.values().stream()
                    .filter(run -> graphs.contains(run.graph)
                            && (namespaces.isEmpty() || namespaces.contains(run.key.namespace()))
                            && run.isToBeTold(now))
                    .sorted(Comparator.comparing(MemoryRun::noticeAt)
                            .thenComparing(run -> run.changed.wall())
                            .thenComparing(run -> run.runNumber))
                    .forEach(run ->
                            places.put(run, counts.merge(List.of(run.graph, run.key.namespace()), 1, Integer::sum)));
            return places.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue())
                    .limit(limit)
                    .map(each -> each.getKey().claimNotice(length, now))
                    .toList();
        });
    }

    @Override
    public void told(ClaimedNotice notice, @Nullable Duration again) {
        tables.on(notice.run(), false, (run, now) -> {
            run.told(notice, again, now);
            return true;
        });
    }

    @Override
    public long begin(Instant from) {
        return tables.call(now -> {
            if (tables.haveNoticesBegun) {
                return -1L;
            }
            tables.haveNoticesBegun = true;
            return tables.runs.values().stream()
                    .filter(run -> run.isToldBefore(from))
                    .count();
        });
    }
}
