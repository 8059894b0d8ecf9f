package io.stepgraph.runtime;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.BYPASS_PERMISSIONS;
import static io.stepgraph.PermissionMode.DEFAULT;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.Node.FIRST;
import static io.stepgraph.runtime.Node.SECOND;
import static io.stepgraph.runtime.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a run may do (M1, M2). */
final class ModeTest {
    private final Fixture fixture = new Fixture();
    private final List<PermissionMode> modes = new ArrayList<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Looks, edits, looks again. */
    private final TestGraph<Notes> graph = TestGraph.of(Notes.class)
            .step(FIRST, s -> s.to(SECOND), (notes, input, context) -> {
                modes.add(context.mode());
                return Transition.go(SECOND);
            })
            .named(SECOND, "revise")
            .step(SECOND, s -> s.requires(ACCEPT_EDITS).to(THIRD), (notes, input, context) -> {
                modes.add(context.mode());
                notes.add("revised");
                return Transition.go(THIRD);
            })
            .step(THIRD, s -> s.toEnd(), (notes, input, context) -> {
                modes.add(context.mode());
                return Transition.end();
            })
            .build();

    private RunClient<Notes, Node> runs(PermissionMode ceiling) {
        return fixture.runs(graph, b -> b.mode(ceiling));
    }

    @Test
    void M2_a_step_that_needs_more_is_not_executed_and_the_run_parks() {
        Stop.Parked<Node> parked = Stops.parked(runs(PLAN).run("one", Notes.of(), null));

        assertThat(parked.reason()).isEqualTo("Step 'revise' requires ACCEPT_EDITS mode; current mode is PLAN.");
        assertThat(parked.required()).isEqualTo(ACCEPT_EDITS);
        assertThat(parked.step()).isEqualTo(SECOND);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
        assertThat(fixture.stored("one").rest()).isEqualTo(new Rest.Parked(parked.reason(), ACCEPT_EDITS));
        assertThat(modes).containsExactly(PLAN);
    }

    @Test
    void R3_a_parked_run_that_is_still_held_back_gives_the_same_outcome_and_writes_nothing() {
        RunClient<Notes, Node> runs = runs(PLAN);
        Stop<Node> parked = runs.run("one", Notes.of(), null);
        fixture.store.forget();

        assertThat(runs.resume("one")).isEqualTo(parked);
        assertThat(runs.outcome("one")).isEqualTo(parked);
        assertThat(fixture.store.writes()).isEmpty();
    }

    @Test
    void M1_the_mode_belongs_to_the_run_and_is_held_down_by_the_ceiling() {
        runs(PLAN).run("one", Notes.of(), null);

        Stop.Parked<Node> held = Stops.parked(runs(BYPASS_PERMISSIONS).resume("one"));
        assertThat(held.reason()).endsWith("current mode is PLAN.");

        runs(PLAN).mode("one", BYPASS_PERMISSIONS, "ann");
        assertThat(Stops.parked(runs(DEFAULT).resume("one")).reason()).endsWith("current mode is DEFAULT.");
        assertThat(Stops.completed(runs(ACCEPT_EDITS).resume("one"))).hasToString("[revised]");
        assertThat(modes).containsExactly(PLAN, ACCEPT_EDITS, ACCEPT_EDITS);
    }

    @Test
    void M1_a_new_run_gets_the_mode_of_its_runner() {
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
                runs.mode("one", PLAN, "ann");
            }
        });

        Stop.Parked<Node> parked = Stops.parked(runs.run("one", Notes.of(), null));

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
                runs.mode("one", PLAN, "ann");
            } else if (commit == 3) {
                // The first was refused and sent again; now the run is about to park.
                runs.mode("one", ACCEPT_EDITS, "ann");
            }
        });

        assertThat(Stops.completed(runs.run("one", Notes.of(), null))).hasToString("[revised]");
    }

    @Test
    void M2_parks_in_front_of_the_first_step_too() {
        TestGraph<Notes> edits = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.requires(DEFAULT).toEnd(), (notes, input, context) -> Transition.end())
                .build();

        Stop.Parked<Node> parked =
                Stops.parked(fixture.runs(edits, b -> b.mode(PLAN)).run("one", Notes.of(), null));

        assertThat(parked.reason()).isEqualTo("Step 'first' requires DEFAULT mode; current mode is PLAN.");
    }

    @Test
    void M2_a_gated_answer_may_lead_into_a_park_and_is_not_lost() {
        TestGraph<Notes> review = Graphs.review()
                .step(
                        Node.GATED,
                        s -> s.takes(ValueType.of(Graphs.Approved.class))
                                .gatedBy(Node.ASK, Graphs.Approved.class)
                                .requires(ACCEPT_EDITS)
                                .toEnd(),
                        (notes, input, context) -> {
                            notes.add(((Graphs.Approved) input).by());
                            return Transition.end();
                        })
                .build();
        RunClient<Notes, Node> low = fixture.runs(review);
        Ticket ticket = Stops.asked(low.run("one", Notes.of(), null)).ticket();
        Stops.parked(low.answer(ticket, new Graphs.Approved("Ann")));
        low.mode("one", ACCEPT_EDITS, "ann");

        RunClient<Notes, Node> high = fixture.runs(review, b -> b.mode(ACCEPT_EDITS));

        assertThat(Stops.completed(high.resume("one"))).hasToString("[first, asked, Ann]");
    }
}
