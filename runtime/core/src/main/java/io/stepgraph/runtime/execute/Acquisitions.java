package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Acquisition;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunRecord;
import java.util.List;

/** What is asked of a store for a run that goes on, and what its log tells of that. */
final class Acquisitions {
    private Acquisitions() {}

    static Acquisition of(RunRecord seen, Claim claim, boolean isOwnerDead) {
        return new Acquisition(seen, claim, isOwnerDead, events(seen));
    }

    private static List<Json> events(RunRecord seen) {
        LogDocument document = switch (seen.status()) {
            case RUNNING -> LogDocument.of("taken-over");
            case FAILED -> LogDocument.of("reopened");
            default -> LogDocument.of("resumed");
        };
        return List.of(document.put("step", seen.checkpoint().step())
                .put("visit", seen.checkpoint().visit())
                .json());
    }
}
