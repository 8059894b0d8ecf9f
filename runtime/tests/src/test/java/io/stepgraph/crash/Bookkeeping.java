package io.stepgraph.crash;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program whose values come back as other objects. Each step says what it sees, and does what has another effect on
 * another object: it puts keys into a map that may be sorted, and changes what may be held twice.
 */
final class Bookkeeping implements Graph<CrashPoints, Ledger, Void, Bookkeeping.Step> {
    enum Step {
        OPEN,
        BOOK,
        SHARE,
        CLOSE
    }

    /** The amount that moves, which is a part of the state too. */
    public record Booking(List<Ledger.Entry> entries, Object number) {}

    private final GraphSpec<Step> spec;

    private Bookkeeping() {
        GraphSpec.Builder<Step> steps = GraphSpec.builder(
                "crash.Bookkeeping", "print-1", ValueType.of(Ledger.class), ValueType.of(Ledger.class));
        steps.step(Step.OPEN, "open").to(Step.BOOK);
        steps.step(Step.BOOK, "book").to(Step.SHARE);
        steps.step(Step.SHARE, "share").takes(ValueType.of(Booking.class)).to(Step.CLOSE);
        steps.step(Step.CLOSE, "close").toEnd();
        this.spec = steps.build(Step.OPEN);
    }

    /** Takes the store. */
    public static void main(String[] args) {
        CrashPoints points = CrashPoints.fromSystemProperties();
        try (Store store = points.around(Stores.open(args[0]));
                Runner runner = Runner.builder(store).build()) {
            RunOutcome<Step> outcome = runner.client(new Bookkeeping(), points).run("ledger", new Ledger(), null);
            say("end", ((Ledger) ((RunOutcome.Completed<Step>) outcome).result()).look());
        }
    }

    private static void say(String where, String what) {
        System.out.println(where + ": " + what);
    }

    @Override
    public GraphSpec<Step> spec() {
        return spec;
    }

    @Override
    public Transition<Step, Ledger> enter(
            CrashPoints points, Step step, Ledger ledger, @Nullable Object input, StepContext<Void> context) {
        say(step.toString(), ledger.look());
        return switch (step) {
            case OPEN -> {
                ledger.names.put("b", "second");
                ledger.facts.put("count", 5L);
                yield Transition.go(Step.BOOK);
            }
            case BOOK -> {
                ledger.names.put("a", "first");
                ledger.facts.put("at", Instant.EPOCH);
                ledger.entries.add(ledger.last);
                yield Transition.go(Step.SHARE, new Booking(ledger.entries, 7L));
            }
            case SHARE -> {
                Booking booking = (Booking) input;
                say("handed over", booking.number().getClass().getSimpleName());
                booking.entries().get(0).amount = 100;
                ledger.last.amount++;
                yield Transition.go(Step.CLOSE);
            }
            case CLOSE -> Transition.end();
        };
    }

    @Override
    public @Nullable Step route(Step interrupt, Object answer) {
        return null;
    }
}
