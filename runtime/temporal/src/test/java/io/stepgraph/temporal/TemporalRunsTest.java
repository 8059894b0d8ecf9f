package io.stepgraph.temporal;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.IllegalRunStatusException;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.UnknownStepException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Graphs.Question;
import io.stepgraph.runtime.testing.Graphs.Rejected;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs on Temporal's in-process server. */
@Timeout(120)
final class TemporalRunsTest extends TemporalServer {
    @Test
    void from_the_start_to_the_end() {
        RunClient<Notes, Node> runs = on(Graphs.review().build());

        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of("given"), null));
        assertThat(asked.interrupt()).isEqualTo(ASK);
        assertThat(asked.question()).isEqualTo(new Question("Pay?"));
        assertThat(runs.run("one", Notes.of("given"), null)).isEqualTo(asked);
        assertThat(runs.outcome("one")).isEqualTo(asked);

        RunOutcome<Node> end = runs.answer(asked.ticket(), new Approved("Ann"));

        assertThat(end.toString()).contains("[given, first, asked, paid, as Ann said]");
        assertThat(runs.answer(asked.ticket(), new Approved("Ann"))).hasToString(end.toString());
        assertThat(runs.run("one", Notes.of("given"), null)).hasToString(end.toString());
        assertThatThrownBy(() -> runs.answer(asked.ticket(), new Rejected("no")))
                .isInstanceOf(StaleAnswerException.class);
        assertThatThrownBy(() -> runs.run("one", Notes.of("other"), null)).isInstanceOf(StartConflictException.class);
    }

    @Test
    void a_misfit_and_another_answer_are_refused_while_it_waits() {
        RunClient<Notes, Node> runs = on(Graphs.review().build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));

        assertThatThrownBy(() -> runs.answer(asked.ticket(), "yes")).isInstanceOf(InvalidAnswerException.class);
        assertThatThrownBy(() -> runs.answer(asked.ticket().id(), "{\"by\":1}"))
                .isInstanceOf(InvalidAnswerException.class);
        assertThat(runs.outcome("one")).isEqualTo(asked);
        assertThatThrownBy(() -> runs.run("one", Notes.of("other"), null)).isInstanceOf(StartConflictException.class);
        assertThatThrownBy(() -> runs.outcome("two")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    void a_cancel_ends_it() {
        RunClient<Notes, Node> runs = on(Graphs.review().build());
        Outcomes.asked(runs.run("one", Notes.of(), null));

        runs.cancel("one", "ann");

        assertThat(runs.outcome("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
    }

    @Test
    @Tag("R6")
    void a_failed_attempt_is_made_again_with_the_values_of_the_visit() {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .step(FIRST, s -> s.retry(3, 10, 1, 10, 0).toEnd(), (notes, input, context) -> {
                    notes.add("attempt " + context.attempt());
                    if (calls.incrementAndGet() < 3) {
                        throw new TransientException("busy");
                    }
                    return Transition.end();
                })
                .build());

        assertThat(Outcomes.completed(runs.run("one", Notes.of("given"), null))).hasToString("[given, attempt 3]");
    }

    @Test
    @Tag("R7")
    void a_run_that_has_failed_can_be_retried() {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(Graphs.line((notes, context) -> notes.add("first"), (notes, context) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("broken");
            }
            notes.add("second");
        }));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);
        assertThat(failed.failure().message()).isEqualTo("broken");
        assertThat(Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED)
                        .failure())
                .isEqualTo(failed.failure());

        assertThat(Outcomes.completed(runs.retry("one"))).hasToString("[first, second]");
        assertThatThrownBy(() -> runs.retry("one")).isInstanceOf(IllegalRunStatusException.class);
    }

    @Test
    @Tag("M1")
    @Tag("M2")
    void a_raised_mode_lets_a_parked_run_continue() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.requires(ACCEPT_EDITS).toEnd(), (notes, input, context) -> Transition.end())
                .build();
        RunClient<Notes, Node> runs = on(open(builder().maxMode(ACCEPT_EDITS).mode(PLAN)), graph);
        assertThat(Outcomes.parked(runs.run("one", Notes.of(), null)).required())
                .isEqualTo(ACCEPT_EDITS);

        runs.mode("one", ACCEPT_EDITS, "ann");

        assertThat(runs.await("one")).isInstanceOf(RunOutcome.Completed.class);
    }

    @Test
    @Tag("I5")
    void a_question_expires_by_itself() {
        RunClient<Notes, Node> runs = on(TestGraph.of(Notes.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        String.class,
                        s -> s.to(FIRST, SECOND)
                                .answeredBy(ValueType.of(String.class))
                                .expires(700),
                        answer -> answer instanceof Expired ? SECOND : FIRST,
                        (notes, input, context) -> Transition.ask("Well?"))
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(String.class)).toEnd(),
                        (notes, input, context) -> Transition.end())
                .step(SECOND, s -> s.takes(ValueType.of(Expired.class)).toEnd(), (notes, input, context) -> {
                    notes.add("silence");
                    return Transition.end();
                })
                .build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));

        RunOutcome<Node> now = asked;
        while (now.equals(asked)) {
            LockSupport.parkNanos(50_000_000);
            now = runs.await("one");
        }

        assertThat(Outcomes.completed(now)).hasToString("[silence]");
        assertThatThrownBy(() -> runs.answer(asked.ticket(), "late")).isInstanceOf(StaleAnswerException.class);
    }

    @Test
    @Tag("R8")
    void the_deadline_interrupts_a_step() {
        RunClient<Notes, Node> runs = on(
                open(builder().deadline(Duration.ofMillis(1_500))),
                Graphs.single((notes, context) -> new CountDownLatch(1).await()));

        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    @Tag("R8")
    void a_budget_of_visits_is_exact() {
        AtomicInteger visits = new AtomicInteger();
        RunClient<Notes, Node> runs = on(
                open(builder().maxSteps(5)),
                TestGraph.of(Notes.class)
                        .step(FIRST, s -> s.to(FIRST), (notes, input, context) -> {
                            visits.incrementAndGet();
                            return Transition.go(FIRST);
                        })
                        .build());

        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.MAX_STEPS_EXCEEDED);
        assertThat(visits).hasValue(5);
    }

    @Test
    @Tag("R9")
    @Tag("L6")
    void a_cancel_interrupts_a_step() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {
            inside.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stop) {
                interrupted.countDown();
                throw stop;
            }
        }));
        assertThat(runs.enqueue("one", Notes.of(), null)).isTrue();
        inside.await();

        runs.cancel("one", "ann");

        assertThat(runs.await("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
        interrupted.await();
    }

    @Test
    @Tag("R4")
    void a_visit_whose_worker_is_gone_is_made_again_from_its_entry() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        List<String> seen = new CopyOnWriteArrayList<>();
        TestGraph<Notes> hanging = Graphs.line((notes, context) -> notes.add("first"), (notes, context) -> {
            seen.add("second, attempt " + context.attempt() + " " + notes);
            inside.countDown();
            Graphs.uninterrupted(never);
        });
        RunClient<Notes, Node> unused = on(open(builder().loopsOnly()), hanging);
        TemporalEngine dying = open(builder().stepsOnly());
        on(dying, hanging).enqueue("one", Notes.of(), null);
        inside.await();

        dying.die();
        RunClient<Notes, Node> others = on(
                open(builder().stepsOnly()),
                Graphs.line(
                        (notes, context) -> seen.add("first again"),
                        (notes, context) -> seen.add("second, attempt " + context.attempt() + " " + notes)));

        assertThat(Outcomes.completed(others.await("one"))).hasToString("[first]");
        assertThat(seen).containsExactly("second, attempt 1 [first]", "second, attempt 1 [first]");
        never.countDown();
    }

    @Test
    @Tag("R4")
    void a_worker_that_is_closed_counts_no_crash() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        TestGraph<Notes> hanging = Graphs.single((notes, context) -> {
            inside.countDown();
            new CountDownLatch(1).await();
        });
        RunClient<Notes, Node> loops = on(open(builder().loopsOnly()), hanging);
        TemporalEngine closing = open(builder().maxCrashes(1).stepsOnly());
        RunClient<Notes, Node> unused = on(closing, hanging);
        loops.enqueue("one", Notes.of(), null);
        inside.await();

        closing.close();

        RunClient<Notes, Node> next = on(
                open(builder().maxCrashes(1).stepsOnly()),
                Graphs.single((notes, context) -> notes.add("attempt " + context.attempt())));
        assertThat(Outcomes.completed(next.await("one"))).hasToString("[attempt 1]");
    }

    @Test
    @Tag("R6")
    void a_visit_that_kills_each_worker_ends_the_run() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        RunClient<Notes, Node> unused = on(open(builder().loopsOnly()), Graphs.single((notes, context) -> {}));
        for (int crash = 0; crash < 2; crash++) {
            CountDownLatch inside = new CountDownLatch(1);
            TemporalEngine dying = open(builder().maxCrashes(2).stepsOnly());
            RunClient<Notes, Node> runs = on(dying, Graphs.stubborn(inside, never));
            runs.enqueue("one", Notes.of(), null);
            inside.await();
            dying.die();
        }
        RunClient<Notes, Node> runs =
                on(open(builder().maxCrashes(2).stepsOnly()), Graphs.single((notes, context) -> notes.add("alive")));

        Outcomes.failed(runs.await("one"), ErrorCode.CRASH_LOOP);
        assertThat(Outcomes.completed(runs.retry("one"))).hasToString("[alive]");
        never.countDown();
    }

    @Test
    @Tag("S2")
    void a_newer_build_of_the_steps_goes_on() {
        RunClient<Notes, Node> loops =
                on(open(builder().loopsOnly()), Graphs.review().build());
        TemporalEngine older = open(builder().stepsOnly());
        RunClient<Notes, Node> unused = on(older, Graphs.review().build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(loops.run("one", Notes.of(), null));
        older.close();
        RunClient<Notes, Node> newer = on(
                open(builder().stepsOnly()),
                Graphs.review().named(Node.GATED, "payOut").build());

        RunOutcome<Node> end = newer.answer(asked.ticket(), new Approved("Ann"));

        assertThat(Outcomes.completed(end)).hasToString("[first, asked, paid, as Ann said]");
    }

    @Test
    @Tag("S2")
    void a_build_without_the_step_touches_nothing() {
        TestGraph.Builder<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.requires(ACCEPT_EDITS).toEnd(), (notes, input, context) -> Transition.end());
        RunClient<Notes, Node> loops = on(open(builder().loopsOnly()), graph.build());
        TemporalEngine without = open(builder().stepsOnly());
        RunClient<Notes, Node> unused =
                on(without, graph.named(FIRST, "renamed").build());
        assertThat(loops.enqueue("one", Notes.of(), null)).isTrue();
        assertThatThrownBy(() -> loops.await("one"))
                .isInstanceOf(UnknownStepException.class)
                .hasMessageContaining("first", "formerly");
        without.close();

        RunClient<Notes, Node> with =
                on(open(builder().stepsOnly()), graph.named(FIRST, "first").build());

        assertThat(Outcomes.parked(with.resume("one")).required()).isEqualTo(ACCEPT_EDITS);
    }

    @Test
    @Tag("R2")
    void a_long_run_continues_as_new_and_keeps_its_ticket() {
        RunClient<Notes, Node> runs = on(
                open(builder().visitsPerExecution(10)),
                TestGraph.of(Notes.class)
                        .step(FIRST, s -> s.to(FIRST, ASK), (notes, input, context) -> {
                            notes.count++;
                            return notes.count % 12 == 0 ? Transition.go(ASK) : Transition.go(FIRST);
                        })
                        .interrupt(
                                ASK,
                                String.class,
                                s -> s.to(FIRST, SECOND).answeredBy(ValueType.of(String.class)),
                                answer -> answer.equals("more") ? FIRST : SECOND,
                                (notes, input, context) -> Transition.ask("More?"))
                        .step(SECOND, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                            notes.add("visit " + context.visit() + ", count " + notes.count);
                            return Transition.end();
                        })
                        .build());

        RunOutcome.QuestionAsked<Node> first = Outcomes.asked(runs.run("one", Notes.of(), null));
        RunOutcome.QuestionAsked<Node> second = Outcomes.asked(runs.answer(first.ticket(), "more"));

        assertThat(second.ticket().visit()).isEqualTo(26);
        assertThat(runs.answer(first.ticket(), "more")).isEqualTo(second);
        assertThat(Outcomes.completed(runs.answer(second.ticket(), "enough"))).hasToString("[visit 27, count 24]");
    }

    @Test
    @Tag("I3")
    void one_of_many_answers_wins() throws Exception {
        RunClient<Notes, Node> runs = on(Graphs.review().build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        ExecutorService clients = Executors.newFixedThreadPool(8);
        List<Future<RunOutcome<Node>>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Object answer = new Approved("client " + i);
            answers.add(clients.submit(() -> runs.answer(asked.ticket(), answer)));
        }

        int won = 0;
        for (Future<RunOutcome<Node>> answer : answers) {
            try {
                assertThat(answer.get()).isInstanceOf(RunOutcome.Completed.class);
                won++;
            } catch (ExecutionException refused) {
                assertThat(refused).hasCauseInstanceOf(StaleAnswerException.class);
            }
        }
        clients.shutdown();

        assertThat(won).isOne();
    }

    @Test
    @Tag("R12")
    void a_value_that_is_too_large_is_named() {
        RunClient<Notes, Node> runs = on(
                open(builder().maxValueBytes(1_000)), Graphs.single((notes, context) -> notes.add("x".repeat(2_000))));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);

        assertThat(failed.failure().message()).contains("lines");
    }

    @Test
    @Tag("L4")
    void names_of_all_kinds_are_kept_apart() {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> notes.add(context.runId()));
        RunClient<Notes, Node> runs = on(graph);
        for (String id : List.of("a/b", "a%2Fb", "ä€😀 '\"", "x".repeat(200))) {
            assertThat(Outcomes.completed(runs.run(id, Notes.of(), null))).hasToString("[" + id + "]");
        }
    }

    @Test
    @Tag("V2")
    void listeners_of_the_worker_hear_its_events() {
        List<RunEvent> heard = new CopyOnWriteArrayList<>();
        RunClient<Notes, Node> runs =
                on(open(builder().listener(heard::add)), Graphs.single((notes, context) -> context.emit("half")));

        runs.run("one", Notes.of(), null);

        assertThat(heard).contains(new RunEvent.Custom("one", "first", 1, 1, 1, "half"));
    }

    @Test
    @Tag("H1")
    void a_hook_denies_a_step() {
        StepHook deny = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return new HookDecision.Deny("not today");
            }
        };
        RunClient<Notes, Node> runs = on(open(builder().hook(deny)), Graphs.single((notes, context) -> {}));

        assertThat(Outcomes.parked(runs.run("one", Notes.of(), null)).reason()).isEqualTo("not today");
    }

    @Test
    void what_it_does_not_have_it_says() {
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {}));

        assertThatThrownBy(() -> runs.history("one"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("TemporalEngine");
    }
}
