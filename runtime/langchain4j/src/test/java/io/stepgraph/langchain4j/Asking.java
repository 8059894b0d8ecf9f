package io.stepgraph.langchain4j;

import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Asker.Heard;
import io.stepgraph.langchain4j.Asker.Question;
import io.stepgraph.langchain4j.AskerGraph.Outcome;
import io.stepgraph.langchain4j.AskerGraph.Runs;
import io.stepgraph.langchain4j.StrictModel.Turn;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.FakeClock;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A run of an {@link Asker} in a thread of its own. */
final class Asking implements AutoCloseable {
    private static final int SECONDS = 30;

    final FakeClock clock = FakeClock.running();
    final BlockingQueue<Duration> delays = new LinkedBlockingQueue<>();
    final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
    private final MemoryStore store = new MemoryStore(clock);
    private final Runner runner =
            Runner.builder(store).clock(clock).observer(this::observe).build();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Runs runs;
    private final CompletableFuture<Outcome> outcome;

    Asking(Model model) {
        runs = AskerGraph.of(new Asker(model)).on(runner);
        outcome = CompletableFuture.supplyAsync(() -> runs.run("run", new Question()), thread);
    }

    /** Asks a model that takes the first turn for its first request, and the second one for the next. */
    static Asking of(Turn... turns) {
        return new Asking(Model.of(StrictModel.script(turns)));
    }

    private void observe(RunEvent event) {
        if (event instanceof RunEvent.Custom told) {
            pieces.add((String) told.event());
        } else if (event instanceof RunEvent.StepRetrying retrying) {
            delays.add(retrying.delay());
        }
    }

    Outcome outcome() throws Exception {
        return outcome.get(SECONDS, TimeUnit.SECONDS);
    }

    Heard heard() throws Exception {
        return ((Outcome.Completed) outcome()).result();
    }

    Throwable failure() throws Exception {
        return ((Outcome.Failed) outcome()).cause();
    }

    void cancel() {
        runs.as(Actor.named("ann")).cancel("run");
    }

    @Override
    public void close() {
        thread.shutdownNow();
        runner.close();
        store.close();
    }
}
