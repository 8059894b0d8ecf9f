package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The history of runs, and the runs that begin in it. */
@Tag("S2")
@Tag("S3")
final class HistoryTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> calls = new ArrayList<>();

    private <S> RunClient<S, Node> kept(TestGraph<S> graph) {
        return fixture.runs(graph, builder -> builder.retention(Retention.KEEP_HISTORY));
    }

    private RunClient<Notes, Node> reviews() {
        return kept(Graphs.review());
    }

    /** A run that was asked, was approved and is completed. */
    private RunClient<Notes, Node> approved() {
        RunClient<Notes, Node> runs = reviews();
        RunOutcome.QuestionAsked<Node> asked = (RunOutcome.QuestionAsked<Node>) runs.run("one", Notes.of(), null);
        Outcomes.completed(runs.as(Actor.named("ann")).answer(asked.ticket(), new Graphs.Approved("ann")));
        return runs;
    }

    private RunClient<Notes, Node> loop(int times) {
        return kept(TestGraph.of(Notes.class).step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
            calls.add("visit " + context.visit());
            notes.add("visit " + context.visit());
            return notes.lines.size() < times ? Transition.go(FIRST) : Transition.end();
        }));
    }

    @Test
    void S3_history_has_the_state_at_the_entry_of_each_visit() {
        RunClient<Notes, Node> runs = approved();

        List<Checkpoint<Notes, Node>> history = runs.history("one").toList();

        assertThat(history).extracting(Checkpoint::visit).containsExactly(1L, 2L, 3L);
        assertThat(history).extracting(Checkpoint::step).containsExactly(FIRST, ASK, GATED);
        assertThat(history)
                .extracting(checkpoint -> checkpoint.state().toString())
                .containsExactly("[]", "[first]", "[first, asked]");
        assertThat(history).extracting(Checkpoint::input).containsExactly(null, null, new Graphs.Approved("ann"));
    }

    @Test
    void S3_a_long_history_is_read_page_by_page() {
        RunClient<Notes, Node> runs = loop(100);
        Outcomes.completed(runs.run("one", Notes.of(), null));

        assertThat(runs.history("one").map(Checkpoint::visit)).hasSize(100).isSorted();
        assertThat(runs.history("one").limit(3).map(each -> each.state().lines.size()))
                .containsExactly(0, 1, 2);
    }

    @Test
    void S3_runs_that_keep_no_history_say_so() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        runs.run("one", Notes.of(), null);

        assertThatThrownBy(() -> runs.history("one"))
                .is(Errors.with(ErrorCode.CHECKPOINT_NOT_FOUND))
                .hasMessageContainingAll("'one'", "KEEP_OUTCOME", "Retention.KEEP_HISTORY");
        assertThatThrownBy(() -> runs.fork("one", 1, "two")).is(Errors.with(ErrorCode.CHECKPOINT_NOT_FOUND));
        assertThatThrownBy(() -> runs.history("none")).isInstanceOf(RunNotFoundException.class);
        assertThatThrownBy(() -> runs.fork("none", 1, "two")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    void S3_a_fork_executes_the_rest_of_a_run_again() {
        RunClient<Notes, Node> runs = loop(4);
        Outcomes.completed(runs.run("one", Notes.of(), null));
        calls.clear();

        runs.as(Actor.named("bob")).with(StartOptions.NONE.label("try", "2")).fork("one", 3, "two");

        assertThat(calls).isEmpty();
        ListedRun listed = fixture.runner(builder -> builder)
                .list(RunQuery.ALL.label("forked-from", "one"))
                .runs()
                .get(0);
        assertThat(listed.id()).isEqualTo("two");
        assertThat(listed.status()).isEqualTo(Status.QUEUED);
        assertThat(listed.startedBy()).isEqualTo("bob");
        assertThat(listed.labels()).containsEntry("forked-visit", "3").containsEntry("try", "2");
        assertThat(Outcomes.completed(runs.resume("two"))).hasToString("[visit 1, visit 2, visit 3, visit 4]");
        assertThat(calls).containsExactly("visit 3", "visit 4");
        assertThat(runs.history("two").map(Checkpoint::visit)).containsExactly(3L, 4L);
        assertThat(runs.history("one").map(Checkpoint::visit)).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void S3_a_fork_at_a_question_asks_again_with_a_new_ticket() {
        RunClient<Notes, Node> runs = reviews();
        RunOutcome.QuestionAsked<Node> asked = (RunOutcome.QuestionAsked<Node>) runs.run("one", Notes.of(), null);

        runs.fork("one", 2, "two");
        RunOutcome.QuestionAsked<Node> again = (RunOutcome.QuestionAsked<Node>) runs.resume("two");

        assertThat(again.question()).isEqualTo(asked.question());
        assertThat(again.ticket()).isNotEqualTo(asked.ticket());
        Outcomes.completed(runs.answer(again.ticket(), new Graphs.Rejected("late")));
        Outcomes.completed(runs.answer(asked.ticket(), new Graphs.Approved("ann")));
    }

    @Test
    void S3_effects_of_a_fork_happen_again_unless_they_have_a_business_key() {
        RunClient<Notes, Node> runs = kept(TestGraph.of(Notes.class)
                .goes(FIRST, SECOND)
                .step(SECOND, s -> s.toEnd(), (notes, input, context) -> {
                    for (String name : List.of("mail", "charge")) {
                        var effect = context.once(name, "x", String.class);
                        String key = (name.equals("charge") ? effect.key("order-42") : effect)
                                .call((remote, request) -> {
                                    calls.add(name);
                                    return remote;
                                });
                        notes.add(key);
                    }
                    return Transition.end();
                }));
        Outcomes.completed(runs.run("one", Notes.of(), null));

        runs.fork("one", 2, "two");
        Outcomes.completed(runs.resume("two"));

        assertThat(calls).containsExactly("mail", "charge", "mail");
    }

    @Test
    void S3_the_same_fork_may_be_asked_for_again() {
        RunClient<Notes, Node> runs = loop(3);
        Outcomes.completed(runs.run("one", Notes.of(), null));
        runs.fork("one", 2, "two");
        runs.fork("one", 2, "two");

        assertThatThrownBy(() -> runs.fork("one", 3, "two"))
                .isInstanceOf(StartConflictException.class)
                .hasMessageContainingAll("'two' is not a fork of run 'one' at visit 3", "Use another id");
        assertThatThrownBy(() -> runs.fork("one", 1, "one")).isInstanceOf(StartConflictException.class);
        assertThrown(
                StartConflictException.class, () -> runs.run("two", Notes.of(), null), "'two' is a fork", "Resume it");
        assertThat(runs.run("two", Notes::of, null)).isInstanceOf(RunOutcome.Completed.class);

        runs.fork("one", 2, "two");

        assertThat(runs.run("two", Notes.of(), null)).isInstanceOf(RunOutcome.Completed.class);
    }

    @Test
    void S3_a_fork_survives_a_crash_and_may_be_forked() {
        RunClient<Notes, Node> runs = loop(3);
        Outcomes.completed(runs.run("one", Notes.of(), null));
        fixture.store.losingReplies("fork", 1);
        assertThrown(StoreUnavailableException.class, () -> runs.fork("one", 2, "two"));
        runs.fork("one", 2, "two");
        Outcomes.completed(runs.resume("two"));

        runs.fork("two", 3, "three");

        assertThat(Outcomes.completed(runs.resume("three"))).hasToString("[visit 1, visit 2, visit 3]");
    }

    @Test
    void S3_a_visit_that_is_not_there_is_named() {
        RunClient<Notes, Node> runs = loop(3);
        Outcomes.completed(runs.run("one", Notes.of(), null));

        for (long visit : new long[] {0, 4, -1, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> runs.fork("one", visit, "two"))
                    .is(Errors.with(ErrorCode.CHECKPOINT_NOT_FOUND))
                    .hasMessageContainingAll("'one' has no visit " + visit, "visit 3");
        }
        assertThrown(
                IllegalArgumentException.class,
                () -> runs.with(StartOptions.NONE.startAfter(Duration.ofHours(1)))
                        .fork("one", 1, "two"),
                "startAfter");
        assertThat(fixture.memory.runs().find(new RunKey("default", "two"))).isNull();
    }

    @Test
    void S2_a_checkpoint_that_this_build_cannot_read_is_named_before_anything_is_stored() {
        Outcomes.completed(loop(2).run("one", Notes.of(), null));
        RunClient<Notes, Node> without =
                kept(TestGraph.of(Notes.class).named(FIRST, "renamed").ends(FIRST));
        RunClient<Notes, Node> others =
                kept(Graphs.single(s -> s.takes(ValueType.of(String.class)), (notes, context) -> {}));

        assertThatThrownBy(() -> without.fork("one", 1, "two"))
                .is(Errors.with(ErrorCode.UNKNOWN_STEP))
                .hasMessageContainingAll("visit 1 of run 'one'", "'first'", "formerly");
        assertThatThrownBy(() -> others.history("one").toList())
                .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT))
                .hasMessageContainingAll("visit 1 of run 'one'", "the step takes an input and none is stored");
        assertThat(fixture.memory.runs().find(new RunKey("default", "two"))).isNull();
    }
}
