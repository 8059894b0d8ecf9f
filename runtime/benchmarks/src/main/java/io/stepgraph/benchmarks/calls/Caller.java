package io.stepgraph.benchmarks.calls;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Calls an agent for each piece of work.
 *
 * @param worded the agent
 */
@StepGraph(start = "call")
record Caller(Worded worded) {

    /** The state. */
    static final class Batch {
        public int size;
        public int ended;

        static Batch of(int size) {
            Batch batch = new Batch();
            batch.size = size;
            return batch;
        }
    }

    @Call(agents = "worded", next = "collect")
    List<Worded.Work> call(Batch batch) {
        return IntStream.range(0, batch.size).mapToObj(Worded.Work::of).toList();
    }

    @Step(next = END)
    void collect(Batch batch, List<String> results) {
        batch.ended = results.size();
    }
}
