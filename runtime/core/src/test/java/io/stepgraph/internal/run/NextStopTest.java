package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever a run is found doing, it is brought to its next stop (R3); what a build does not know is said (S1, S2, S6).
 */
@Tag("R3")
@Tag("S1")
@Tag("S2")
@Tag("S6")
final class NextStopTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final RunClient<Notes, Node> runs = fixture.runs(Graphs.review());

    @Test
    void R3_the_object_that_a_run_was_started_with_starts_it_again_whatever_its_steps_did() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        Notes given = Notes.of("given");
        RunOutcome<Node> asked = runs.run("one", given, null);

        assertThat(given).hasToString("[given]");
        assertThat(runs.run("one", given, null)).isEqualTo(asked);
    }

    @Test
    void R3_a_supplier_that_throws_starts_nothing() {
        assertThatThrownBy(() -> runs.run(
                        "one",
                        () -> {
                            throw new IllegalStateException("no state today");
                        },
                        null))
                .hasMessage("no state today");
        assertThatThrownBy(() -> runs.resume("one")).isInstanceOf(RunNotFoundException.class);
        assertThatThrownBy(() -> runs.run("one", () -> null, null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void a_run_of_another_graph_is_not_touched() {
        runs.run("one", Notes.of(), null);
        RunClient<Notes, Node> others =
                fixture.runs(TestGraph.of(Notes.class).name("other").ends(FIRST));
        fixture.store.forget();

        assertThrown(ErrorCode.WRONG_GRAPH, () -> others.run("one", Notes.of(), null), "'test'", "'other'");
        assertThatThrownBy(() -> others.resume("one")).is(Errors.with(ErrorCode.WRONG_GRAPH));
        assertThatThrownBy(() -> others.as(Actor.named("ann")).cancel("one")).is(Errors.with(ErrorCode.WRONG_GRAPH));
        assertThatThrownBy(() -> others.as(Actor.named("ann")).mode("one", PermissionMode.PLAN))
                .is(Errors.with(ErrorCode.WRONG_GRAPH));
        assertThatThrownBy(() -> others.delete("one")).is(Errors.with(ErrorCode.WRONG_GRAPH));
        assertThat(fixture.store.writes()).containsOnly("start");
    }

    @Test
    void S2_a_step_that_was_renamed_is_found() {
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        RunClient<Notes, Node> renamed = fixture.runs(Graphs.review()
                .named(ASK, "confirm")
                .asks(
                        ASK,
                        s -> s.to(Node.GATED, Node.THIRD)
                                .answeredBy(ValueType.of(Graphs.Decision.class))
                                .formerly("ask"),
                        Graphs::route));

        assertThat(renamed.resume("one")).isEqualTo(asked);
        assertThat(Outcomes.completed(renamed.answer(asked.ticket(), new Graphs.Approved("Ann"))))
                .hasToString("[first, asked, paid, as Ann said]");
    }

    @Test
    void S2_a_step_that_is_gone_is_said_before_anything_is_touched() {
        cutOff("two");
        RunClient<Notes, Node> newer =
                fixture.runs(TestGraph.of(Notes.class).named(SECOND, "renamed").goes(FIRST, SECOND));
        fixture.store.forget();

        assertThrown(ErrorCode.UNKNOWN_STEP, () -> newer.resume("two"), "'second'", "renamed", "formerly");
        assertThat(fixture.store.writes()).isEmpty();
    }

    @Test
    void S1_a_field_added_takes_its_default_and_one_removed_is_ignored() {
        cutOff("two");
        TestGraph<NewerNotes> newer = TestGraph.of(NewerNotes.class).ends(SECOND);

        NewerNotes result = (NewerNotes) Outcomes.completed(fixture.runs(newer).resume("two"));

        assertThat(result.title).isEqualTo("untitled");
        assertThat(result.lines).containsExactly("first");
    }

    @Test
    void S1_a_constructor_that_refuses_the_null_of_a_new_component_is_told_which_and_the_cure() {
        cutOff("two");
        RunClient<StricterNotes, Node> stricter =
                fixture.runs(TestGraph.of(StricterNotes.class).ends(SECOND));

        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT,
                () -> stricter.resume("two"),
                "'two'",
                "The stored StricterNotes has no value for 'tags', so its constructor got null",
                "tags = tags == null ?");
    }

    /** Notes of a later build that has a new component. */
    public record StricterNotes(List<String> lines, List<String> tags) {
        public StricterNotes {
            tags = List.copyOf(tags);
        }
    }

    /** Notes of a later build. */
    public static final class NewerNotes {
        public List<String> lines = new ArrayList<>();
        public String title = "untitled";
    }

    /** A run whose process died after its first step. */
    private void cutOff(String id) {
        Crash.after(
                fixture,
                2,
                () -> fixture.runs(Graphs.line((n, c) -> n.add("first"), (n, c) -> {}))
                        .run(id, Notes.of(), null));
    }
}
