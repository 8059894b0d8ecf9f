package io.stepgraph.benchmarks.answer;

import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.engine.Worker;
import io.stepgraph.store.Store;
import java.io.IOException;

/** The process with the worker. It prints when each step after an answer begins, and ends with its input. */
final class AnswerWorker {
    static final String READY = "ready";

    private AnswerWorker() {}

    /** One argument: the address of the database. */
    public static void main(String[] arguments) throws IOException {
        AskingAgent agent = new AskingAgent(run -> System.out.println(run + " " + WallClock.nanos()));
        try (Store store = Database.open(arguments[0]);
                Worker worker =
                        Worker.builder(store).graphs(AskingAgentGraph.of(agent)).build()) {
            worker.start();
            System.out.println(READY);
            int end = System.in.read();
            if (end >= 0) {
                throw new IllegalStateException("Nothing to read expected, not " + end);
            }
        }
    }
}
