package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineAnswererContract.ANN;
import static io.stepgraph.testkit.store.EngineAnswererContract.BOB;
import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.OwnerAgent.Account;
import io.stepgraph.testkit.store.OwnerAgent.Confirmed;
import io.stepgraph.testkit.store.WaitingAgent.Day;
import io.stepgraph.testkit.store.WaitingAgent.Place;
import io.stepgraph.testkit.store.WaitingAgentGraph.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What runs of a store promise beyond the {@link EngineContract}: waits of months, workers, forks and lists. */
@Tag("Q1")
@Tag("R3")
@Tag("S3")
@Tag("L5")
@Tag("L8")
@Tag("W5")
interface StoredRunContract extends EngineFixture {
    Duration MONTH = Duration.ofDays(30);

    /** Opens a store as one more process does. It is closed after the test. */
    Store store();

    /** A runner for the test to close. */
    RunnerBuilder runner(Store store);

    /** A worker for the test to close. */
    WorkerBuilder worker(Store store);

    /** A runner in a process of its own. */
    private RunnerBuilder runner() {
        return runner(store());
    }

    private static WaitingAgentGraph.Runs waiting(Runner runner) {
        return WaitingAgentGraph.of(new WaitingAgent()).on(runner);
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    @Test
    default void Q1_a_wait_of_a_month_survives_restarts() throws Exception {
        Outcome waits;
        try (Runner first = runner().build()) {
            waits = waiting(first).run("one", Day.at(Place.REST, MONTH));
        }
        pass(MONTH.minusDays(1));
        try (Runner second = runner().build()) {
            assertThat(waiting(second).resume("one")).isEqualTo(waits);
        }
        pass(Duration.ofDays(2));
        try (Runner third = runner().build()) {
            assertThat(lines(waiting(third).resume("one"))).containsExactly("rests", "awake");
        }
    }

    @Test
    default void Q1_a_worker_enters_the_next_step_when_the_time_is_over() throws Exception {
        try (Runner runner = runner().build();
                Worker worker = worker(store())
                        .graphs(WaitingAgentGraph.of(new WaitingAgent()))
                        .build();
                RunStream events = start(runner)) {
            worker.start();
            pass(MONTH);
            events.forEach(event -> {}); // until the run ends

            assertThat(waiting(runner).outcome("one"))
                    .map(StoredRunContract::lines)
                    .contains(List.of("rests", "awake"));
        }
    }

    private static RunStream start(Runner runner) {
        waiting(runner).run("one", Day.at(Place.REST, MONTH));
        return waiting(runner).events("one");
    }

    @Test
    default void S3_a_fork_at_a_wait_waits_anew() throws Exception {
        try (Runner runner = runner().build()) {
            WaitingAgentGraph.Runs runs = waiting(runner);
            Outcome.Rest waits = (Outcome.Rest) runs.run("one", Day.at(Place.REST, MONTH));
            pass(Duration.ofDays(1));

            runs.fork("one", 2, "two");

            assertThat(((Outcome.Rest) runs.resume("two")).until()).isAfter(waits.until());
        }
    }

    @Test
    default void L5_runs_that_wait_take_no_place_in_the_queue() {
        try (Runner runner = runner().maxQueued(1).build()) {
            WaitingAgentGraph.Runs runs = waiting(runner);
            for (int sleeper = 0; sleeper < 3; sleeper++) {
                runs.run("sleeper " + sleeper, Day.at(Place.REST, MONTH));
            }

            assertThat(runs.enqueue("one", Day.at(Place.NAP))).isTrue();
            assertThrown(QueueFullException.class, () -> runs.enqueue("two", Day.at(Place.NAP)));
        }
    }

    @Test
    default void L8_a_list_finds_a_run_by_the_labels_that_it_has_now() {
        try (Runner runner = runner().build()) {
            WaitingAgentGraph.Runs runs = waiting(runner);
            runs.with(StartOptions.NONE.label("priority", "low")).run("one", Day.at(Place.REST, MONTH));
            Map<String, @Nullable String> changes = new HashMap<>();
            changes.put("priority", null);
            changes.put("owner", "ann");

            runs.label("one", changes);

            assertThat(listed(runner, "priority", "low")).isEmpty();
            assertThat(listed(runner, "owner", "ann"))
                    .extracting(ListedRun::id, ListedRun::labels)
                    .containsExactly(tuple("one", Map.of("owner", "ann")));
        }
    }

    private static List<ListedRun> listed(Runner runner, String label, String value) {
        return runner.list(RunQuery.ALL.label(label, value)).runs();
    }

    @Test
    default void R3_a_worker_with_one_place_refuses_a_step_that_awaits_another_run() {
        Store store = store();
        try (Runner runner = runner(store).build()) {
            ContractAgentGraph.Runs runs =
                    ContractAgentGraph.of(ContractAgent.of()).on(runner);
            ContractAgent parent = ContractAgent.of().acting((notes, context) -> {
                if (context.runId().equals("parent")) {
                    assertThrown(ErrorCode.AWAIT_IN_STEP, () -> runs.await("child"));
                    notes.lines.add("went on");
                }
            });
            try (Worker worker = worker(store)
                    .graphs(ContractAgentGraph.of(parent))
                    .concurrency(1)
                    .build()) {
                runs.enqueue("parent", Notes.of(Turn.END));
                runs.enqueue("child", Notes.of(Turn.END));
                worker.start();

                assertThat(completed(runs.await("parent"))).containsExactly("went on");
                assertThat(completed(runs.await("child"))).isEmpty();
            }
        }
    }

    @Test
    default void W5_who_forks_a_run_does_not_become_its_starter() {
        try (Runner runner = runner().build()) {
            OwnerAgentGraph.Runs.Unnamed runs =
                    OwnerAgentGraph.of(new OwnerAgent()).on(runner);
            runs.as(ANN).run("one", new Account());
            runs.as(BOB).fork("one", 1, "two");
            OwnerAgentGraph.Outcome.Confirm asked =
                    (OwnerAgentGraph.Outcome.Confirm) runs.as(BOB).resume("two");

            assertThrown(
                    AnswerNotPermittedException.class, () -> runs.as(BOB).answerConfirm(asked, new Confirmed()), "bob");
            assertThat(runs.as(ANN).answerConfirm(asked, new Confirmed()))
                    .isInstanceOf(OwnerAgentGraph.Outcome.Completed.class);
        }
    }
}
