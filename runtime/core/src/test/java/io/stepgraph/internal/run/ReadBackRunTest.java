package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With values of open types, a run behaves the same with and without a crash (R5). */
@Tag("R5")
final class ReadBackRunTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> seen = new ArrayList<>();

    public static final class Item {
        public int amount;
    }

    /** Holds what comes back as other objects. */
    public static final class Ledger {
        public Map<String, String> names = new TreeMap<>();
        public Map<String, Object> facts = new LinkedHashMap<>();
        public List<Item> items = new ArrayList<>();
        public Item last;

        String look() {
            StringBuilder text = new StringBuilder(names.getClass().getSimpleName()).append(names.keySet());
            facts.forEach((key, value) -> text.append(' ')
                    .append(key)
                    .append('=')
                    .append(value.getClass().getSimpleName()));
            return text.append(' ')
                    .append(last != null && last == items.get(0) ? "one" : "apart")
                    .toString();
        }
    }

    public record Draft(List<String> lines) {}

    public record Answer(Object value) {}

    private TestGraph<Ledger> graph(Consumer<Ledger> first, Consumer<Ledger> second) {
        return TestGraph.of(Ledger.class)
                .goes(FIRST, SECOND, (ledger, context) -> {
                    seen.add(ledger.look());
                    first.accept(ledger);
                })
                .goes(SECOND, THIRD, (ledger, context) -> {
                    seen.add(ledger.look());
                    second.accept(ledger);
                })
                .ends(THIRD, (ledger, context) -> seen.add(ledger.look()));
    }

    private TestGraph<Ledger> filling() {
        return graph(
                ledger -> {
                    ledger.names.put("b", "x");
                    ledger.items.add(new Item());
                    ledger.last = ledger.items.get(0);
                },
                ledger -> {
                    ledger.names.put("a", "y");
                    ledger.facts.put("count", 5L);
                    ledger.facts.put("at", Instant.EPOCH);
                    ledger.last.amount++;
                });
    }

    /** Runs once undisturbed, then once killed after each write, and compares what each step saw. */
    private List<String> sameWithAndWithoutCrash(TestGraph<Ledger> graph) {
        Ledger undisturbed = (Ledger) Outcomes.completed(fixture.runs(graph).run("undisturbed", new Ledger(), null));
        List<String> expected = List.copyOf(seen);
        for (int writes = 1; writes <= 3; writes++) {
            seen.clear();
            String id = "killed-" + writes;
            Crash.after(fixture, writes, () -> fixture.runs(graph).run(id, new Ledger(), null));

            Ledger killed = (Ledger) Outcomes.completed(fixture.runs(graph).resume(id));

            assertThat(seen).as("killed after write " + writes).isEqualTo(expected);
            assertThat(killed.look()).isEqualTo(undisturbed.look());
            assertThat(killed.items.get(0).amount).isEqualTo(undisturbed.items.get(0).amount);
        }
        return expected;
    }

    @Test
    void R5_a_value_of_an_open_type_is_handed_on_as_it_was_read_with_and_without_a_crash() {
        assertThat(sameWithAndWithoutCrash(filling()))
                .containsExactly(
                        "LinkedHashMap[] apart",
                        "LinkedHashMap[b] apart",
                        "LinkedHashMap[b, a] count=Integer at=String apart");
    }

    @Test
    void R5_a_difference_that_shows_only_in_a_later_visit_of_a_step_is_the_same_with_and_without_a_crash() {
        TestGraph<Ledger> graph = TestGraph.of(Ledger.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (ledger, input, context) -> {
                    seen.add(ledger.look());
                    if (context.visit() == 4) {
                        return Transition.end();
                    }
                    ledger.facts.put("visit-" + context.visit(), context.visit() == 3 ? (Object) 3L : "text");
                    return Transition.go(FIRST);
                });

        Outcomes.completed(fixture.runs(graph).run("one", new Ledger(), null));

        assertThat(seen.get(3)).contains("visit-3=Integer");
    }

    @Test
    void R5_a_number_of_an_open_type_keeps_its_digits_in_each_visit() {
        List<Object> put = List.of(
                10.25,
                new BigDecimal("10.25"),
                new BigDecimal("1.234567890123456789"),
                new BigDecimal("10.250"),
                new BigDecimal("1e400"),
                0.1f,
                -0.0,
                1e300,
                Long.MAX_VALUE,
                new BigInteger("123456789012345678901234567890"));
        List<Object> got = new ArrayList<>();
        TestGraph<Ledger> graph = TestGraph.of(Ledger.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (ledger, input, context) -> {
                    int visit = (int) context.visit();
                    if (visit > 1) {
                        got.add(ledger.facts.get("paid"));
                    }
                    if (visit > put.size()) {
                        return Transition.end();
                    }
                    ledger.facts.put("paid", put.get(visit - 1));
                    return Transition.go(FIRST);
                });

        Outcomes.completed(fixture.runs(graph).run("one", new Ledger(), null));

        assertThat(got)
                .extracting(Object::toString)
                .isEqualTo(put.stream().map(Object::toString).toList());
    }

    @Test
    void R5_a_step_gets_an_input_of_its_own_that_is_no_part_of_the_state() {
        List<List<String>> inputs = new ArrayList<>();
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND), (notes, input, context) -> {
                    notes.add("first");
                    return Transition.go(SECOND, new Draft(notes.lines));
                })
                .step(SECOND, s -> s.takes(ValueType.of(Draft.class)).toEnd(), (notes, input, context) -> {
                    notes.add("second");
                    inputs.add(((Draft) input).lines());
                    return Transition.end();
                });

        Outcomes.completed(fixture.run(graph));
        Crash.after(fixture, 2, () -> fixture.runs(graph).run("two", Notes.of(), null));
        Outcomes.completed(fixture.runs(graph).resume("two"));

        assertThat(inputs).containsExactly(List.of("first"), List.of("first"));
    }

    @Test
    void R5_a_result_and_a_question_are_given_as_everybody_else_gets_them_later() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .start(ASK)
                .output(Answer.class)
                .interrupt(
                        ASK,
                        Answer.class,
                        s -> s.to(GATED).answeredBy(ValueType.of(Answer.class)),
                        answer -> GATED,
                        (notes, input, context) -> Transition.ask(new Answer(1L)))
                .step(GATED, s -> s.takes(ValueType.of(Answer.class)).toEnd(), (notes, input, context) -> {
                    seen.add(((Answer) input).value().getClass().getSimpleName());
                    return Transition.end(new Answer(2L));
                });
        RunClient<Notes, Node> runs = fixture.runs(graph);

        RunOutcome.QuestionAsked<Node> asked = (RunOutcome.QuestionAsked<Node>) runs.run("one", Notes.of(), null);
        assertThat(asked).isEqualTo(runs.resume("one"));
        assertThat(asked.question()).isEqualTo(new Answer(1));
        RunOutcome<Node> end = runs.answer(asked.ticket(), new Answer(3L));

        assertThat(seen).containsExactly("Integer");
        assertThat(end).isEqualTo(runs.resume("one"));
        assertThat(Outcomes.completed(end)).isEqualTo(new Answer(2));
    }

    @Test
    @SuppressWarnings("unchecked") // the test graph takes other custom events than its type says
    void R5_a_custom_event_is_heard_as_it_is_read_from_the_log() {
        List<RunEvent> heard = new ArrayList<>();
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .customEvents(Answer.class)
                .ends(FIRST, (notes, context) -> ((StepContext<Object>) (StepContext<?>) context).emit(new Answer(5L)));
        RunClient<Notes, Node> runs = fixture.runs(graph, b -> b.observer(heard::add));

        Outcomes.completed(runs.run("one", Notes.of(), null));

        for (List<RunEvent> events : List.of(heard, Events.of(runs.events("one")))) {
            assertThat(Events.of(RunEvent.Custom.class, events))
                    .extracting(RunEvent.Custom::event)
                    .containsExactly(new Answer(5));
        }
    }

    @Test
    void R5_a_start_that_comes_back_as_another_object_starts_the_same_run_twice() {
        Ledger ledger = new Ledger();
        ledger.facts.put("count", 5L);
        RunClient<Ledger, Node> runs = fixture.runs(graph(l -> {}, l -> {}));

        RunOutcome<Node> first = runs.run("one", ledger, null);

        assertThat(seen.get(0)).contains("count=Integer");
        assertThat(ledger.facts.get("count")).isEqualTo(5L);
        assertThat(runs.run("one", ledger, null)).isInstanceOf(RunOutcome.Completed.class);
        assertThat(first).isInstanceOf(RunOutcome.Completed.class);
    }

    @Test
    void R5_a_value_whose_json_changes_is_refused() {
        RunOutcome<Node> outcome = fixture.runs(
                        graph(ledger -> ledger.facts.put("both", Map.of(1, "x", "1", "y")), ledger -> {}))
                .run("one", new Ledger(), null);

        assertThat(Outcomes.failure(outcome, ErrorCode.NOT_STORABLE)).contains("Ledger", "one of them is lost");
    }
}
