package io.stepgraph.runtime.testing;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;

import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Graphs that many tests use. */
public final class Graphs {
    private Graphs() {}

    public record Question(String text) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved(String by) implements Decision {}

    public record Rejected(String why) implements Decision {}

    /** The work of a step on its notes, before its transition. */
    public interface Work extends TestGraph.Work<Notes> {}

    /** Two steps: first, second. */
    public static TestGraph<Notes> line(Work first, Work second) {
        return TestGraph.of(Notes.class).goes(FIRST, SECOND, first).ends(SECOND, second);
    }

    /** One step. */
    public static TestGraph<Notes> single(Work work) {
        return single(s -> {}, work);
    }

    /** One step, with more than a transition to the end. */
    public static TestGraph<Notes> single(Consumer<StepBuilder<Node>> spec, Work work) {
        return one(spec, work);
    }

    /** One step with a timeout, and with so many attempts without a delay. */
    public static TestGraph<Notes> limited(long millis, int attempts, Work work) {
        return single(s -> s.timeout(millis, millis + "ms").retry(attempts, 0, 1, 0, 0), work);
    }

    /**
     * One step, and the step that takes its failure: it writes down the step, the code, the message and what is in
     * doubt.
     */
    public static TestGraph<Notes> rescued(Consumer<StepBuilder<Node>> spec, Work work) {
        return one(spec.andThen(s -> s.onFailure(RESCUE)), work)
                .step(RESCUE, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (notes, input, context) -> {
                    StepFailure<?> failure = (StepFailure<?>) input;
                    notes.add(failure.step() + " " + failure.code() + " " + failure.message());
                    failure.effectsInDoubt()
                            .forEach(doubt -> notes.add("doubt " + doubt.item() + " " + doubt.request()));
                    return Transition.end();
                });
    }

    private static TestGraph<Notes> one(Consumer<StepBuilder<Node>> spec, Work work) {
        return TestGraph.of(Notes.class).step(FIRST, s -> spec.accept(s.toEnd()), (notes, input, context) -> {
            work.on(notes, context);
            return Transition.end();
        });
    }

    /**
     * One step that waits in spite of all interrupts: it reports when it is inside, and continues when the test allows
     * it.
     */
    public static TestGraph<Notes> stubborn(CountDownLatch inside, CountDownLatch goOn) {
        return single((notes, context) -> {
            inside.countDown();
            uninterrupted(goOn);
            notes.add("done");
        });
    }

    /** Waits in spite of all interrupts. */
    public static void uninterrupted(CountDownLatch latch) {
        boolean waits = true;
        while (waits) {
            try {
                latch.await();
                waits = false;
            } catch (InterruptedException ignored) {
                // Stubborn.
            }
        }
    }

    /** Writes, asks, and pays or shelves: {@code first}, {@code ask}, then {@code gated} or {@code third}. */
    public static TestGraph<Notes> review() {
        return TestGraph.of(Notes.class)
                .goes(FIRST, ASK, (notes, context) -> notes.add("first"))
                .interrupt(
                        ASK,
                        Question.class,
                        s -> s.to(GATED, THIRD).answeredBy(ValueType.of(Decision.class)),
                        Graphs::route,
                        (notes, input, context) -> {
                            notes.add("asked");
                            return Transition.ask(new Question("Pay?"));
                        })
                .step(
                        GATED,
                        s -> s.takes(ValueType.of(Approved.class))
                                .gatedBy(ASK, Approved.class)
                                .toEnd(),
                        (notes, input, context) -> {
                            notes.add("paid, as " + ((Approved) input).by() + " said");
                            return Transition.end();
                        })
                .step(THIRD, s -> s.takes(ValueType.of(Rejected.class)).toEnd(), (notes, input, context) -> {
                    notes.add("shelved: " + ((Rejected) input).why());
                    return Transition.end();
                });
    }

    /** The review whose payment does this. */
    public static TestGraph<Notes> review(Work pay) {
        return review().step(
                        GATED,
                        s -> s.takes(ValueType.of(Approved.class))
                                .gatedBy(ASK, Approved.class)
                                .toEnd(),
                        (notes, input, context) -> {
                            pay.on(notes, context);
                            return Transition.end();
                        });
    }

    public static Node route(Object answer) {
        return answer instanceof Approved ? GATED : answer instanceof Rejected ? THIRD : null;
    }
}
