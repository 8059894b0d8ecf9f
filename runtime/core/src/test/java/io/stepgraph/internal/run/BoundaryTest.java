package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Odd arguments, and observers that misbehave. */
@Tag("R7")
@Tag("R12")
@Tag("H3")
@Tag("S1")
final class BoundaryTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final TestGraph<Notes> single = Graphs.single((notes, context) -> notes.add("done"));

    @Test
    void an_observer_hears_of_a_run_that_is_stored_for_a_worker() {
        List<RunEvent> heard = new ArrayList<>();
        RunClient<Notes, Node> runs = fixture.runs(single, builder -> builder.observer(heard::add));

        runs.as(Actor.named("bob"))
                .with(StartOptions.NONE.label("tier", "gold"))
                .enqueue("one", Notes.of(), null);

        assertThat(heard).containsExactly(new RunEvent.Started("one", "bob", Map.of("tier", "gold")));
    }

    @Test
    void an_id_is_a_text_of_reasonable_length() {
        RunClient<Notes, Node> runs = fixture.runs(single);

        assertThatThrownBy(() -> runs.run("", Notes.of(), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The id of a run must have 1 to 200 characters; this one has 0.");
        assertThrown(IllegalArgumentException.class, () -> runs.resume("x".repeat(201)), "201");
        assertThrown(IllegalArgumentException.class, () -> runs.resume("ab\ud83d"), "an unpaired surrogate");
        for (String odd : List.of(" ", "a/b~c%20", "ünïcödé 🎈", "'; drop table runs --", "x".repeat(200), "\n")) {
            assertThat(Outcomes.completed(runs.run(odd, Notes.of(), null))).hasToString("[done]");
        }
    }

    @Test
    void the_name_of_a_scope_is_a_text_of_reasonable_length_too() {
        RunnerBuilder builder = Runner.builder(new MemoryStore());

        for (String odd : List.of("", "x".repeat(201), "ab\ud83d", "\ude00")) {
            assertThatThrownBy(() -> builder.namespace(odd))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("The name of a namespace ");
        }
        assertThatThrownBy(() -> builder.namespace("ab\ud83d")).hasMessageContaining("an unpaired surrogate");
        assertNull("name", () -> builder.namespace(null));
    }

    @Test
    void a_text_that_no_store_keeps_is_refused_by_the_name_of_its_argument() {
        RunClient<Notes, Node> runs = fixture.runs(single);
        runs.run("one", Notes.of(), null);

        for (String odd : List.of("a\0b", "\0", "ab\ud83d", "\ude00b")) {
            assertRefused("id", () -> runs.run(odd, Notes.of(), null));
            assertRefused("id", () -> runs.run(odd, Notes::of, null));
            assertRefused("id", () -> runs.stream(odd, outcome -> outcome));
            assertRefused("id", () -> runs.as(Actor.named("ann")).cancel(odd));
            assertRefused("name", () -> Runner.builder(fixture.memory).namespace(odd));
            assertRefused("thread", () -> fixture.runner(builder -> builder).client(single, new Object(), odd));
            assertRefused("name", () -> Actor.named(odd));
            assertRefused("roles", () -> Actor.named("ann", odd));
            assertRefused("runId", () -> new Ticket("default", odd, 1, 1, "ask", "n"));
            assertRefused("nonce", () -> new Ticket("default", "one", 1, 1, "ask", odd));
            assertRefused("reason", () -> new HookDecision.Deny(odd));
        }
        assertThrown(StaleAnswerException.class, () -> runs.answer("default~a%00b~1~1~ask~n", "true"));
    }

    private static void assertRefused(String argument, ThrowingCallable call) {
        assertThrown(IllegalArgumentException.class, call, "'" + argument + "'");
    }

    @Test
    void H3_a_hook_that_denies_for_a_reason_that_no_store_keeps_fails_its_step() {
        RunClient<Notes, Node> runs =
                fixture.runs(single, builder -> builder.hook(Hooks.before(call -> new HookDecision.Deny("no\0"))));

        assertThat(Outcomes.failure(runs.run("one", Notes.of(), null), ErrorCode.HOOK_FAILED))
                .contains("'reason'");
    }

    /** A state whose keys are the user's. */
    public static final class Counts {
        public Map<String, Integer> counts = new HashMap<>();
    }

    @Test
    void R12_half_a_character_in_a_key_is_found_before_anything_is_stored_since_it_could_not_be_read_back() {
        RunClient<Counts, Node> runs = fixture.runs(TestGraph.of(Counts.class)
                .ends(
                        FIRST,
                        (state, context) ->
                                state.counts.put(context.runId().equals("good") ? "ab\ud83c\udf88" : "ab\ud83d", 1)));
        Outcomes.completed(runs.run("good", new Counts(), null));

        assertThat(Outcomes.failure(runs.run("one", new Counts(), null), ErrorCode.NOT_STORABLE))
                .contains("half a character", "counts");
        Counts given = new Counts();
        given.counts.put("\ude00", 1);
        assertThatThrownBy(() -> runs.run("two", given, null)).isInstanceOf(NotStorableException.class);
        assertThatThrownBy(() -> fixture.stored("two")).isInstanceOf(AssertionError.class);
    }

    @Test
    void S1_what_is_no_character_of_a_text_is_stored_in_a_value_as_any_other() {
        for (String odd : List.of("a\0b", "ab\ud83d", "\ude00b")) {
            RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {
                context.emit(odd);
                notes.add(odd);
            }));
            String id = "run-" + odd.hashCode();
            for (int time = 0; time < 2; time++) {
                Notes result = (Notes) Outcomes.completed(runs.run(id, Notes.of(odd), null));
                assertThat(result.lines).containsExactly(odd, odd);
            }
            assertThat(Events.of(runs.events(id))).contains(new RunEvent.Custom(id, "first", 1, 1, 1, odd));
        }
    }

    @Test
    void nulls_are_named() {
        RunClient<Notes, Node> runs = fixture.runs(single);
        Ticket ticket = new Ticket("default", "one", 1, 1, "ask", "n");

        assertNull("id", () -> runs.run(null, Notes.of(), null));
        assertNull("state", () -> runs.run("one", (Notes) null, null));
        assertNull("id", () -> runs.resume(null));
        assertNull("ticket", () -> runs.answer((Ticket) null, "x"));
        assertNull("answer", () -> runs.answer(ticket, null));
        assertNull("json", () -> runs.answer(ticket.id(), (String) null));
        assertNull("mode", () -> runs.as(Actor.named("ann")).mode("one", null));
        assertNull("name", () -> Actor.named(null));
        assertNull("store", () -> Runner.builder(null));
        assertNull("graph", () -> fixture.runner(b -> b).client((TestGraph<Notes>) null, new Object()));
        assertNull("agent", () -> fixture.runner(b -> b).client(single, null));
    }

    private static void assertNull(String name, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
    }

    @Test
    void settings_that_make_no_sense_are_refused() {
        RunnerBuilder builder = Runner.builder(new MemoryStore());

        for (Runnable wrong : List.<Runnable>of(
                () -> builder.maxSteps(0),
                () -> builder.maxCrashes(-1),
                () -> builder.maxValueBytes(0),
                () -> builder.deadline(Duration.ZERO),
                () -> builder.waitTimeout(Duration.ofSeconds(-1)),
                () -> builder.namespace(""),
                () -> builder.lease(Duration.ofMillis(99)),
                () -> fixture.runner(b -> b).client(single, new Object(), ""))) {
            assertThatThrownBy(wrong::run).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void an_input_that_the_start_step_does_not_take_and_one_that_it_lacks() {
        TestGraph<Notes> taking = Graphs.single(s -> s.takes(ValueType.of(Integer.class)), (n, c) -> {});

        assertThrown(
                IllegalArgumentException.class, () -> fixture.runs(single).run("one", Notes.of(), 7), "takes no input");
        assertThrown(IllegalArgumentException.class, () -> fixture.run(taking), "takes a Integer");
        assertThat(fixture.store.writes()).isEmpty();
    }

    @Test
    void observers_are_told_in_order_what_is_stored() {
        List<String> told = new ArrayList<>();
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.review(),
                b -> b.observer(event -> told.add(event.getClass().getSimpleName())));
        runs.answer(Outcomes.ticket(runs.run("one", Notes.of(), null)), new Graphs.Approved("Ann"));
        List<String> stored = new ArrayList<>();
        runs.events("one").forEach(event -> stored.add(event.event().getClass().getSimpleName()));
        assertThat(told).isEqualTo(stored).startsWith("Started", "StepStarted", "StepFinished");
    }

    @Test
    void a_null_custom_event_is_the_step_s_mistake() {
        Outcomes.failed(fixture.run(Graphs.single((notes, context) -> context.emit(null))), ErrorCode.STEP_FAILED);
    }
}
