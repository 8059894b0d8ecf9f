package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process dies and another one continues (R4); a run whose processes always die is failed (R6). */
@Isolated("Its runs are alone in their process.")
@Tag("R4")
@Tag("R6")
final class CrashTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> done = new ArrayList<>();

    private void die(int times, TestGraph<Notes> deadly, int maxCrashes) {
        for (int i = 0; i < times; i++) {
            Crash.dying(fixture, () -> fixture.run(deadly, b -> b.maxCrashes(maxCrashes)));
        }
    }

    private TestGraph<Notes> line() {
        return Graphs.line(
                (notes, context) -> {
                    done.add("first");
                    notes.add("first");
                },
                (notes, context) -> {
                    done.add("second");
                    notes.add("second");
                });
    }

    @Test
    void R4_an_answer_whose_giver_died_right_after_it_is_not_asked_for_again() {
        TestGraph<Notes> graph = Graphs.review();
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(fixture.run(graph));
        Crash.after(fixture, 1, () -> fixture.runs(graph).answer(asked.ticket(), new Graphs.Approved("Ann")));

        assertThat(Outcomes.completed(fixture.runs(graph).answer(asked.ticket(), new Graphs.Approved("Ann"))))
                .hasToString("[first, asked, paid, as Ann said]");
    }

    @Test
    void R4_a_runner_of_this_process_that_was_closed_is_dead_and_one_that_is_open_is_not() {
        Fixture other = new Fixture();
        fixture.store.after("commit", () -> Crash.now(fixture));
        Runner first = fixture.runner(builder -> builder);
        assertThrown(
                Crash.Killed.class, () -> first.client(line(), new Object()).run("one", Notes.of(), null));
        fixture.store.after(call -> {}).before(call -> {});
        RunClient<Notes, Node> second = fixture.runs(line(), b -> b.waitTimeout(Duration.ofSeconds(3)));

        assertThrown(
                WaitTimeoutException.class,
                () -> second.resume("one"),
                String.valueOf(ProcessHandle.current().pid()));
        first.close();
        assertThat(Outcomes.completed(second.resume("one"))).hasToString("[first, second]");
        other.close();
    }

    @Test
    void R4_an_owner_elsewhere_is_waited_for_with_growing_pauses_until_the_limit() {
        fixture.store.owners(Fixture::elsewhere);
        fixture.store.after("start", () -> {
            throw new Crash.Killed();
        });
        assertThatThrownBy(() -> fixture.run(line())).isInstanceOf(Crash.Killed.class);
        fixture.store.after(call -> {});

        assertThrown(
                WaitTimeoutException.class,
                () -> fixture.runs(line(), b -> b.waitTimeout(Duration.ofSeconds(5)))
                        .resume("one"),
                "77",
                "far-away",
                "first");
        assertThat(fixture.time.waits().get(0)).isEqualTo(Duration.ofMillis(20));
        assertThat(fixture.time.waits()).contains(Duration.ofMillis(500));
        assertThat(done).isEmpty();
    }

    @Test
    void R6_a_run_that_is_suspect_after_some_crashes_fails_after_two_more_alone() {
        TestGraph<Notes> deadly = Graphs.single((notes, context) -> {
            done.add("tried");
            Crash.now(fixture);
        });
        die(3 + 2, deadly, 3);

        RunOutcome<Node> outcome = fixture.run(deadly, b -> b.maxCrashes(3));

        RunOutcome.Failed<Node> failed = Outcomes.failed(outcome, ErrorCode.CRASH_LOOP);
        assertThat(failed.failure().step()).isEqualTo("first");
        assertThat(done).hasSize(5);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);

        TestGraph<Notes> mended = Graphs.single((notes, context) -> notes.add("mended"));
        assertThat(Outcomes.completed(fixture.runs(mended).retry("one"))).hasToString("[mended]");
    }

    @Test
    void R6_a_death_of_a_suspect_run_beside_another_run_counts_as_none() throws Exception {
        TestGraph<Notes> deadly = Graphs.single((notes, context) -> Crash.now(fixture));
        die(1, deadly, 1);
        Fixture other = new Fixture();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread beside =
                new Thread(() -> other.runs(Graphs.stubborn(inside, goOn)).run("other", Notes.of(), null));
        beside.start();
        inside.await();

        die(5, deadly, 1);

        assertThat(fixture.stored("one").checkpoint().crashes()).isEqualTo(1);
        goOn.countDown();
        beside.join();
        other.close();
    }

    @Test
    void R6_a_suspect_run_that_another_run_joins_is_no_longer_alone() {
        Fixture other = new Fixture();
        TestGraph<Notes> deadly = Graphs.single((notes, context) -> {
            if (fixture.stored("one").checkpoint().crashes() == 1) {
                String id = "other-" + fixture.stored("one").fencingToken();
                Thread joining = new Thread(() -> other.runs(line()).run(id, Notes.of(), null));
                joining.start();
                joining.join();
            }
            Crash.now(fixture);
        });
        die(5, deadly, 1);

        assertThat(fixture.stored("one").checkpoint().crashes()).isEqualTo(1);
        other.close();
    }

    @Test
    void R6_a_run_of_a_step_is_a_part_of_the_run_of_that_step() {
        Fixture other = new Fixture();
        TestGraph<Notes> deadly = Graphs.single((notes, context) -> {
            other.runs(line()).run("inner-" + fixture.stored("one").fencingToken(), Notes.of(), null);
            Crash.now(fixture);
        });
        die(1 + 2, deadly, 1);

        Outcomes.failed(fixture.run(deadly, b -> b.maxCrashes(1)), ErrorCode.CRASH_LOOP);
        other.close();
    }

    @Test
    void R6_a_suspect_run_that_a_step_of_another_run_executes_is_not_alone() {
        TestGraph<Notes> inner = Graphs.single((notes, context) -> Crash.now(fixture));
        TestGraph<Notes> outer = Graphs.single(
                (notes, context) -> fixture.runs(inner, b -> b.maxCrashes(1)).run("inner", Notes.of(), null));
        for (int i = 0; i < 1 + 2; i++) {
            Crash.dying(fixture, () -> fixture.runs(outer, b -> b.maxCrashes(1)).run("outer", Notes.of(), null));
        }

        Outcomes.failed(fixture.runs(outer, b -> b.maxCrashes(1)).run("outer", Notes.of(), null), ErrorCode.CRASH_LOOP);
        assertThat(fixture.stored("inner").checkpoint().crashes()).isEqualTo(1);
    }

    @Test
    void R6_a_step_that_runs_out_of_memory_counts_as_a_crash_and_ends_in_a_crash_loop() {
        TestGraph<Notes> hungry = Graphs.single((notes, context) -> {
            done.add("tried");
            throw new OutOfMemoryError("no heap");
        });
        List<RunEvent> told = new ArrayList<>();
        RunClient<Notes, Node> runs = fixture.runs(hungry, b -> b.maxCrashes(3).observer(told::add));

        for (int i = 1; i <= 3 + 2; i++) {
            assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).isInstanceOf(OutOfMemoryError.class);
            assertThat(fixture.stored("one").status()).isEqualTo(Status.QUEUED);
            assertThat(fixture.stored("one").checkpoint().crashes()).isEqualTo(i);
            assertThat(fixture.stored("one").checkpoint().attempt()).isEqualTo(1);
        }

        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.CRASH_LOOP);
        assertThat(done).hasSize(5);
        // The log has them, so the observers hear of them.
        assertThat(told).filteredOn(RunEvent.TakenOver.class::isInstance).hasSize(5);
    }

    @Test
    void R6_every_error_of_the_virtual_machine_counts_also_in_a_thread_of_the_step_s_own() {
        List<VirtualMachineError> errors =
                List.of(new OutOfMemoryError("heap"), new InternalError("inside"), new UnknownError("what"));
        TestGraph<Notes> limited = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.timeout(3_600_000, "1h").toEnd(), (notes, input, context) -> {
                    throw errors.get(fixture.stored("one").checkpoint().crashes());
                });
        try (Runner byRealTime = Runner.builder(fixture.memory).maxCrashes(1).build()) {
            RunClient<Notes, Node> runs = byRealTime.client(limited, new Object());

            for (VirtualMachineError error : errors) {
                assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).isSameAs(error);
            }
            Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.CRASH_LOOP);
        }
    }

    @Test
    void R6_a_hook_that_runs_out_of_memory_counts_as_a_crash_even_if_it_is_fail_open() {
        StepHook hook = Hooks.before(call -> {
            throw new OutOfMemoryError("in a hook");
        });
        RunClient<Notes, Node> runs = fixture.runs(line(), b -> b.maxCrashes(1).failOpenHook(hook));

        for (int i = 0; i < 1 + 2; i++) {
            assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).isInstanceOf(OutOfMemoryError.class);
        }
        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.CRASH_LOOP);
        assertThat(done).isEmpty();
    }

    @Test
    void R6_memory_that_runs_out_while_a_state_is_written_or_read_again_counts_as_a_crash() {
        TestGraph<Huge> writing = TestGraph.of(Huge.class).ends(FIRST, (huge, context) -> huge.writes = true);
        RunClient<Huge, Node> runs = fixture.runs(writing, b -> b.maxCrashes(1));

        assertThatThrownBy(() -> runs.run("one", new Huge(), null)).isInstanceOf(OutOfMemoryError.class);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> runs.resume("one")).isInstanceOf(OutOfMemoryError.class);
        }
        Outcomes.failed(runs.resume("one"), ErrorCode.CRASH_LOOP);
    }

    @Test
    void R6_a_crash_that_could_not_be_written_is_counted_by_the_next_call_of_the_same_runner() {
        TestGraph<Notes> hungry = Graphs.single((notes, context) -> {
            done.add("tried");
            fixture.store.before(call -> {
                if (!call.equals("renew")) {
                    throw new OutOfMemoryError("still no heap");
                }
            });
            throw new OutOfMemoryError("no heap");
        });
        RunClient<Notes, Node> runs = fixture.runs(hungry, b -> b.maxCrashes(2));

        for (int i = 0; i < 2 + 2; i++) {
            assertThatThrownBy(() -> runs.run("one", Notes.of(), null))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("no heap");
            fixture.store.before(call -> {});
        }

        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.CRASH_LOOP);
        assertThat(done).hasSize(4);
    }

    /** Needs more memory than there is, when it is written. */
    public static final class Huge {
        public boolean writes;

        @com.fasterxml.jackson.annotation.JsonProperty
        String text() {
            if (writes) {
                throw new OutOfMemoryError("no heap to write");
            }
            return "";
        }

        @com.fasterxml.jackson.annotation.JsonProperty
        void text(String unused) {}
    }

    @Test
    void a_state_that_cannot_be_read_is_said_and_the_run_not_touched() {
        Crash.after(fixture, 2, () -> fixture.run(line()));
        TestGraph<Other> incompatible = TestGraph.of(Other.class).ends(Node.SECOND);
        fixture.store.forget();

        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT, () -> fixture.runs(incompatible).resume("one"), "one", "second");
        assertThat(fixture.store.writes()).isEmpty();
        assertThat(fixture.memory.runs().find(new RunKey("default", "one")).status())
                .isEqualTo(Status.RUNNING);
    }

    public static final class Other {
        public int lines;
    }

    /** Before the first step, between two steps, and after the last commit. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void R4_outside_of_a_step_nothing_is_repeated_and_nothing_is_lost(int writes) {
        Crash.after(fixture, writes, () -> fixture.runs(line()).run("one", Notes.of("given"), null));
        assertThat(Outcomes.completed(fixture.runs(line()).run("one", Notes.of("given"), null)))
                .hasToString("[given, first, second]");
        assertThat(done).containsExactly("first", "second");
    }
}
