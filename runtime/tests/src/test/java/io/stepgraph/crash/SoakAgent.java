package io.stepgraph.crash;

import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The agent of the soak: ten steps, two effects and a question. */
final class SoakAgent
        extends AgentGraph<
                SoakAgent.Bench,
                SoakAgent.Work,
                Void,
                SoakAgent.Step,
                RunClient<SoakAgent.Work, SoakAgent.Step>,
                MachineClient<SoakAgent.Work, SoakAgent.Step>> {
    static final List<String> LINES = List.of("work", "work", "work", "work", "go on yes", "last", "last", "end");
    private static final int LONGEST_STEP_MILLIS = 20;

    SoakAgent(String worker, int port) {
        super(new Definition(), new Bench(worker, port));
    }

    /** The state. */
    public static final class Work {
        public List<String> lines = new ArrayList<>();
        public Set<String> workers = new TreeSet<>();
        public List<String> keys = new ArrayList<>();
    }

    public record Amount(int cents) {}

    public record Receipt(String key, String text) {}

    enum Step {
        WORK,
        PAY,
        ASK,
        GO_ON,
        LAST,
        REPORT
    }

    /**
     * Where the steps are executed.
     *
     * @param worker the name of the process
     * @param port the port of the payment server
     */
    record Bench(String worker, int port) {}

    @Override
    protected RunClient<Work, Step> runs(RunClient<Work, Step> client) {
        return client;
    }

    @Override
    protected MachineClient<Work, Step> machine(MachineClient<Work, Step> client) {
        return client;
    }

    private static final class Definition implements Graph<Bench, Work, Void, Step> {
        private final GraphSpec<Step> spec;

        Definition() {
            GraphSpec.Builder<Step> steps =
                    GraphSpec.builder("crash.Soak", "print-1", ValueType.of(Work.class), ValueType.of(Work.class));
            steps.step(Step.WORK, "work").to(Step.WORK, Step.PAY);
            steps.step(Step.PAY, "pay").to(Step.ASK);
            steps.interrupt(Step.ASK, "ask", ValueType.of(String.class))
                    .to(Step.GO_ON)
                    .answeredBy(ValueType.of(String.class));
            steps.step(Step.GO_ON, "goOn").takes(ValueType.of(String.class)).to(Step.LAST);
            steps.step(Step.LAST, "last").to(Step.LAST, Step.REPORT);
            steps.step(Step.REPORT, "report").toEnd();
            this.spec = steps.build(Step.WORK);
        }

        @Override
        public GraphSpec<Step> spec() {
            return spec;
        }

        @Override
        public @Nullable Step route(Step interrupt, Object answer) {
            return Step.GO_ON;
        }

        @Override
        public Transition<Step, Work> enter(
                Bench bench, Step step, Work work, @Nullable Object input, StepContext<Void> context) throws Exception {
            if (step != Step.ASK) {
                work.workers.add(bench.worker());
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(LONGEST_STEP_MILLIS));
            }
            return switch (step) {
                case WORK -> {
                    work.lines.add("work");
                    yield Transition.go(work.lines.size() < 4 ? Step.WORK : Step.PAY);
                }
                case PAY -> {
                    pay(bench.port(), work, context);
                    yield Transition.go(Step.ASK);
                }
                case ASK -> Transition.ask("go on?");
                case GO_ON -> {
                    work.lines.add("go on " + input);
                    yield Transition.go(Step.LAST);
                }
                case LAST -> {
                    work.lines.add("last");
                    yield Transition.go(work.lines.size() < LINES.size() - 1 ? Step.LAST : Step.REPORT);
                }
                case REPORT -> {
                    work.lines.add("end");
                    yield Transition.end();
                }
            };
        }

        /**
         * One system does a call with one key once; the other can tell whether it had a call with a key. Two runs of one customer send
         * one mail.
         */
        private static void pay(int port, Work work, StepContext<Void> context) throws Exception {
            Receipt charge = context.once("charge", new Amount(500), Receipt.class)
                    .retryWithSameKey()
                    .call((key, amount) -> new Receipt(key, PaymentServer.call(port, "chargeOnce", key)));
            Receipt mail = context.once("mail", new Amount(1), Receipt.class)
                    .key(customer(context.runId()))
                    .callTimeout(Duration.ofSeconds(2))
                    .reconcile(key -> {
                        String found = PaymentServer.call(port, "find", key);
                        return found.isEmpty() ? Optional.empty() : Optional.of(new Receipt(key, found));
                    })
                    .call((key, amount) -> new Receipt(key, PaymentServer.call(port, "charge", key)));
            work.keys.add(charge.key());
            work.keys.add(mail.key());
        }

        private static String customer(String run) {
            return "customer-" + Integer.parseInt(run.substring(run.indexOf('-') + 1)) / 2;
        }
    }
}
