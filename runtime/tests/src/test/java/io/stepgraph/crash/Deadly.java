package io.stepgraph.crash;

import io.stepgraph.engine.Worker;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.store.Store;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An agent some of whose runs kill their process, and a worker process that executes it. */
final class Deadly
        extends AgentGraph<
                Deadly.Role,
                Deadly.Work,
                Void,
                Deadly.Step,
                RunClient<Deadly.Work, Deadly.Step>,
                MachineClient<Deadly.Work, Deadly.Step>> {
    /** The runs with such an id kill their process. */
    static final String POISON = "poison";

    private static final int DEATH_MILLIS = 200;
    private static final int STEP_MILLIS = 500;

    Deadly(Role role) {
        super(new Definition(), role);
    }

    /** The state. */
    public static final class Work {
        public int steps;
    }

    enum Step {
        WORK,
        REPORT
    }

    /** What a process does with runs. */
    enum Role {
        /** Executes them. */
        WORKS,
        /** Is in a step that does not end, says so, and closes its worker when it is asked to stop. */
        HANGS
    }

    /** Arguments: the store and the role. */
    public static void main(String[] args) throws InterruptedException {
        Role role = Role.valueOf(args[1]);
        try (Store store = Stores.open(args[0]);
                Worker worker = Worker.builder(store).graphs(new Deadly(role)).build()) {
            if (role == Role.HANGS) {
                Runtime.getRuntime().addShutdownHook(new Thread(worker::close));
            }
            worker.start();
            Thread.currentThread().join();
        }
    }

    @Override
    protected RunClient<Work, Step> runs(RunClient<Work, Step> client) {
        return client;
    }

    @Override
    protected MachineClient<Work, Step> machine(MachineClient<Work, Step> client) {
        return client;
    }

    private static final class Definition implements Graph<Role, Work, Void, Step> {
        private final GraphSpec<Step> spec;

        Definition() {
            GraphSpec.Builder<Step> steps =
                    GraphSpec.builder("crash.Deadly", "print-1", ValueType.of(Work.class), ValueType.of(Work.class));
            steps.step(Step.WORK, "work").to(Step.REPORT);
            steps.step(Step.REPORT, "report").toEnd();
            this.spec = steps.build(Step.WORK);
        }

        @Override
        public GraphSpec<Step> spec() {
            return spec;
        }

        @Override
        public @Nullable Step route(Step interrupt, Object answer) {
            return null;
        }

        @Override
        public Transition<Step, Work> enter(
                Role role, Step step, Work work, @Nullable Object input, StepContext<Void> context)
                throws InterruptedException {
            work.steps++;
            if (step == Step.REPORT) {
                return Transition.end();
            }
            if (context.runId().startsWith(POISON)) {
                TimeUnit.MILLISECONDS.sleep(DEATH_MILLIS);
                Runtime.getRuntime().halt(Child.KILLED);
            }
            if (role == Role.HANGS) {
                System.out.println("inside");
                uninterrupted(new CountDownLatch(1));
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            return Transition.go(Step.REPORT);
        }

        private static void uninterrupted(CountDownLatch never) {
            while (true) {
                try {
                    never.await();
                } catch (InterruptedException ignored) {
                    // The step is one that nothing ends.
                }
            }
        }
    }
}
