package io.stepgraph.testkit.store;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.DEFAULT;
import static io.stepgraph.testkit.store.EngineAnswererContract.ANN;
import static io.stepgraph.testkit.store.EngineAnswererContract.BOB;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static io.stepgraph.testkit.store.EngineFixture.uninterrupted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.engine.Notice;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.internal.FaultInjectingStore;
import io.stepgraph.testkit.internal.LateCalls;
import io.stepgraph.testkit.internal.StoreCalls;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ReportAgent.How;
import io.stepgraph.testkit.store.ReportAgent.Report;
import io.stepgraph.testkit.store.ResearchAgent.Way;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that tell a handler of runs which wait for a person, or have failed. */
@Tag("Q13")
@Tag("Q14")
interface StoredNoticeContract extends EngineFixture {
    /** For how long other workers leave a notice to one. */
    Duration CLAIM = Duration.ofMinutes(1);

    /** Opens a store as one more process does. It is closed after the test. */
    Store store();

    /** A runner for the test to close. */
    RunnerBuilder runner(Store store);

    /** A worker for the test to close. */
    WorkerBuilder worker(Store store);

    /** A handler that keeps what it is told. */
    record Told(BlockingQueue<Notice> notices) implements Consumer<Notice> {

        Told() {
            this(new LinkedBlockingQueue<>());
        }

        @Override
        public void accept(Notice notice) {
            notices.add(notice);
        }

        Notice next() throws InterruptedException {
            return Objects.requireNonNull(notices.poll(20, TimeUnit.SECONDS), "Nothing was told");
        }
    }

    private Runner runner() {
        return runner(store()).maxMode(ACCEPT_EDITS).startMode(DEFAULT).build();
    }

    private Worker worker(Store store, AgentGraph<?, ?, ?, ?, ?, ?> agent, Consumer<Notice> handler) {
        return telling(store, agent, handler).build();
    }

    private WorkerBuilder telling(Store store, AgentGraph<?, ?, ?, ?, ?, ?> agent, Consumer<Notice> handler) {
        return worker(store)
                .graphs(agent)
                .maxMode(ACCEPT_EDITS)
                .pollInterval(Duration.ofMillis(20))
                .onNotice(handler);
    }

    private static ContractAgentGraph agent() {
        return ContractAgentGraph.of(ContractAgent.of());
    }

    private static void ask(Runner runner, String... ids) {
        ContractAgentGraph.Runs runs = agent().on(runner);
        for (String id : ids) {
            runs.run(id, Notes.of(Turn.DECIDE));
        }
    }

    @Test
    default void Q13_a_worker_tells_of_questions_that_processes_have_stored_and_died() throws Exception {
        AnswererAgentGraph agent = AnswererAgentGraph.of(new AnswererAgent());
        AnswererAgentGraph.Outcome asked;
        try (Runner dead = runner()) {
            asked = agent.on(dead).as(ANN).run("one", new AnswererAgent.Notes());
        }
        Told told = new Told();
        try (Worker worker = worker(store(), agent, told);
                Runner runner = runner()) {
            worker.start();
            Notice notice = told.next();
            assertThat(notice)
                    .isEqualTo(new Notice(
                            notice.id(),
                            "default",
                            "one",
                            "engine-answerers",
                            Notice.Kind.ASKED,
                            "approve",
                            ((AnswererAgentGraph.Outcome.Approve) asked).ticket(),
                            Json.of("\"Approve?\""),
                            "by a reviewer, but not by the person who started the run",
                            null,
                            notice.since(),
                            null));

            runner.as(BOB).answer(Objects.requireNonNull(notice.ticket()).id(), "{\"@type\":\"Yes\"}");
            Notice next = told.next();
            assertThat(next.step()).isEqualTo("confirm");
            assertThat(next.id()).isNotEqualTo(notice.id());
        }
    }

    @Test
    default void Q14_a_park_and_a_failure_are_told_with_their_reason() throws Exception {
        Told told = new Told();
        ContractAgent broken = ContractAgent.of().preparing((notes, context) -> {
            throw new IllegalStateException("no paper");
        });
        try (Runner runner = runner()) {
            ContractAgentGraph.Runs runs = agent().on(runner);
            runs.answerDecide(decide(runs.run("parks", Notes.of(Turn.DECIDE))), new Approved("ann"));
            ContractAgentGraph.of(broken).on(runner).run("fails", Notes.of(Turn.END));
            try (Worker worker = worker(store(), agent(), told)) {
                worker.start();
                assertThat(List.of(told.next(), told.next()))
                        .extracting(Notice::run, Notice::kind, Notice::step, Notice::reason, Notice::ticket)
                        .containsExactlyInAnyOrder(
                                tuple(
                                        "parks",
                                        Notice.Kind.PARKED,
                                        "pay",
                                        "Step 'pay' requires ACCEPT_EDITS mode; current mode is DEFAULT.",
                                        null),
                                tuple("fails", Notice.Kind.FAILED, "prepare", "STEP_FAILED: no paper", null));
            }
        }
    }

    @Test
    default void Q13_a_handler_that_throws_is_told_again() throws Exception {
        Told told = new Told();
        try (Runner runner = runner();
                Worker worker = worker(store(), agent(), notice -> {
                    told.accept(notice);
                    throw new IllegalStateException("The mail server is down.");
                })) {
            worker.start();
            ask(runner, "one");
            Notice first = told.next();

            assertThat(told.next()).isEqualTo(first);
            assertThat(told.next()).isEqualTo(first);
        }
    }

    @Test
    default void Q13_a_handler_that_hangs_holds_back_only_its_own_notice() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Told told = new Told();
        try (Runner runner = runner();
                Worker worker = worker(store(), agent(), notice -> {
                    if (notice.run().startsWith("hangs")) {
                        uninterrupted(end);
                    }
                    told.accept(notice);
                })) {
            worker.start();
            ask(runner, "hangs 1", "hangs 2", "hangs 3");
            ask(runner, "one", "two", "three", "four", "five");
            for (int i = 0; i < 5; i++) {
                assertThat(told.next().run()).doesNotStartWith("hangs");
            }
            agent().on(runner).enqueue("six", Notes.of(Turn.DECIDE));
            assertThat(told.next().run()).isEqualTo("six");
            end.countDown();
        }
    }

    /** Thrown at a call of a process that has died. */
    final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    @Test
    default void Q13_a_notice_whose_worker_died_is_told_by_another_one() throws Exception {
        Told told = new Told();
        Store dying = FaultInjectingStore.around(store(), new StoreCalls() {
            @Override
            public <T extends @Nullable Object> T call(String operation, Supplier<T> call, LateCalls late) {
                if (operation.equals("toldNotices")) {
                    throw new Killed();
                }
                return call.get();
            }
        });
        try (Runner runner = runner()) {
            ask(runner, "one");
            try (Worker dead = worker(dying, agent(), told)) {
                dead.start();
                told.next();
            }
            try (Worker worker = worker(store(), agent(), told)) {
                worker.start();
                ask(runner, "two");
                assertThat(told.next().run()).isEqualTo("two");
                pass(CLAIM);
                assertThat(told.next().run()).isEqualTo("one");
            }
        }
    }

    private void assertToldOnce(int questions) throws Exception {
        Told told = new Told();
        try (Runner runner = runner()) {
            ask(runner, IntStream.range(0, questions).mapToObj(i -> "run " + i).toArray(String[]::new));
            ContractAgentGraph.Runs runs = agent().on(runner);
            runs.submitDecide(decide(runs.outcome("run 7").orElseThrow()), new ContractAgent.Rejected("late"));
            try (Worker one = worker(store(), agent(), told);
                    Worker two = worker(store(), agent(), told)) {
                one.start();
                two.start();
                Set<String> ids = new HashSet<>();
                while (ids.size() < questions - 1) {
                    Notice notice = told.next();
                    assertThat(ids.add(notice.run())).as(notice.run()).isTrue();
                    assertThat(notice.run()).isNotEqualTo("run 7");
                }
            }
            assertThat(told.notices()).isEmpty();
        }
    }

    @Test
    default void Q13_two_workers_tell_each_question_once_and_none_that_was_answered() throws Exception {
        assertToldOnce(50);
    }

    @Test
    @Timeout(600)
    @Tag("nightly")
    default void Q13_ten_thousand_questions_are_each_told_once() throws Exception {
        assertToldOnce(10_000);
    }

    @Test
    default void Q14_the_first_handler_is_not_told_of_what_is_older_than_an_hour() throws Exception {
        Told told = new Told();
        try (Runner runner = runner()) {
            ask(runner, "old");
            pass(Duration.ofHours(2));
            ask(runner, "new");
            try (Worker worker = worker(store(), agent(), told)) {
                worker.start();
                assertThat(told.next().run()).isEqualTo("new");
                ask(runner, "newer");
                assertThat(told.next().run()).isEqualTo("newer");
            }
        }
    }

    @Test
    default void Q14_the_first_handler_may_be_told_of_all() throws Exception {
        Told told = new Told();
        try (Runner runner = runner()) {
            ask(runner, "old");
            pass(Duration.ofHours(2));
            try (Worker worker =
                    telling(store(), agent(), told).noticesFrom(Instant.EPOCH).build()) {
                worker.start();
                assertThat(told.next().run()).isEqualTo("old");
            }
        }
    }

    @Test
    @Tag("C6")
    default void Q14_of_a_family_each_question_is_told_and_the_failure_of_the_caller() throws Exception {
        Told told = new Told();
        ReportAgentGraph agent = ReportAgentGraph.of(new ReportAgent());
        try (Runner runner = runner()) {
            agent.on(runner).run("asks", Report.of(How.TRY, Way.THROW, Way.ASK));
            agent.on(runner).run("fails", Report.of(How.EACH, Way.FIND, Way.FAIL));
            try (Worker worker = worker(store(), agent, told)) {
                worker.start();
                assertThat(List.of(told.next(), told.next()))
                        .extracting(Notice::run, Notice::kind)
                        .containsExactlyInAnyOrder(
                                tuple("asks//attempt.2/second", Notice.Kind.ASKED), tuple("fails", Notice.Kind.FAILED));
            }
            assertThat(told.notices()).isEmpty();
        }
    }
}
