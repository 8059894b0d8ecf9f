package io.stepgraph.crash;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The program that charges a card with an effect, and then reports. */
final class Payer {
    private Payer() {}

    /** What the program knows of the remote system. */
    enum Policy {
        PARK("charge") {
            @Override
            Effect<Request, Receipt> on(Effect<Request, Receipt> effect, int port) {
                return effect;
            }
        },
        RETRY("chargeOnce") {
            @Override
            Effect<Request, Receipt> on(Effect<Request, Receipt> effect, int port) {
                return effect.retryWithSameKey();
            }
        },
        RECONCILE("charge") {
            @Override
            Effect<Request, Receipt> on(Effect<Request, Receipt> effect, int port) {
                return effect.callTimeout(Duration.ofMillis(500)).reconcile(key -> {
                    String receipt = PaymentServer.call(port, "find", key);
                    return receipt.isEmpty() ? Optional.empty() : Optional.of(new Receipt(key, receipt));
                });
            }
        };

        final String call;

        Policy(String call) {
            this.call = call;
        }

        abstract Effect<Request, Receipt> on(Effect<Request, Receipt> effect, int port);
    }

    public record Request(int cents) {}

    public record Receipt(String key, String text) {}

    enum Step {
        CHARGE,
        REPORT
    }

    /** The agent. */
    record Card(
            CrashPoints points,
            int port,
            Policy policy,
            @Nullable String businessKey) {

        Effect<Request, Receipt> on(Effect<Request, Receipt> effect) {
            Effect<Request, Receipt> set = policy.on(effect, port);
            return businessKey == null ? set : set.key(businessKey).callTimeout(Duration.ofMillis(500));
        }
    }

    private static final class Charging implements Graph<Card, Notes, Void, Step> {
        private final GraphSpec<Step> spec;

        Charging() {
            GraphSpec.Builder<Step> steps = GraphSpec.builder(
                    "crash.Charging", "print-1", ValueType.of(Notes.class), ValueType.of(Notes.class));
            steps.step(Step.CHARGE, "charge").to(Step.REPORT);
            steps.step(Step.REPORT, "report").toEnd();
            this.spec = steps.build(Step.CHARGE);
        }

        @Override
        public GraphSpec<Step> spec() {
            return spec;
        }

        @Override
        public Transition<Step, Notes> enter(
                Card card, Step step, Notes notes, @Nullable Object input, StepContext<Void> context)
                throws IOException {
            if (step == Step.REPORT) {
                return Transition.end();
            }
            card.points().reach("inside-charge");
            Effect<Request, Receipt> effect = context.once("charge", new Request(500), Receipt.class);
            Receipt receipt = card.on(effect).call((key, request) -> {
                card.points().reach("inside-call");
                String text = PaymentServer.call(card.port(), card.policy().call, key);
                card.points().reach("called");
                return new Receipt(key, text);
            });
            notes.lines.add(receipt.text());
            return Transition.go(Step.REPORT);
        }

        @Override
        public @Nullable Step route(Step interrupt, Object answer) {
            return null;
        }
    }

    /** Arguments: the store, the run, the port of the server, the policy, and, if there is one, the business key. */
    public static void main(String[] args) {
        CrashPoints points = CrashPoints.fromSystemProperties();
        Card card =
                new Card(points, Integer.parseInt(args[2]), Policy.valueOf(args[3]), args.length < 5 ? null : args[4]);
        try (Store store = points.around(Stores.open(args[0]));
                Runner runner =
                        Runner.builder(store).lease(CrashMatrix.SHORT_LEASE).build()) {
            RunClient<Notes, Step> runs = runner.client(new Charging(), card);
            System.out.println(said(Traveller.patiently(() -> runs.run(args[1], new Notes(), null))));
        }
    }

    private static String said(RunOutcome<Step> outcome) {
        return outcome instanceof RunOutcome.Completed<Step> completed
                ? "completed " + ((Notes) completed.result()).lines
                : outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
