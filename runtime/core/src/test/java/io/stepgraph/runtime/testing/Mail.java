package io.stepgraph.runtime.testing;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;

import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A graph that lives on messages, and the messages. */
public final class Mail {
    private Mail() {}

    public sealed interface Job permits Add, Count, Stop {}

    /** Adds a line. */
    public record Add(String line) implements Job {}

    /** Asks how many lines there are. */
    public record Count() implements Job, AsksFor<String> {}

    /** Ends the run. */
    public record Stop() implements Job {}

    /** The mailbox with its messages. */
    public static Consumer<StepBuilder<Node>> takes() {
        return s -> s.replies(Count.class, ValueType.of(String.class))
                .answeredBy(ValueType.of(Job.class))
                .to(SECOND, THIRD, GATED, RESCUE);
    }

    public static Node route(Object message) {
        if (message instanceof Expired) {
            return RESCUE;
        }
        return message instanceof Add ? SECOND : message instanceof Count ? THIRD : GATED;
    }

    /** Begins at its mailbox {@code first}, with time until then, and counts in its step {@code third}. */
    public static TestGraph<Notes> serving(@Nullable Instant until) {
        return TestGraph.of(Notes.class)
                .mailbox(FIRST, takes(), Mail::route, (notes, input, context) -> {
                    notes.add("listens");
                    return until == null ? Transition.listen() : Transition.listen(until);
                })
                .step(SECOND, s -> s.takes(ValueType.of(Add.class)).to(FIRST), (notes, add, context) -> {
                    notes.add(((Add) add).line());
                    return Transition.go(FIRST);
                })
                .step(THIRD, s -> s.takes(ValueType.of(Count.class)).to(FIRST), (notes, count, context) -> {
                    context.reply((Count) count, notes.lines.size() + " lines");
                    return Transition.go(FIRST);
                })
                .step(GATED, s -> s.takes(ValueType.of(Stop.class)).toEnd(), (n, i, c) -> Transition.end())
                .step(RESCUE, s -> s.takes(ValueType.of(Expired.class)).to(FIRST), (notes, expired, context) -> {
                    notes.add("idle");
                    return Transition.go(FIRST);
                });
    }

    /** The same, whose step {@code third} does this with a count. */
    public static TestGraph<Notes> serving(Consumer<StepBuilder<Node>> spec, TestGraph.Body<Notes> counts) {
        return serving(null)
                .step(THIRD, s -> spec.accept(s.takes(ValueType.of(Count.class)).to(FIRST)), counts);
    }
}
