package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.IdentityAgent.Seen;
import io.stepgraph.testkit.store.ReportAgent.How;
import io.stepgraph.testkit.store.ReportAgent.Report;
import io.stepgraph.testkit.store.ReportAgentGraph.Outcome;
import io.stepgraph.testkit.store.ReportAgentGraph.Runs;
import io.stepgraph.testkit.store.ResearchAgent.Hint;
import io.stepgraph.testkit.store.ResearchAgent.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls of other agents, with workers and without. */
@Tag("C1")
@Tag("C2")
@Tag("C3")
@Tag("C4")
@Tag("C5")
@Tag("C6")
@Tag("C7")
@Tag("C8")
@Tag("C9")
@Tag("C10")
@Tag("C11")
@Tag("C13")
@Tag("C14")
interface StoredCallContract extends EngineFixture {

    /** Opens a store as one more process does. It is closed after the test. */
    Store store();

    /** A runner for the test to close. */
    RunnerBuilder runner(Store store);

    /** A worker for the test to close. */
    WorkerBuilder worker(Store store);

    private RunnerBuilder runner() {
        return runner(store()).startMode(PermissionMode.ACCEPT_EDITS).maxMode(PermissionMode.ACCEPT_EDITS);
    }

    private static Runs on(Runner runner) {
        return on(runner, new ResearchAgent());
    }

    private static Runs on(Runner runner, ResearchAgent research) {
        return ReportAgentGraph.of(new ReportAgent(research)).on(runner);
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    private static ErrorCode error(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).failure().code();
    }

    private static List<RunEvent> events(Runs runs) {
        List<RunEvent> all = new ArrayList<>();
        try (RunStream events = runs.events("one")) {
            events.forEach(event -> all.add(event.event()));
        }
        return all;
    }

    private static ResearchAgentGraph.Outcome.Ask ask(ResearchAgentGraph.Outcome outcome) {
        assertThat(outcome).isInstanceOf(ResearchAgentGraph.Outcome.Ask.class);
        return (ResearchAgentGraph.Outcome.Ask) outcome;
    }

    private static Outcome.Gather gather(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Gather.class);
        return (Outcome.Gather) outcome;
    }

    @Test
    default void C4_a_run_goes_on_with_the_results_of_all_agents_in_their_order() {
        try (Runner runner = runner().build()) {
            assertThat(lines(on(runner).run("one", Report.of(How.GATHER, Way.FIND, Way.FIND))))
                    .containsExactly("planned", "topic 1: [read]", "topic 2: [read]");
        }
    }

    @Test
    default void C4_a_list_gives_its_results_in_its_order_and_an_empty_one_goes_on_at_once() {
        try (Runner runner = runner().build()) {
            Way[] ways = Collections.nCopies(12, Way.FIND).toArray(Way[]::new);
            List<String> lines = lines(on(runner).run("many", Report.of(How.EACH, ways)));
            assertThat(lines).hasSize(13);
            assertThat(lines.get(12)).isEqualTo("topic 12: [read]");

            assertThat(lines(on(runner).run("none", Report.of(How.EACH)))).containsExactly("planned");
        }
    }

    @Test
    default void C1_a_child_is_a_run_of_its_own_whose_id_names_its_call() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            runs.as(Actor.named("ann")).run("one", Report.of(How.GATHER, Way.FIND, Way.FIND));

            assertThat(runs.first().outcome("one//gather.2/first")).isPresent();
            assertThat(runner.list(RunQuery.ALL).runs())
                    .extracting(run -> run.id())
                    .containsExactly("one");
            assertThat(runner.list(RunQuery.ALL.withChildren()).runs())
                    .extracting(run -> run.id(), run -> run.graph(), run -> run.startedBy())
                    .containsExactlyInAnyOrder(
                            org.assertj.core.groups.Tuple.tuple("one", "engine-report", "ann"),
                            org.assertj.core.groups.Tuple.tuple("one//gather.2/first", "engine-report/first", "ann"),
                            org.assertj.core.groups.Tuple.tuple("one//gather.2/second", "engine-report/second", "ann"));
            assertThatThrownBy(() -> runs.run("a//b", Report.of(How.EACH)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> runs.enqueue("~a", Report.of(How.EACH)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    default void C6_the_case_of_a_call_has_the_question_of_each_agent_and_answers_reach_the_right_one() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            Outcome.Gather both = gather(runs.run("one", Report.of(How.GATHER, Way.ASK, Way.ASK)));
            ResearchAgentGraph.Outcome.Ask first = ask(both.first());
            ResearchAgentGraph.Outcome.Ask second = ask(both.second());
            assertThat(first.ticket()).isNotEqualTo(second.ticket());

            assertThat(runs.second().answerAsk(second, new Hint("b")))
                    .isInstanceOf(ResearchAgentGraph.Outcome.Completed.class);
            Outcome.Gather one = gather(runs.resume("one"));
            assertThat(ask(one.first())).isEqualTo(first);
            assertThat(one.second()).isInstanceOf(ResearchAgentGraph.Outcome.Completed.class);
            runs.first().answerAsk(first, new Hint("a"));

            assertThat(lines(runs.resume("one")))
                    .containsExactly("planned", "topic 1: [read, heard a]", "topic 2: [read, heard b]");
        }
    }

    @Test
    default void C6_three_questions_are_answered_in_each_order_with_a_restart_between() {
        int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int[] order : orders) {
            String id = "run" + order[0] + order[1] + order[2];
            try (Runner runner = runner().build()) {
                on(runner).run(id, Report.of(How.EACH, Way.ASK, Way.ASK, Way.ASK));
            }
            for (int k = 0; k < 3; k++) {
                try (Runner runner = runner().build()) {
                    Runs runs = on(runner);
                    Outcome.Each each = (Outcome.Each) runs.outcome(id).orElseThrow();
                    assertThat(each.size()).isEqualTo(3);
                    assertThat(each.ended()).isEqualTo(k);
                    assertThat(each.waiting()).hasSize(3 - k);
                    int element = order[k] + 1;
                    ResearchAgentGraph.Outcome.Ask asked = each.waiting().stream()
                            .filter(child -> child.element() == element)
                            .map(child -> ask(child.outcome()))
                            .findFirst()
                            .orElseThrow();
                    runs.first().submitAsk(asked, new Hint("h" + element));
                    if (k == 2) {
                        assertThat(lines(runs.resume(id)))
                                .containsExactly(
                                        "planned",
                                        "topic 1: [read, heard h1]",
                                        "topic 2: [read, heard h2]",
                                        "topic 3: [read, heard h3]");
                    } else {
                        assertThat(runs.resume(id)).isInstanceOf(Outcome.Each.class);
                    }
                }
            }
        }
    }

    @Test
    default void C6_an_agent_is_answered_while_another_works() throws Exception {
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch mayFind = new CountDownLatch(1);
        ResearchAgent research = new ResearchAgent(step -> {
            if (step.equals("read topic 2")) {
                isReading.countDown();
                ResearchAgent.await(mayFind);
            }
        });
        try (Runner runner = runner().build()) {
            Runs runs = on(runner, research);
            Future<Outcome> executing = call(() -> runs.run("one", Report.of(How.EACH, Way.ASK, Way.FIND)));
            assertThat(isReading.await(20, TimeUnit.SECONDS)).isTrue();

            ResearchAgentGraph.Outcome.Ask asked = ask(runs.first().await("one//each.2/first.1"));
            assertThat(runs.outcome("one")).isEmpty();
            runs.first().answerAsk(asked, new Hint("a"));
            mayFind.countDown();

            assertThat(lines(executing.get(20, TimeUnit.SECONDS)))
                    .containsExactly("planned", "topic 1: [read, heard a]", "topic 2: [read]");
        }
    }

    @Test
    default void C13_a_gate_opens_by_a_result_and_only_that_way() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            for (boolean isGenuine : new boolean[] {true, false}) {
                String id = "of " + isGenuine;
                Outcome.Verify verify = (Outcome.Verify) runs.run(id, Report.of(How.VERIFY));
                assertThat(verify.run()).isEqualTo(id + "//verify.2/identity");
                IdentityAgentGraph.Outcome.Check check = (IdentityAgentGraph.Outcome.Check) verify.identity();
                assertThat(check.question()).isEqualTo("Are papers P-1 those of Ann?");
                runs.identity().answerCheck(check, new Seen(isGenuine));
                assertThat(lines(runs.resume(id)))
                        .containsExactly("planned", isGenuine ? "paid Ann" : "refused: The papers are false.");
            }
        }
    }

    @Test
    default void C5_a_call_fails_when_all_have_ended_and_names_the_first_that_has_failed() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            Outcome.Gather waits = gather(runs.run("one", Report.of(How.GATHER, Way.FAIL, Way.ASK)));
            assertThat(waits.first()).isInstanceOf(ResearchAgentGraph.Outcome.Failed.class);
            runs.second().answerAsk(ask(waits.second()), new Hint("b"));
            assertThat(lines(runs.resume("one"))).containsExactly("planned", "sorry: CHILD_FAILED");

            Outcome failed = runs.run("two", Report.of(How.EACH, Way.FIND, Way.FAIL, Way.THROW));
            assertThat(error(failed)).isEqualTo(ErrorCode.CHILD_FAILED);
            assertThat(((Outcome.Failed) failed).failure().message())
                    .contains("two//each.2/first.2")
                    .contains("FAILED_BY_STEP")
                    .contains("Nothing is known of topic 2.");
        }
    }

    @Test
    default void C5_a_step_that_takes_ends_gets_failures_and_cancels() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            runs.run("one", Report.of(How.TRY, Way.THROW, Way.ASK));
            runs.second().as(Actor.named("ann")).cancel("one//attempt.2/second");
            assertThat(lines(runs.resume("one")))
                    .containsExactly(
                            "planned",
                            "one//attempt.2/first failed: STEP_FAILED",
                            "one//attempt.2/second was cancelled by ann");
        }
    }

    @Test
    default void C10_a_retry_runs_only_the_agents_that_have_failed() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        boolean[] isClosed = {true};
        ResearchAgent research = new ResearchAgent(step -> {
            heard.add(step);
            if (step.equals("read topic 2") && isClosed[0]) {
                throw new IllegalStateException("closed");
            }
        });
        try (Runner runner = runner().build()) {
            Runs runs = on(runner, research);
            assertThat(error(runs.run("one", Report.of(How.EACH, Way.FIND, Way.FIND))))
                    .isEqualTo(ErrorCode.CHILD_FAILED);
            isClosed[0] = false;

            assertThat(lines(runs.retry("one"))).containsExactly("planned", "topic 1: [read]", "topic 2: [read]");
            assertThat(heard.stream().filter("read topic 1"::equals)).hasSize(1);
            assertThat(heard.stream().filter("read topic 2"::equals)).hasSize(2);
        }
    }

    @Test
    default void C10_a_child_is_retried_while_its_caller_waits_and_not_afterwards() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            runs.run("one", Report.of(How.GATHER, Way.FAIL, Way.ASK));
            assertThat(runs.first().retry("one//gather.2/first")).isInstanceOf(ResearchAgentGraph.Outcome.Failed.class);
            runs.second().cancel("one//gather.2/second");
            runs.resume("one");

            assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> runs.first().retry("one//gather.2/first"), "'one'");
        }
    }

    @Test
    default void C9_at_the_timeout_of_a_call_its_agents_are_stopped_and_a_step_that_takes_ends_gets_them()
            throws Exception {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            assertThat(runs.run("one", Report.of(How.HURRY, Way.ASK, Way.FIND))).isInstanceOf(Outcome.Hurry.class);
            pass(Duration.ofMinutes(31));

            assertThat(lines(runs.resume("one")))
                    .containsExactly("planned", "one//hurry.2/first.1 failed: CALL_TIMED_OUT", "topic 2: [read]");

            runs.run("two", Report.of(How.VERIFY));
            pass(Duration.ofHours(73));
            assertThat(error(runs.resume("two"))).isEqualTo(ErrorCode.CALL_TIMED_OUT);
            assertThat(runs.identity().outcome("two//verify.2/identity"))
                    .get()
                    .isInstanceOf(IdentityAgentGraph.Outcome.Failed.class);
        }
    }

    @Test
    default void C9_an_agent_that_is_stopped_with_an_answer_keeps_it() throws Exception {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            Outcome.Hurry hurry = (Outcome.Hurry) runs.run("one", Report.of(How.HURRY, Way.ASK));
            runs.first().submitAsk(ask(hurry.waiting().get(0).outcome()), new Hint("a"));
            pass(Duration.ofMinutes(31));

            assertThat(lines(runs.resume("one")))
                    .containsExactly("planned", "one//hurry.2/first.1 failed: CALL_TIMED_OUT");
            assertThat(runs.first().look("one//hurry.2/first.1").orElseThrow().step())
                    .isEqualTo("hear");
        }
    }

    @Test
    default void C10_a_retry_continues_an_agent_that_was_stopped_where_it_stood() throws Exception {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            runs.run("one", Report.of(How.VERIFY));
            pass(Duration.ofHours(73));
            runs.resume("one");

            Outcome.Verify again = (Outcome.Verify) runs.retry("one");
            runs.identity().answerCheck((IdentityAgentGraph.Outcome.Check) again.identity(), new Seen(true));
            assertThat(lines(runs.resume("one"))).containsExactly("planned", "paid Ann");
        }
    }

    @Test
    default void C9_at_the_deadline_of_a_caller_its_agents_are_stopped_and_it_fails_so() throws Exception {
        try (Runner runner = runner().deadline(Duration.ofHours(1)).build()) {
            Runs runs = on(runner);
            runs.run("one", Report.of(How.EACH, Way.ASK));
            pass(Duration.ofHours(2));

            assertThat(error(runs.resume("one"))).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
            assertThat(runs.first().outcome("one//each.2/first.1"))
                    .get()
                    .isInstanceOfSatisfying(
                            ResearchAgentGraph.Outcome.Failed.class,
                            failed -> assertThat(failed.failure().code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
        }
    }

    @Test
    default void C8_a_cancel_ends_the_whole_family() throws Exception {
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        ResearchAgent research = new ResearchAgent(step -> {
            if (step.equals("read topic 2")) {
                isReading.countDown();
                ResearchAgent.await(never);
            }
        });
        try (Runner runner = runner().build()) {
            Runs runs = on(runner, research);
            Future<Outcome> executing = call(() -> runs.run("one", Report.of(How.EACH, Way.ASK, Way.FIND)));
            assertThat(isReading.await(20, TimeUnit.SECONDS)).isTrue();
            runs.as(Actor.named("ann")).cancel("one");

            assertThat(executing.get(20, TimeUnit.SECONDS)).isInstanceOf(Outcome.Cancelled.class);
            for (int element = 1; element <= 2; element++) {
                assertThat(runs.first().await("one//each.2/first." + element))
                        .isInstanceOfSatisfying(
                                ResearchAgentGraph.Outcome.Cancelled.class,
                                cancelled -> assertThat(cancelled.by()).isEqualTo("ann"));
            }
        }
    }

    @Test
    default void C8_a_lower_mode_reaches_the_family_and_a_child_may_do_no_more_than_its_caller() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            runs.run("one", Report.of(How.EACH, Way.ASK));
            runs.mode("one", PermissionMode.PLAN);
            assertThat(runs.first().look("one//each.2/first.1").orElseThrow().mode())
                    .isEqualTo(PermissionMode.PLAN);
            runs.first().mode("one//each.2/first.1", PermissionMode.ACCEPT_EDITS);
            assertThat(runs.first().look("one//each.2/first.1").orElseThrow().mode())
                    .isEqualTo(PermissionMode.PLAN);

            runs.run("two", Report.of(How.PLAN));
            assertThat(runs.identity()
                            .look("two//planned.2/identity")
                            .orElseThrow()
                            .mode())
                    .isEqualTo(PermissionMode.PLAN);
        }
    }

    @Test
    default void C11_a_family_is_removed_as_a_whole() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            runs.run("one", Report.of(How.EACH, Way.FIND, Way.ASK));
            assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> runs.delete("one"));
            assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> runs.first().delete("one//each.2/first.1"));
            runs.cancel("one");

            assertThat(runs.delete("one")).isTrue();
            assertThat(runner.list(RunQuery.ALL.withChildren()).runs()).isEmpty();
        }
    }

    @Test
    default void C2_a_list_above_its_limit_fails_the_step_and_stores_nobody() {
        try (Runner runner = runner().build()) {
            Way[] ways = Collections.nCopies(301, Way.FIND).toArray(Way[]::new);
            Outcome failed = on(runner).run("one", Report.of(How.EACH, ways));
            assertThat(error(failed)).isEqualTo(ErrorCode.FAMILY_TOO_LARGE);
            assertThat(((Outcome.Failed) failed).failure().message())
                    .contains("301")
                    .contains("300");
            assertThat(runner.list(RunQuery.ALL.withChildren()).runs()).hasSize(1);
        }
    }

    @Test
    default void C7_two_agents_of_a_call_are_executed_at_the_same_time() {
        CyclicBarrier meet = new CyclicBarrier(2);
        ResearchAgent research = new ResearchAgent(step -> {
            if (step.startsWith("read")) {
                try {
                    meet.await(20, TimeUnit.SECONDS);
                } catch (Exception alone) {
                    throw new IllegalStateException("alone", alone);
                }
            }
        });
        try (Runner runner = runner().build()) {
            assertThat(lines(on(runner, research).run("one", Report.of(How.GATHER, Way.FIND, Way.FIND))))
                    .hasSize(3);
        }
    }

    @Test
    default void C7_with_one_place_the_agents_come_in_order() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (Runner runner = runner().parallel(1).build()) {
            on(runner, new ResearchAgent(heard::add)).run("one", Report.of(How.EACH, Way.FIND, Way.FIND, Way.FIND));
        }
        assertThat(heard.stream().filter(step -> step.startsWith("read")))
                .containsExactly("read topic 1", "read topic 2", "read topic 3");
    }

    @Test
    default void C3_workers_execute_a_family_to_its_end() throws Exception {
        try (Runner runner = runner().build();
                Worker worker = worker(store())
                        .graphs(ReportAgentGraph.of(new ReportAgent()))
                        .maxMode(PermissionMode.ACCEPT_EDITS)
                        .build()) {
            worker.start();
            Runs runs = on(runner);
            runs.enqueue(
                    "one", Report.of(How.EACH, Collections.nCopies(20, Way.FIND).toArray(Way[]::new)));
            try (RunStream events = runs.events("one")) {
                events.forEach(event -> {}); // until the run ends
            }
            assertThat(lines(runs.outcome("one").orElseThrow())).hasSize(21);
        }
    }

    @Test
    default void C14_the_log_tells_of_the_call_of_the_join_and_of_the_caller() {
        try (Runner runner = runner().build()) {
            Runs runs = on(runner);
            runs.run("one", Report.of(How.TRY, Way.FIND, Way.FAIL));

            assertThat(events(runs))
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("duration")
                    .contains(
                            new RunEvent.Called(
                                    "one",
                                    "attempt",
                                    2,
                                    2,
                                    List.of("one//attempt.2/first", "one//attempt.2/second"),
                                    Duration.ZERO),
                            new RunEvent.Joined("one", "attempt", 2, 1, 1, 0));
            try (RunStream child = runs.first().events("one//attempt.2/first")) {
                assertThat(child.iterator().next().event())
                        .isInstanceOfSatisfying(
                                RunEvent.Started.class,
                                started -> assertThat(started.caller()).isEqualTo("one"));
            }
        }
    }
}
