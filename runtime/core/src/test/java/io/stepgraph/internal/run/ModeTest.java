package io.stepgraph.internal.run;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.BYPASS_PERMISSIONS;
import static io.stepgraph.PermissionMode.DEFAULT;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.internal.step.AttemptOverException;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The steps that a run may execute (M1, M2). */
@Tag("R3")
@Tag("M1")
@Tag("M2")
@Tag("L7")
final class ModeTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<PermissionMode> modes = new ArrayList<>();

    /** Looks, edits, looks again. */
    private final TestGraph<Notes> graph = TestGraph.of(Notes.class)
            .goes(FIRST, SECOND, (notes, context) -> modes.add(context.mode()))
            .named(SECOND, "revise")
            .step(SECOND, s -> s.requires(ACCEPT_EDITS).to(THIRD), (notes, input, context) -> {
                modes.add(context.mode());
                notes.add("revised");
                return Transition.go(THIRD);
            })
            .ends(THIRD, (notes, context) -> modes.add(context.mode()));

    private RunClient<Notes, Node> runs(PermissionMode ceiling) {
        return fixture.runs(graph, b -> b.maxMode(ceiling));
    }

    @Test
    void R3_a_parked_run_that_is_still_held_back_gives_the_same_outcome_and_writes_nothing() {
        RunClient<Notes, Node> runs = runs(PLAN);
        RunOutcome<Node> parked = runs.run("one", Notes.of(), null);
        fixture.store.forget();

        assertThat(runs.resume("one")).isEqualTo(parked);
        assertThat(runs.outcome("one")).isEqualTo(parked);
        assertThat(fixture.store.writes()).isEmpty();
    }

    @Test
    void M2_a_run_that_the_runner_alone_holds_back_says_so_and_goes_on_where_more_is_allowed() {
        RunClient<Notes, Node> low = runs(DEFAULT);
        RunOutcome.Parked<Node> both = Outcomes.parked(low.run("one", Notes.of(), null));
        low.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        RunOutcome.Parked<Node> ceiling = Outcomes.parked(low.resume("one"));

        assertThat(both)
                .isEqualTo(new RunOutcome.Parked<>(
                        SECOND,
                        "Step 'revise' requires ACCEPT_EDITS mode; current mode is DEFAULT.",
                        ACCEPT_EDITS,
                        DEFAULT,
                        DEFAULT));
        assertThat(ceiling)
                .isEqualTo(new RunOutcome.Parked<>(
                        SECOND,
                        "Step 'revise' requires ACCEPT_EDITS mode; current mode is ACCEPT_EDITS, but the runner's"
                                + " maxMode is DEFAULT.",
                        ACCEPT_EDITS,
                        ACCEPT_EDITS,
                        DEFAULT));
        assertThat(Outcomes.completed(runs(ACCEPT_EDITS).resume("one"))).hasToString("[revised]");
    }

    @Test
    void M2_the_log_keeps_why_a_run_was_held_back_when_it_parked() {
        RunClient<Notes, Node> low = fixture.runs(graph, b -> b.startMode(ACCEPT_EDITS));
        String reason = Outcomes.parked(low.run("one", Notes.of(), null)).reason();
        low.as(Actor.named("ann")).mode("one", PLAN);
        low.resume("one");
        low.as(Actor.named("ann")).cancel("one");

        assertThat(reason).endsWith("current mode is ACCEPT_EDITS, but the runner's maxMode is DEFAULT.");
        assertThat(Events.of(low.events("one")))
                .contains(new RunEvent.Parked("one", "revise", 2, reason, Duration.ZERO));
    }

    @Test
    void M2_who_asks_for_the_outcome_is_told_what_holds_the_run_back_now_and_there() {
        RunClient<Notes, Node> low = runs(PLAN);
        RunClient<Notes, Node> high = runs(ACCEPT_EDITS);
        low.run("one", Notes.of(), null);
        assertThat(Outcomes.parked(high.outcome("one")).maxMode()).isEqualTo(ACCEPT_EDITS);

        low.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        String now = "Step 'revise' requires ACCEPT_EDITS mode; current mode is ACCEPT_EDITS";
        assertThat(low.outcome("one"))
                .isEqualTo(low.resume("one"))
                .isEqualTo(new RunOutcome.Parked<>(
                        SECOND, now + ", but the runner's maxMode is PLAN.", ACCEPT_EDITS, ACCEPT_EDITS, PLAN));
        assertThat(Outcomes.parked(high.outcome("one")).reason())
                .isEqualTo(now + ". The mode no longer holds the run back: run or resume it.");
    }

    @Test
    void M2_a_run_that_a_hook_holds_back_is_told_to_lack_the_mode_once_that_is_lowered() {
        StepHook closed = Hooks.before(call ->
                call.step().equals("revise") ? new HookDecision.Deny("Not on Sundays.") : HookDecision.proceed());
        RunClient<Notes, Node> runs =
                fixture.runs(graph, b -> b.maxMode(ACCEPT_EDITS).hook(closed));
        assertThat(runs.run("one", Notes.of(), null))
                .isEqualTo(new RunOutcome.Parked<>(SECOND, "Not on Sundays.", null, ACCEPT_EDITS, ACCEPT_EDITS));

        runs.as(Actor.named("ann")).mode("one", PLAN);

        assertThat(Outcomes.parked(runs.outcome("one")).reason()).endsWith("current mode is PLAN.");
        assertThat(runs.resume("one")).isEqualTo(runs.outcome("one"));
    }

    @Test
    void M1_a_new_run_gets_the_start_mode_and_is_raised_up_to_the_ceiling() {
        RunClient<Notes, Node> runs = fixture.runs(graph, b -> b.startMode(PLAN).maxMode(ACCEPT_EDITS));

        RunOutcome.Parked<Node> parked = Outcomes.parked(runs.run("one", Notes.of(), null));
        assertThat(parked.reason()).isEqualTo("Step 'revise' requires ACCEPT_EDITS mode; current mode is PLAN.");
        assertThat(parked.mode()).isEqualTo(PLAN);
        assertThat(parked.maxMode()).isEqualTo(ACCEPT_EDITS);

        runs.as(Actor.named("ann")).mode("one", BYPASS_PERMISSIONS);

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[revised]");
        assertThat(modes).containsExactly(PLAN, ACCEPT_EDITS, ACCEPT_EDITS);
    }

    @Test
    void M1_a_new_run_gets_the_ceiling_of_its_runner_unless_told_otherwise() {
        runs(ACCEPT_EDITS).run("one", Notes.of(), null);

        assertThat(fixture.stored("one").mode()).isEqualTo(ACCEPT_EDITS);
        assertThat(modes).containsExactly(ACCEPT_EDITS, ACCEPT_EDITS, ACCEPT_EDITS);
    }

    @Test
    void M1_a_change_governs_the_first_step_entered_by_a_commit_begun_after_it() {
        RunClient<Notes, Node> runs = runs(BYPASS_PERMISSIONS);
        AtomicBoolean changed = new AtomicBoolean();
        fixture.store.before(call -> {
            if (call.equals("commit") && !changed.getAndSet(true)) {
                runs.as(Actor.named("ann")).mode("one", PLAN);
            }
        });

        RunOutcome.Parked<Node> parked = Outcomes.parked(runs.run("one", Notes.of(), null));

        assertThat(parked.reason()).isEqualTo("Step 'revise' requires ACCEPT_EDITS mode; current mode is PLAN.");
        assertThat(modes).containsExactly(BYPASS_PERMISSIONS);
    }

    @Test
    void L7_a_mode_raised_while_the_run_parks_is_not_lost() {
        RunClient<Notes, Node> runs = runs(BYPASS_PERMISSIONS);
        AtomicInteger commits = new AtomicInteger();
        fixture.store.before(call -> {
            int commit = call.equals("commit") ? commits.incrementAndGet() : 0;
            if (commit == 1) {
                runs.as(Actor.named("ann")).mode("one", PLAN);
            } else if (commit == 3) {
                // The first was refused and sent again; now the run is about to park.
                runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
            }
        });

        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[revised]");
    }

    /** A step that asks for a mode by what it finds. */
    private final TestGraph<Notes> requiring = TestGraph.of(Notes.class)
            .named(FIRST, "act")
            .ends(FIRST, (notes, context) -> {
                modes.add(context.mode());
                notes.add("attempt " + context.attempt());
                context.emit("looks");
                context.require(ACCEPT_EDITS);
            });

    @Test
    void M2_a_step_that_has_required_a_mode_is_not_entered_again_before_both_modes_permit_it() {
        RunClient<Notes, Node> low = fixture.runs(requiring, b -> b.maxMode(DEFAULT));
        RunOutcome<Node> parked = low.run("one", Notes.of(), null);
        fixture.store.forget();

        assertThat(low.resume("one")).isEqualTo(parked).isEqualTo(low.outcome("one"));
        assertThat(fixture.store.writes()).isEmpty();
        low.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
        assertThat(low.resume("one"))
                .isEqualTo(low.outcome("one"))
                .isEqualTo(new RunOutcome.Parked<>(
                        FIRST,
                        "Step 'act' requires ACCEPT_EDITS mode; current mode is ACCEPT_EDITS, but the runner's"
                                + " maxMode is DEFAULT.",
                        ACCEPT_EDITS,
                        ACCEPT_EDITS,
                        DEFAULT));
        assertThat(modes).containsExactly(DEFAULT);

        RunClient<Notes, Node> high = fixture.runs(requiring, b -> b.maxMode(ACCEPT_EDITS));
        assertThat(Outcomes.completed(high.resume("one"))).hasToString("[attempt 2]");
        assertThat(modes).containsExactly(DEFAULT, ACCEPT_EDITS);
    }

    @Test
    void M2_a_step_that_swallows_the_error_is_held_back_all_the_same_and_its_context_is_closed() {
        List<Throwable> later = new ArrayList<>();
        RunClient<Notes, Node> runs = fixture.runs(
                TestGraph.of(Notes.class).ends(FIRST, (notes, context) -> {
                    for (int i = 0; i < 2; i++) {
                        try {
                            context.require(i == 0 ? ACCEPT_EDITS : PLAN);
                        } catch (Throwable swallowed) {
                            later.add(swallowed);
                        }
                    }
                }),
                b -> b.maxMode(PLAN));

        assertThat(Outcomes.parked(runs.run("one", Notes.of(), null)).required())
                .isEqualTo(ACCEPT_EDITS);
        assertThat(later)
                .hasSize(2)
                .allSatisfy(thrown -> assertThat(thrown)
                        .isInstanceOf(AttemptOverException.class)
                        .hasMessage("Attempt 1 of step 'first' in run 'one' is over, because the run parks."));
    }

    @Test
    void M2_the_log_shows_the_custom_events_of_the_attempt_that_was_held_back_before_those_of_the_next() {
        RunClient<Notes, Node> runs =
                fixture.runs(requiring, b -> b.startMode(PLAN).maxMode(ACCEPT_EDITS));
        String reason = Outcomes.parked(runs.run("one", Notes.of(), null)).reason();
        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
        runs.resume("one");

        assertThat(Events.of(runs.events("one")))
                .filteredOn(event -> event instanceof RunEvent.Custom || event instanceof RunEvent.Parked)
                .containsExactly(
                        new RunEvent.Custom("one", "act", 1, 1, 1, "looks"),
                        new RunEvent.Parked("one", "act", 1, reason, Duration.ZERO),
                        new RunEvent.Custom("one", "act", 1, 2, 1, "looks"));
    }
}
