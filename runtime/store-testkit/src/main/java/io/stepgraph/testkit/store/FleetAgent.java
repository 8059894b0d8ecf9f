package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.testkit.store.ClusterAgent.Cluster;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls an agent that listens, and listens itself.
 *
 * @param cluster the agent
 */
@StepGraph(start = "call", name = "engine-fleet")
record FleetAgent(ClusterAgent cluster) {

    /** The state: what has happened. */
    static final class Fleet {
        public List<String> lines = new ArrayList<>();
    }

    record Close(String why) {}

    @Call(agents = "cluster", next = "gather")
    Cluster call(Fleet fleet) {
        return new Cluster();
    }

    @Step(next = "close")
    void gather(Fleet fleet, Cluster cluster) {
        fleet.lines.addAll(cluster.lines);
    }

    @Interrupt(answer = Close.class, mailbox = true, next = "closed")
    void close(Fleet fleet) {}

    @Step(next = END)
    void closed(Fleet fleet, Close close) {
        fleet.lines.add(close.why());
    }
}
