package io.stepgraph.crash;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.CrashPoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The agent of the crash tests: a step that is tried twice, a charge, a question, and a step that needs a mode. Each
 * step writes into a file that it has begun, and then comes to a crash point.
 */
@StepGraph(start = "plan", name = "trip")
final class Trip {
    /** A run with such an id kills its process, if there is a fault at this place. */
    static final String POISON = "poison";

    /** The run that kills its process in a task of together. */
    static final String POISON_TASK = POISON + "-task";

    private static final Duration CALL = Duration.ofMillis(500);

    private final Program program;
    private final CrashPoints points;

    Trip(Program program, CrashPoints points) {
        this.program = program;
        this.points = points;
    }

    /** The state. What two processes start with is the same, though no two write it in the same order. */
    static final class Notes {
        public List<String> lines = new ArrayList<>();
        public Set<String> tags = Set.of("by air", "by rail", "by road", "by sea", "on foot");
        public String receipt = "";
    }

    record Approval(String by) {}

    /** What the agent knows of the payment server. */
    enum Policy {
        PARK("charge"),
        RETRY("chargeOnce"),
        RECONCILE("charge");

        final String call;

        Policy(String call) {
            this.call = call;
        }

        Effect<Integer, String> on(Effect<Integer, String> effect, int port) {
            return switch (this) {
                case PARK -> effect;
                case RETRY -> effect.retryWithSameKey();
                case RECONCILE ->
                    effect.callTimeout(CALL)
                            .reconcile(key -> Optional.of(Payments.call(port, "find", key))
                                    .filter(receipt -> !receipt.isEmpty()));
            };
        }
    }

    private void begin(String step, StepContext<?> context) throws IOException {
        Files.writeString(
                program.folder().resolve(context.runId()),
                "%s %s %d %d%n".formatted(program.process(), step, context.visit(), context.attempt()),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                StandardOpenOption.DSYNC);
        points.reach("inside-" + step);
    }

    private String reach(String place) {
        points.reach(place);
        return place;
    }

    @Step(next = "fetch")
    void plan(Notes notes, StepContext<?> context) throws Exception {
        begin("plan", context);
        if (context.runId().startsWith(POISON)) {
            TimeUnit.MILLISECONDS.sleep(program.stepMillis() / 2);
            if (context.runId().equals(POISON_TASK)) {
                context.together(List.of(POISON), this::reach);
            } else {
                points.reach(POISON);
            }
        }
        TimeUnit.MILLISECONDS.sleep(program.stepMillis());
        notes.lines.add("plan");
    }

    @Step(next = "charge")
    @Retry(attempts = 2, backoff = "20ms", on = IOException.class)
    void fetch(Notes notes, StepContext<?> context) throws IOException {
        begin("fetch", context);
        notes.lines.add("fetch");
        if (context.attempt() == 1) {
            throw new IOException("busy");
        }
    }

    @Step(next = "ask")
    void charge(Notes notes, StepContext<?> context) throws IOException {
        begin("charge", context);
        Effect<Integer, String> effect = program.policy().on(context.once("charge", 500, String.class), program.port());
        if (!program.businessKey().isEmpty()) {
            effect = effect.key(program.businessKey()).callTimeout(CALL);
        }
        notes.receipt = effect.call((key, cents) -> {
            points.reach("inside-call");
            String receipt = Payments.call(program.port(), program.policy().call, key);
            points.reach("called");
            return receipt;
        });
    }

    @Interrupt(answer = Approval.class, next = "pay")
    String ask(Notes notes, StepContext<?> context) throws IOException {
        begin("ask", context);
        return "Pay?";
    }

    @Step(next = "report")
    void pay(Notes notes, Approval approval, StepContext<?> context) throws IOException {
        begin("pay", context);
        notes.lines.add("pay, as " + approval.by() + " said");
    }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    void report(Notes notes, StepContext<?> context) throws IOException {
        begin("report", context);
        notes.lines.add("report");
    }
}
