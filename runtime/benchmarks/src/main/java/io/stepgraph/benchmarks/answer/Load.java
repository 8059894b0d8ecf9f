package io.stepgraph.benchmarks.answer;

import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs that take steps on a runner all the time, one after the other in each of some threads, until they are closed.
 */
final class Load implements AutoCloseable {
    private static final int STEPS = 100;

    private final Talk talk = Talk.ofSize(2_000);
    private final DialogAgentGraph.Runs runs;
    private final ExecutorService threads;
    private final List<Future<?>> tasks = new ArrayList<>();
    private volatile boolean isOver;

    /**
     * Begins.
     *
     * @param count how many runs there are at once
     */
    Load(Runner runner, int count) {
        runs = DialogAgentGraph.of(new DialogAgent(talk, STEPS)).on(runner);
        threads = Executors.newCachedThreadPool();
        for (int i = 0; i < count; i++) {
            String prefix = "load-" + i + "-";
            tasks.add(threads.submit(() -> run(prefix)));
        }
    }

    private void run(String prefix) {
        for (long number = 1; !isOver; number++) {
            runs.run(prefix + number, talk.begin());
            runs.delete(prefix + number);
        }
    }

    /**
     * Waits until the last runs have ended.
     *
     * @throws IllegalStateException if a run has failed
     */
    @Override
    public void close() {
        isOver = true;
        threads.shutdown();
        try {
            for (Future<?> task : tasks) {
                task.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
