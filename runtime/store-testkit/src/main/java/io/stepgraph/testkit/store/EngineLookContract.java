package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static io.stepgraph.testkit.store.EngineFixture.failed;
import static io.stepgraph.testkit.store.EngineFixture.parked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.Status;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import io.stepgraph.testkit.store.WaitingAgent.Day;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A look at a run, in each status. */
@Tag("Q4")
interface EngineLookContract extends EngineFixture {
    private static RunLook look(Runs runs) {
        return runs.look("one").orElseThrow();
    }

    private static void assertAt(RunLook look, Status status, String step, String waitsFor) {
        assertThat(look.status()).isEqualTo(status);
        assertThat(look.step()).isEqualTo(step);
        assertThat(look.waitsFor()).isEqualTo(waitsFor);
    }

    private static void assertEnded(RunLook look, Status status, String step) {
        assertThat(look.status()).isEqualTo(status);
        assertThat(look.step()).isEqualTo(step);
        assertThat(look.waitsFor()).isNull();
        assertThat(look.due()).isNull();
    }

    @Test
    default void Q4_there_is_nothing_to_see_of_a_run_that_does_not_exist() {
        assertThat(runs(ContractAgent.of()).look("one")).isEmpty();
    }

    @Test
    default void Q4_a_step_that_works_is_seen_with_its_visit_attempt_mode_and_labels() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        ContractAgent agent = ContractAgent.of().acting((notes, context) -> {
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
            inside.countDown();
            open.await();
        });
        Runs runs = runs(EngineSettings.DEFAULT.modes(PermissionMode.ACCEPT_EDITS, PermissionMode.DEFAULT), agent);
        StartOptions labelled = StartOptions.NONE.label("course", "writing");
        Future<?> call = call(() -> runs.with(labelled).run("one", Notes.of(Turn.END)));
        inside.await();

        RunLook look = look(runs(agent));
        open.countDown();
        call.get();

        assertEnded(look, Status.RUNNING, "act");
        assertThat(look.graph()).isEqualTo("engine-contract");
        assertThat(look.visit()).isEqualTo(2);
        assertThat(look.attempt()).isEqualTo(2);
        assertThat(look.mode()).isEqualTo(PermissionMode.DEFAULT);
        assertThat(look.labels()).isEqualTo(Map.of("course", "writing"));
        assertThat(look.since()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    }

    @Test
    default void Q4_a_question_is_seen_until_it_is_answered() {
        Runs runs = runs(ContractAgent.of());
        var asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        assertAt(look(runs), Status.WAITING, "decide", "an answer to 'decide'");
        assertThat(look(runs).due()).isNull();
        assertThat(look(runs).visit()).isEqualTo(3);

        completed(runs.answerDecide(asked, new Approved("ann")));
        assertEnded(look(runs), Status.COMPLETED, "pay");
    }

    @Test
    default void Q4_a_wait_is_seen_with_its_end() {
        var runs = WaitingAgentGraph.of(new WaitingAgent())
                .on(process(EngineSettings.DEFAULT).engine());
        Instant end = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);
        runs.run("one", Day.until(end));

        RunLook look = runs.look("one").orElseThrow();

        assertAt(look, Status.WAITING, "sleep", "the end of 'sleep'");
        assertThat(look.due()).isEqualTo(end);
    }

    @Test
    default void Q4_a_parked_run_is_seen_with_the_mode_that_it_needs() {
        Runs runs = runs(
                EngineSettings.DEFAULT.modes(PermissionMode.ACCEPT_EDITS, PermissionMode.PLAN), ContractAgent.of());
        var asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));
        parked(runs.answerDecide(asked, new Approved("ann")));

        assertAt(look(runs), Status.WAITING, "pay", "the mode ACCEPT_EDITS for 'pay'");
        assertThat(look(runs).mode()).isEqualTo(PermissionMode.PLAN);
    }

    @Test
    default void Q4_a_queued_run_is_seen_with_its_start_time() {
        Runs runs = runs(ContractAgent.of());
        runs.with(StartOptions.NONE.startAfter(Duration.ofHours(1))).enqueue("one", Notes.of(Turn.END));

        assertAt(look(runs), Status.QUEUED, "prepare", "its start time");
        assertThat(look(runs).due()).isCloseTo(Instant.now().plus(1, ChronoUnit.HOURS), within(1, ChronoUnit.MINUTES));
    }

    @Test
    default void Q4_a_run_in_the_delay_of_a_retry_is_seen_with_its_next_attempt() throws Exception {
        CountDownLatch tried = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            tried.countDown();
            throw new TransientException("busy", null, Duration.ofHours(1));
        }));
        begin(() -> runs.run("one", Notes.of(Turn.END)));
        tried.await();
        while (look(runs).status() == Status.RUNNING) {
            Thread.onSpinWait();
        }

        assertAt(look(runs), Status.QUEUED, "act", "the next attempt of 'act'");
        assertThat(look(runs).attempt()).isEqualTo(2);
        assertThat(look(runs).due()).isAfter(Instant.now());
        runs.as(Actor.named("ann")).cancel("one");
    }

    @Test
    default void Q4_the_end_of_a_run_is_seen() {
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            throw new IllegalStateException("broken");
        }));
        failed(runs.run("one", Notes.of(Turn.END)));
        assertEnded(look(runs), Status.FAILED, "act");

        Runs others = runs(EngineSettings.DEFAULT.inNamespace("others"), ContractAgent.of());
        decide(others.run("one", Notes.of(Turn.DECIDE)));
        others.as(Actor.named("ann")).cancel("one");
        assertEnded(look(others), Status.CANCELLED, "decide");
    }

    @Test
    @Tag("slow")
    default void Q4_a_run_whose_process_has_died_is_seen_where_it_was_cut_off() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        EngineProcess dying = process(EngineSettings.DEFAULT);
        Runs lost = EngineFixture.on(dying, ContractAgent.of().acting((notes, context) -> {
            inside.countDown();
            EngineFixture.uninterrupted(never);
        }));
        begin(() -> lost.run("one", Notes.of(Turn.END)));
        inside.await();
        dying.die();

        assertEnded(look(runs(ContractAgent.of())), Status.RUNNING, "act");
        never.countDown();
    }
}
