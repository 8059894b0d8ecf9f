package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Starts of runs that are there (R3). */
@Timeout(60)
@Tag("R3")
final class StartConflictTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    /** The state as one build knows it. */
    public record Order(String item, int count, Customer customer) {}

    public record Customer(String name) {}

    /** As a later build does. */
    public static final class LaterOrder {
        public String item = "";
        public Number count = 1;
        public LaterCustomer customer = new LaterCustomer();
        public String language = "en";
        public List<String> tags = new ArrayList<>();
    }

    public static final class LaterCustomer {
        public String name = "";
        public String phone = "";
    }

    /** As a build does that has lost a field. */
    public record ShorterOrder(String item, Customer customer) {}

    private static LaterOrder later(String item, String name) {
        LaterOrder order = new LaterOrder();
        order.item = item;
        order.count = 1.0;
        order.customer.name = name;
        return order;
    }

    private <S> RunClient<S, Node> build(Class<S> state) {
        return fixture.runs(TestGraph.of(state).ends(FIRST));
    }

    @Test
    void R3_a_build_with_other_fields_finds_no_false_conflict_and_the_real_ones() {
        build(Order.class).enqueue("one", new Order("tea", 1, new Customer("Ann")), null);
        RunClient<LaterOrder, Node> runs = build(LaterOrder.class);

        assertThat(runs.enqueue("one", later("tea", "Ann"), null)).isFalse();
        assertThat(build(ShorterOrder.class).enqueue("one", new ShorterOrder("tea", new Customer("Ann")), null))
                .isFalse();
        assertConflict(runs, later("coffee", "Ann"), "state.item");
        assertConflict(runs, later("tea", "Bob"), "state.customer.name");
        LaterOrder french = later("tea", "Ann");
        french.language = "fr";
        assertConflict(runs, french, "state.language");
    }

    private static void assertConflict(RunClient<LaterOrder, Node> runs, LaterOrder other, String part) {
        assertThrown(StartConflictException.class, () -> runs.enqueue("one", other, null), part);
    }

    @Test
    void R3_a_conflict_of_the_input_names_its_part() {
        ValueType texts = ValueType.of(Map.class, ValueType.of(String.class), ValueType.of(String.class));
        RunClient<Notes, Node> runs = fixture.runs(TestGraph.of(Notes.class)
                .step(FIRST, s -> s.takes(texts).toEnd(), (notes, input, context) -> Transition.end()));
        runs.enqueue("one", Notes.of(), Map.of("a", "x"));

        assertThrown(StartConflictException.class, () -> runs.enqueue("one", Notes.of(), Map.of("a", "y")), "input.a");
    }

    @Test
    void R3_a_run_that_has_failed_is_compared_again_once_it_is_opened() {
        AtomicBoolean isBroken = new AtomicBoolean(true);
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review().goes(FIRST, Node.ASK, (notes, context) -> {
            if (isBroken.get()) {
                throw new IllegalStateException("broken");
            }
        }));
        Outcomes.failed(runs.run("one", Notes.of("given"), null), ErrorCode.STEP_FAILED);

        Outcomes.failed(runs.run("one", Notes.of("other"), null), ErrorCode.STEP_FAILED);

        isBroken.set(false);
        Outcomes.asked(runs.retry("one"));
        assertThrown(StartConflictException.class, () -> runs.run("one", Notes.of("other"), null), "state.lines");
    }
}
