package io.stepgraph.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.postgres.ThreadTransactions;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.tests.agents.OrderAgent;
import io.stepgraph.tests.agents.OrderAgent.Approval;
import io.stepgraph.tests.agents.OrderAgent.Order;
import io.stepgraph.tests.agents.OrderAgentGraph;
import io.stepgraph.tests.agents.OrderAgentGraph.Outcome;
import io.stepgraph.tests.agents.OrderAgentGraph.Runs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Calls that take part in a transaction of the program, on the program's own connections. */
@Timeout(120)
@Tag("T1")
final class JoinedTransactionsIT {
    private static final OrderAgent.Work NOTHING = (order, context) -> {};

    private final String schema = PostgresServer.newSchema();
    private final PGSimpleDataSource connections = new PGSimpleDataSource();
    private final Bound bound = new Bound();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private PostgresStore store;
    private Runner runner;
    private Runs runs;
    private Connection transaction;

    /** What a framework knows of the threads of a program. */
    private static final class Bound implements ThreadTransactions {
        private static final ThreadLocal<@Nullable Connection> CONNECTIONS = new ThreadLocal<>();

        @Override
        public @Nullable Connection current() {
            return CONNECTIONS.get();
        }

        @Override
        public void execute(Connection connection, CheckpointWork work) throws Exception {
            Connection outer = CONNECTIONS.get();
            CONNECTIONS.set(connection);
            try {
                work.execute(connection);
            } finally {
                CONNECTIONS.set(outer);
            }
        }
    }

    @BeforeEach
    void open() throws SQLException {
        connections.setUrl(PostgresServer.url() + "&socketTimeout=10");
        store = keep(PostgresStore.builder(connections)
                .schema(schema)
                .listenOn(connections)
                .transactions(bound)
                .open());
        runner = keep(Runner.builder(store)
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .startMode(PermissionMode.DEFAULT)
                .build());
        runs = runs(NOTHING, NOTHING);
        transaction = keep(PostgresServer.connect());
        transaction.setAutoCommit(false);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T keep(T toBeClosed) {
        opened.add(toBeClosed);
        return toBeClosed;
    }

    private Runs runs(OrderAgent.Work take, OrderAgent.Work ship) {
        return OrderAgentGraph.of(new OrderAgent(take, ship)).on(runner);
    }

    private void worker() {
        keep(Worker.builder(store)
                        .graphs(OrderAgentGraph.of(new OrderAgent(NOTHING, NOTHING)))
                        .maxMode(PermissionMode.ACCEPT_EDITS)
                        .build())
                .start();
    }

    private void within(Runnable calls) {
        store.within(transaction, calls);
    }

    private void enqueue(String id) {
        within(() -> runs.enqueue(id, Order.of("book")));
    }

    private Outcome.Approve asked(String id) {
        return (Outcome.Approve) runs.run(id, Order.of("book"));
    }

    private @Nullable Status status(String id) {
        var found = store.runs().summary(new RunKey("default", id));
        return found == null ? null : found.status();
    }

    @Test
    void T1_a_start_is_stored_when_the_program_commits_and_then_executed() throws Exception {
        worker();
        enqueue("order-1");
        assertThat(status("order-1")).isNull();

        transaction.commit();

        assertThat(runs.await("order-1")).isInstanceOf(Outcome.Approve.class);
    }

    @Test
    void T1_a_rollback_takes_everything_back() throws Exception {
        Outcome.Approve answered = asked("answered");
        asked("cancelled");
        Outcome.Approve submitted = asked("submitted");
        Outcome.Parked parked = (Outcome.Parked) runs.answerApprove(asked("parked"), new Approval(true));
        within(() -> {
            runs.enqueue("enqueued", Order.of("book"));
            runner.as(Actor.named("ann")).answer(answered.ticket().id(), "{\"isGiven\": true}");
            runs.submitApprove(submitted, new Approval(true));
            runs.label("answered", Map.of("priority", "high"));
            runs.cancel("cancelled");
            runs.mode("parked", Objects.requireNonNull(parked.required()));
        });

        transaction.rollback();

        assertThat(status("enqueued")).isNull();
        assertThat(runs.outcome("answered")).contains(answered);
        assertThat(runs.look("answered").orElseThrow().labels()).isEmpty();
        assertThat(runs.outcome("submitted")).contains(submitted);
        assertThat(status("cancelled")).isEqualTo(Status.WAITING);
        assertThat(runs.resume("parked")).isInstanceOf(Outcome.Parked.class);
    }

    @Test
    void T1_a_fork_a_delete_and_a_reopened_run_are_taken_back_too() throws Exception {
        Runs failing = OrderAgentGraph.of(new OrderAgent(
                        (order, context) -> {
                            throw new IllegalStateException("no paper");
                        },
                        NOTHING))
                .on(keep(Runner.builder(store).retention(Retention.KEEP_HISTORY).build()));
        failing.run("failed", Order.of("book"));
        failing.run("kept", Order.of("pen"));
        within(() -> {
            failing.fork("kept", 1, "forked");
            runner.retry("failed");
            failing.delete("kept");
        });

        transaction.rollback();

        assertThat(status("forked")).isNull();
        assertThat(status("failed")).isEqualTo(Status.FAILED);
        assertThat(status("kept")).isEqualTo(Status.FAILED);
    }

    @Test
    void T1_a_commit_stores_everything() throws Exception {
        Outcome.Approve answered = asked("answered");
        asked("cancelled");
        Outcome.Approve submitted = asked("submitted");
        Outcome.Parked parked = (Outcome.Parked) runs.answerApprove(asked("parked"), new Approval(true));
        within(() -> {
            runner.label("answered", Map.of("priority", "high"));
            runner.as(Actor.named("ann")).answer(answered.ticket().id(), "{\"isGiven\": true}");
            runs.submitApprove(submitted, new Approval(true));
            runner.cancel("cancelled");
            runner.mode("parked", Objects.requireNonNull(parked.required()));
        });

        transaction.commit();

        assertThat(status("answered")).isEqualTo(Status.QUEUED);
        assertThat(runs.look("answered").orElseThrow().labels()).containsExactly(entry("priority", "high"));
        assertThat(status("submitted")).isEqualTo(Status.QUEUED);
        assertThat(status("cancelled")).isEqualTo(Status.CANCELLED);
        assertThat(runs.resume("parked")).isInstanceOf(Outcome.Completed.class);
    }

    @Test
    void T1_a_transaction_sees_what_it_has_done() throws Exception {
        within(() -> {
            runs.enqueue("order-1", Order.of("book"));
            assertThat(runs.enqueue("order-1", Order.of("book"))).isFalse();
            runs.cancel("order-1");
            assertThat(runs.outcome("order-1")).containsInstanceOf(Outcome.Cancelled.class);
        });
        transaction.commit();
        assertThat(status("order-1")).isEqualTo(Status.CANCELLED);
    }

    @Test
    void T1_a_refusal_leaves_the_rest_of_the_transaction_whole() throws Exception {
        Outcome.Approve old = asked("old");
        runs.answerApprove(old, new Approval(false));
        Runs limited = OrderAgentGraph.of(new OrderAgent(NOTHING, NOTHING))
                .on(keep(Runner.builder(store).maxQueued(1).build()));
        within(() -> {
            limited.enqueue("order-1", Order.of("book"));
            assertThatThrownBy(() -> limited.enqueue("order-2", Order.of("book")))
                    .isInstanceOf(QueueFullException.class);
            assertThatThrownBy(() -> limited.enqueue("order-1", Order.of("pen")))
                    .isInstanceOf(StartConflictException.class);
            assertThatThrownBy(() -> runner.answer(old.ticket().id(), "{\"isGiven\": true}"))
                    .isInstanceOf(StaleAnswerException.class);
        });
        transaction.commit();
        assertThat(status("order-1")).isEqualTo(Status.QUEUED);
        assertThat(status("order-2")).isNull();
    }

    @Test
    void T1_a_call_that_executes_steps_is_refused_and_names_what_to_call() {
        Outcome.Approve asked = asked("order-1");
        Map<Runnable, String> refused = Map.of(
                () -> runs.run("order-2", Order.of("pen")), "Call enqueue",
                () -> runs.run("order-2", () -> Order.of("pen")), "Call enqueue",
                () -> runs.stream("order-2", Order.of("pen")), "Call enqueue",
                () -> runs.answerApprove(asked, new Approval(true)), "Call the submit method",
                () -> runs.streamApprove(asked, new Approval(true)), "Call the submit method",
                () -> runs.answer(asked.ticket().id(), "{\"isGiven\": true}"), "Call the submit method",
                () -> runs.retry("order-1"), "Call retry of the runner",
                () -> runs.resume("order-1"), "after the transaction",
                () -> runs.events("order-1"), "after the transaction",
                () -> runs.await("order-1"), "after the transaction");

        refused.forEach((call, instead) -> assertThatThrownBy(() -> within(call))
                .hasMessageContaining(instead)
                .extracting(thrown -> ((StepgraphException) thrown).code())
                .isEqualTo(ErrorCode.IN_TRANSACTION));
        assertThat(status("order-2")).isNull();
        assertThat(status("order-1")).isEqualTo(Status.WAITING);
    }

    @Test
    void T1_the_rest_of_the_transaction_has_the_timeouts_of_the_program() throws Exception {
        enqueue("order-1");
        assertThat(
                        Database.query(
                                transaction,
                                "select current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')"))
                .containsExactly("0", "0");
    }

    @Test
    void T1_the_commit_of_the_program_waits_for_the_disk() throws Exception {
        assertThat(Database.query(transaction, "select current_setting('synchronous_commit')"))
                .containsExactly("off");
        enqueue("order-1");
        assertThat(Database.query(transaction, "select current_setting('synchronous_commit')"))
                .containsExactly("on");
    }

    @Test
    void T1_observers_are_not_told_of_what_may_be_taken_back() throws Exception {
        List<RunEvent> told = new ArrayList<>();
        Runs observed = OrderAgentGraph.of(new OrderAgent(NOTHING, NOTHING))
                .on(keep(Runner.builder(store).observer(told::add).build()));
        within(() -> observed.enqueue("order-1", Order.of("book")));
        transaction.commit();
        assertThat(told).isEmpty();

        observed.enqueue("order-2", Order.of("book"));
        assertThat(told).containsExactly(new RunEvent.Started("order-2"));
    }

    @Test
    void T1_starts_of_others_do_not_wait_for_the_end_of_the_transaction() throws Exception {
        Runs limited = OrderAgentGraph.of(new OrderAgent(NOTHING, NOTHING))
                .on(keep(Runner.builder(store).maxQueued(2).build()));
        within(() -> limited.enqueue("order-1", Order.of("book")));

        assertThat(limited.enqueue("order-2", Order.of("book"))).isTrue();

        transaction.commit();
        assertThat(status("order-1")).isEqualTo(Status.QUEUED);
        assertThatThrownBy(() -> limited.enqueue("order-3", Order.of("book"))).isInstanceOf(QueueFullException.class);
    }

    /** As a framework does for a service that asks for a transaction of its own. */
    @Test
    @Tag("E8")
    void E8_T1_a_transaction_inside_the_work_of_a_checkpoint_is_joined_and_not_that_of_the_checkpoint()
            throws Exception {
        Runs taking = runs(
                (order, context) -> context.atCheckpoint(connection -> {
                    bound.execute(transaction, inner -> runs.enqueue("child", Order.of("pen")));
                    transaction.rollback();
                }),
                NOTHING);

        assertThat(taking.run("order-1", Order.of("book"))).isInstanceOf(Outcome.Approve.class);
        assertThat(status("child")).isNull();
    }

    @Test
    void T1_a_connection_without_a_transaction_is_refused() throws Exception {
        transaction.setAutoCommit(true);
        assertThatThrownBy(() -> enqueue("order-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("setAutoCommit(false)");
        assertThat(status("order-1")).isNull();
    }

    @Test
    void T1_a_transaction_that_a_framework_has_bound_to_the_thread_is_joined() throws Exception {
        bound.execute(transaction, connection -> {
            runs.enqueue("order-1", Order.of("book"));
            assertThatThrownBy(() -> runs.resume("order-1")).hasMessageContaining("in the transaction");
        });
        transaction.rollback();
        assertThat(status("order-1")).isNull();
    }

    @Test
    @Tag("V4")
    void T1_V4_a_hint_comes_after_the_commit_and_none_after_a_rollback() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        keep(store.changeNotifications(new ChangeNotifications.Listener() {
            @Override
            public void onChange(RunKey run) {
                heard.add(run.id());
            }

            @Override
            public void onGap() {
                heard.add("gap");
            }
        }));
        assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("gap");
        enqueue("rolled back");
        transaction.rollback();
        enqueue("committed");
        assertThat(heard).isEmpty();
        transaction.commit();
        assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("committed");
    }

    @Test
    void T1_others_wait_for_the_row_only_as_long_as_for_any_lock() throws Exception {
        Outcome.Approve asked = asked("order-1");
        within(() -> runs.cancel("order-1"));

        assertThatThrownBy(() -> runner.answer(asked.ticket().id(), "{\"isGiven\": true}"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("another transaction holds the row");

        transaction.rollback();
        runner.answer(asked.ticket().id(), "{\"isGiven\": true}");
        assertThat(status("order-1")).isEqualTo(Status.QUEUED);
    }

    /** A step that a framework executes in a transaction: what the ledger knows must not depend on its end. */
    @Test
    @Tag("E3")
    void T1_E3_the_effects_of_a_step_take_no_part_in_its_transaction() throws Exception {
        List<String> paid = new ArrayList<>();
        Runs paying = runs(
                (order, context) -> {
                    bound.execute(transaction, connection -> {
                        context.once("pay", order.article, String.class).call((key, article) -> {
                            paid.add(article);
                            return "receipt";
                        });
                        runs.enqueue("child", Order.of("pen"));
                    });
                    transaction.rollback();
                    throw new IllegalStateException("after the payment");
                },
                NOTHING);

        assertThat(paying.run("order-1", Order.of("book"))).isInstanceOf(Outcome.Failed.class);
        assertThat(paying.retry("order-1")).isInstanceOf(Outcome.Failed.class);
        assertThat(paid).containsExactly("book");
        assertThat(status("child")).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("E8")
    void E8_T1_a_run_that_is_started_at_a_checkpoint_is_stored_with_it_or_not(boolean fails) {
        Runs taking = runs(
                (order, context) -> {
                    context.atCheckpoint(connection -> {
                        runs.enqueue("child", Order.of("pen"));
                        assertThat(bound.current()).isSameAs(connection);
                    });
                    context.atCheckpoint(connection -> {
                        if (fails) {
                            throw new IllegalStateException("no paper");
                        }
                    });
                },
                NOTHING);

        Outcome outcome = taking.run("order-1", Order.of("book"));

        assertThat(outcome).isInstanceOf(fails ? Outcome.Failed.class : Outcome.Approve.class);
        assertThat(status("child")).isEqualTo(fails ? null : Status.QUEUED);
        assertThat(bound.current()).isNull();
    }
}
