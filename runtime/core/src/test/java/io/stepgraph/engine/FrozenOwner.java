package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;

import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.OtherClock;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** An owner of another machine, whose process can be frozen for longer than its lease, and the heir of its run. */
public final class FrozenOwner {
    public static final Duration LEASE = Duration.ofSeconds(30);
    public static final Duration LONGER = Duration.ofSeconds(31);

    /** The limit of a step that has a thread of its own. */
    static final long TIMEOUT_MILLIS = 20_000;

    /** The external calls of the steps: the process, the step and the attempt. */
    public final List<String> done = Collections.synchronizedList(new ArrayList<>());

    private final Fixture fixture;
    private final AtomicBoolean wasFrozen = new AtomicBoolean();

    public FrozenOwner(Fixture fixture) {
        this.fixture = fixture;
    }

    /** Two steps. */
    private TestGraph<Notes> line(String who, long timeoutMillis) {
        return TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.to(SECOND).timeout(timeoutMillis, timeoutMillis + "ms"),
                        (notes, input, context) -> {
                            done.add(who + " first " + context.attempt());
                            return Transition.go(SECOND);
                        })
                .step(SECOND, s -> s.toEnd().timeout(timeoutMillis, timeoutMillis + "ms"), (notes, input, context) -> {
                    done.add(who + " second " + context.attempt());
                    notes.add(who);
                    return Transition.end();
                });
    }

    /** The owner, with steps in the calling thread. */
    public RunClient<Notes, Node> owner() {
        return owner(builder -> builder);
    }

    public RunClient<Notes, Node> owner(UnaryOperator<RunnerBuilder> config) {
        return owner(line("owner", 0), config);
    }

    public RunClient<Notes, Node> owner(TestGraph<Notes> graph, UnaryOperator<RunnerBuilder> config) {
        fixture.store.owners(Fixture::elsewhere);
        return fixture.runs(graph, builder -> config.apply(builder.lease(LEASE)));
    }

    /** The owner, with steps in threads of their own. */
    public RunClient<Notes, Node> ownerUnderTimeout(Runnable whenTimeIsRead, UnaryOperator<RunnerBuilder> config) {
        return owner(
                line("owner", TIMEOUT_MILLIS), builder -> config.apply(builder.clock(new TrueWaits(whenTimeIsRead))));
    }

    /** The owner, and what happens once, right before its second step begins: in this thread, or in one of its own. */
    public RunClient<Notes, Node> ownerWhere(boolean isUnderTimeout, Runnable happens) {
        return ownerWhere(isUnderTimeout, happens, builder -> builder);
    }

    public RunClient<Notes, Node> ownerWhere(
            boolean isUnderTimeout, Runnable happens, UnaryOperator<RunnerBuilder> config) {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        UnaryOperator<RunnerBuilder> listening =
                builder -> config.apply(builder).observer(event -> {
                    if (isSecondStarted(event) && isFirst.compareAndSet(true, false)) {
                        happens.run();
                    }
                });
        return isUnderTimeout ? ownerUnderTimeout(() -> {}, listening) : owner(listening);
    }

    public static boolean isSecondStarted(RunEvent event) {
        return event instanceof RunEvent.StepStarted started && started.visit() == 2;
    }

    /** Once: lets the process be frozen for longer than its lease, and the heir end the run meanwhile. */
    public void freeze() {
        freeze(() -> fixture.time.pass(LONGER));
    }

    /** Once: lets time pass, and the heir end the run meanwhile. */
    public void freeze(Runnable passing) {
        once(() -> {
            passing.run();
            inherit();
        });
    }

    /** Lets something happen if it is the first time. */
    public void once(Runnable happens) {
        if (wasFrozen.compareAndSet(false, true)) {
            happens.run();
        }
    }

    /** The heir takes the run over and ends it. */
    void inherit() {
        inherit(line("heir", 0));
    }

    public void inherit(TestGraph<Notes> graph) {
        fixture.store.owners(owner -> owner);
        Outcomes.completed(fixture.runs(graph, builder -> builder.lease(LEASE)).resume("one"));
    }

    /** Something happens before the reply to a call of the store arrives. */
    public void after(String call, Runnable happens) {
        fixture.store.after(call, happens);
    }

    /** Sets the wall clock of this process forward, and not that of the store. */
    public void setForward() {
        fixture.time.passOnTheWall(LONGER);
        fixture.storeAhead = fixture.storeAhead.minus(LONGER);
    }

    /** The clocks of the fixture, with waits that take as long as they say. */
    private final class TrueWaits extends OtherClock {
        private final Runnable whenRead;

        TrueWaits(Runnable whenRead) {
            super(fixture.time);
            this.whenRead = whenRead;
        }

        @Override
        public long nanos() {
            whenRead.run();
            return super.nanos();
        }

        @Override
        public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
            return latch.await(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
