package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.FakeClock;
import io.stepgraph.testkit.internal.FaultInjectingStore;
import io.stepgraph.testkit.internal.LateCalls;
import io.stepgraph.testkit.internal.StoreCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The {@link EngineContract} for runners on one store. A store whose time is a server's overrides {@link #pass}, and
 * puts the server's time forward too.
 */
public abstract class RunnerContract extends EngineContract
        implements StoredRunContract, StoredCallContract, StoredMessageContract, StoredNoticeContract {
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final long CLOSE_PATIENCE_MILLIS = 500;

    private final FakeClock clock = FakeClock.running();
    private final List<Store> opened = new ArrayList<>();

    /** A suite for one store. */
    protected RunnerContract() {}

    /**
     * Opens the store of this test: once for each process.
     *
     * @param clock the clocks of the machine, which the tests put forward
     */
    protected abstract Store openStore(MachineClock clock);

    /** A process is over. Closes its store, unless overridden because processes share one. */
    protected void closeStore(Store store) {
        store.close();
    }

    @Override
    public final Duration patience() {
        return LEASE;
    }

    @Override
    public void pass(Duration time) throws InterruptedException {
        clock.pass(time);
    }

    @Override
    public final RunnerBuilder runner(Store store) {
        return Runner.builder(store).clock(clock).retention(Retention.KEEP_HISTORY);
    }

    @Override
    public final WorkerBuilder worker(Store store) {
        return Worker.builder(store).clock(clock);
    }

    @Override
    public final Store store() {
        Store store = openStore(clock);
        opened.add(store);
        return store;
    }

    @AfterEach
    final void closeStores() {
        opened.forEach(this::closeStore);
    }

    @Override
    protected final EngineProcess open(EngineSettings settings) {
        return new RunnerProcess(openStore(clock), settings);
    }

    /**
     * No test here: the "dead" processes of this suite execute on in this one, so that no run is alone, and none of
     * them proves that its run has killed it.
     */
    @Override
    public final void a_visit_in_which_each_process_dies_ends_the_run() {}

    @Test
    @Tag("W3")
    final void W3_a_program_without_the_graph_is_refused_like_any_other() {
        Runner runner = (Runner) process(EngineSettings.DEFAULT).engine();
        AnswererAgentGraph.Runs runs =
                AnswererAgentGraph.of(new AnswererAgent()).on(runner).as(EngineAnswererContract.ANN);
        String ticket = ((AnswererAgentGraph.Outcome.Approve) runs.run("one", new AnswererAgent.Notes()))
                .ticket()
                .id();
        String yes = "{\"@type\":\"Yes\"}";

        assertThatThrownBy(() -> runner.as(EngineAnswererContract.ANN).answer(ticket, yes))
                .isInstanceOf(AnswerNotPermittedException.class)
                .hasMessageContaining("ann may not");
        assertThatThrownBy(() -> runner.answer(ticket, yes))
                .isInstanceOf(AnswerNotPermittedException.class)
                .hasMessageContaining("the answer has no name: give it with as(actor)");
        assertThat(runs.outcome("one").orElseThrow()).isInstanceOf(AnswererAgentGraph.Outcome.Approve.class);

        runner.as(EngineAnswererContract.BOB).answer(ticket, yes);
        assertThat(runs.resume("one")).isInstanceOf(AnswererAgentGraph.Outcome.Confirm.class);
    }

    /** Thrown at each call of a program that has died. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed() {
            super("The test lets the process die here.", null, false, false);
        }
    }

    /** A runner whose store can be taken away from it. */
    private final class RunnerProcess implements EngineProcess, StoreCalls {
        private final Store store;
        private final Runner runner;
        private volatile boolean isDead;

        RunnerProcess(Store store, EngineSettings settings) {
            this.store = store;
            RunnerBuilder builder = Runner.builder(FaultInjectingStore.around(store, this))
                    .clock(clock)
                    .namespace(settings.namespace())
                    .maxMode(settings.maxMode())
                    .startMode(settings.startMode())
                    .maxSteps(settings.maxSteps())
                    .maxCrashes(settings.maxCrashes())
                    .maxValueBytes(settings.maxValueBytes())
                    .deadline(settings.deadline())
                    .retention(Retention.KEEP_HISTORY)
                    .lease(LEASE);
            settings.hooks().forEach(builder::hook);
            settings.failOpenHooks().forEach(builder::failOpenHook);
            this.runner = builder.build();
        }

        @Override
        public <T extends @Nullable Object> T call(String operation, Supplier<T> call, LateCalls late) {
            if (isDead) {
                throw new Killed();
            }
            return call.get();
        }

        @Override
        public Engine engine() {
            return runner;
        }

        @Override
        public void die() {
            isDead = true;
        }

        @Override
        public void close() {
            if (!isDead) {
                closeRunner();
            }
            closeStore(store);
        }

        /** Closes the runner, and waits for its steps half a second, not ten: an interrupt ends the wait. */
        private void closeRunner() {
            FutureTask<?> closing = new FutureTask<>(runner::close, null);
            Thread closer = new Thread(closing, "closer");
            closer.start();
            try {
                closer.join(CLOSE_PATIENCE_MILLIS);
                closer.interrupt();
                closing.get();
            } catch (InterruptedException | ExecutionException failed) {
                throw new IllegalStateException("The runner was not closed.", failed);
            }
        }
    }
}
