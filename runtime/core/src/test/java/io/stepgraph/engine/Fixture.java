package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.FakeTime;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.OtherClock;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A store that is watched, a time in which waiting takes none, and runners on both. */
public final class Fixture implements AutoCloseable {
    public final FakeTime time = new FakeTime();
    /** How far the clock of the store is ahead of this machine's. */
    public volatile Duration storeAhead = Duration.ZERO;

    /** On another machine: its monotonic clock counts on while that of this one does not. */
    public final MemoryStore memory = new MemoryStore(new OtherClock(time) {
        @Override
        public Instant wall() {
            return super.wall().plus(storeAhead);
        }

        @Override
        public long nanos() {
            return TimeUnit.MILLISECONDS.toNanos(wall().toEpochMilli());
        }
    });

    public final WatchedStore store = new WatchedStore(memory);
    private final List<Runner> runners = new ArrayList<>();

    public <S> RunClient<S, Node> runs(TestGraph<S> graph) {
        return runs(graph, builder -> builder);
    }

    /** The runs of a graph on a runner of their own. */
    public <S> RunClient<S, Node> runs(TestGraph<S> graph, UnaryOperator<RunnerBuilder> config) {
        return runner(config).client(graph, new Object());
    }

    /** Runs the run {@code one} of a graph. */
    public RunOutcome<Node> run(TestGraph<Notes> graph) {
        return run(graph, builder -> builder);
    }

    public RunOutcome<Node> run(TestGraph<Notes> graph, UnaryOperator<RunnerBuilder> config) {
        return runs(graph, config).run("one", Notes.of(), null);
    }

    public Runner runner(UnaryOperator<RunnerBuilder> config) {
        Runner runner = config.apply(Runner.builder(store.store())
                        .clock(time)
                        .lease(Duration.ofMinutes(10))
                        .closePatience(Duration.ofSeconds(10)))
                .build();
        runners.add(runner);
        return runner;
    }

    /** The runs of a graph by the clock of the machine. */
    public <S> RunClient<S, Node> inRealTime(TestGraph<S> graph) {
        return runs(graph, Fixture::realTime);
    }

    /** Lets a runner read the clock of the machine, for tests in which threads wait for each other. */
    public static RunnerBuilder realTime(RunnerBuilder builder) {
        return builder.clock(MachineClock.system());
    }

    /** A call in a thread of its own, whose run is stored. */
    public Running running(RunClient<Notes, Node> runs) {
        Running running = new Running(runs);
        while (memory.runs().summary(new RunKey("default", "one")) == null) {
            Thread.onSpinWait();
        }
        return running;
    }

    public StoredRun stored(String id) {
        StoredRun found = memory.runs().find(new RunKey("default", id));
        assertThat(found).as("run " + id).isNotNull();
        return found;
    }

    /** Lets Eve cancel the run {@code one} by a build that logs these events. */
    public void cancelWith(String... events) {
        memory.runs()
                .end(
                        stored("one"),
                        new StopReason.Cancelled("Eve"),
                        Stream.of(events).map(Json::of).toList());
    }

    /** Who has answered the first question of the run {@code one}. */
    public String answeredBy() {
        return memory.log().questions(new RunKey("default", "one")).get(0).answeredBy();
    }

    /** An owner of this machine whose process is gone, as any other process can prove. */
    public static Owner dead(Owner owner) {
        return new Owner(owner.machine(), owner.boot(), owner.pid(), owner.processStart() - 1, owner.runner());
    }

    /** An owner of another machine, of which nothing can be proven. */
    public static Owner elsewhere(Owner owner) {
        return new Owner("far-away/other/", owner.boot(), 77, 1, owner.runner());
    }

    @Override
    public void close() {
        runners.forEach(Runner::close);
        memory.close();
    }
}
