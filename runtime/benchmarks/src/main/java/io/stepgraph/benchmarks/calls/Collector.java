package io.stepgraph.benchmarks.calls;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.calls.Caller.Batch;

/** Does by itself what the caller does with the results. */
@StepGraph(start = "collect")
final class Collector {

    @Step(next = END)
    void collect(Batch batch) {
        batch.ended = batch.size;
    }
}
