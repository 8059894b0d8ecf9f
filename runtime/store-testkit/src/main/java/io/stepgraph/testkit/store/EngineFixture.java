package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

/** The shared parts of the {@link EngineContract}. */
interface EngineFixture {

    EngineProcess process(EngineSettings settings);

    /** Makes a call in a thread of its own. */
    <T> Future<T> call(Callable<T> call);

    /** Begins a call in another thread, whose outcome nobody awaits. */
    void begin(Runnable call);

    Duration patience();

    /** Lets time pass: for the engine, its processes and their calls. */
    void pass(Duration time) throws InterruptedException;

    default Runs runs(ContractAgent agent) {
        return runs(EngineSettings.DEFAULT, agent);
    }

    /** The runs of an agent in a process of its own. */
    default Runs runs(EngineSettings settings, ContractAgent agent) {
        return on(process(settings), agent);
    }

    static Runs on(EngineProcess process, ContractAgent agent) {
        return ContractAgentGraph.of(agent).on(process.engine());
    }

    static List<String> completed(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    static Outcome.Failed failed(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return (Outcome.Failed) outcome;
    }

    static Outcome.Decide decide(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Decide.class);
        return (Outcome.Decide) outcome;
    }

    static Outcome.Parked parked(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Parked.class);
        return (Outcome.Parked) outcome;
    }

    /** A hook that decides about one step. */
    static StepHook before(String step, HookDecision decision) {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return call.step().equals(step) ? decision : HookDecision.proceed();
            }
        };
    }

    /** Waits in spite of all interrupts, as a thread of a dead process that this one cannot stop. */
    static void uninterrupted(CountDownLatch latch) {
        boolean waits = true;
        while (waits) {
            try {
                latch.await();
                waits = false;
            } catch (InterruptedException ignored) {
                // The process is dead, so nobody has interrupted it.
            }
        }
    }
}
