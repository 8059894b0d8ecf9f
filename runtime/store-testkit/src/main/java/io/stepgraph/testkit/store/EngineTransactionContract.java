package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.BookingAgent.Booking;
import io.stepgraph.testkit.store.BookingAgent.Notes;
import io.stepgraph.testkit.store.BookingAgentGraph.Outcome;
import io.stepgraph.testkit.store.BookingAgentGraph.Runs;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Steps whose rows are stored with their checkpoint, and the engines that cannot do that. */
@Tag("E8")
interface EngineTransactionContract extends EngineFixture {

    /** The tests that an engine fails if it refuses such a graph. */
    List<String> TESTS = List.of(
            "E8_rows_are_stored_with_the_checkpoint_in_the_order_of_the_calls",
            "E8_R6_an_attempt_that_fails_stores_no_row_and_neither_does_work_that_fails",
            "E8_R9_work_that_says_it_was_interrupted_fails_the_attempt",
            "E8_R7_work_that_fails_for_good_leads_to_the_failure_step_without_its_rows",
            "E8_a_step_that_throws_stores_no_row",
            "E8_L7_a_run_that_is_cancelled_during_the_step_stores_no_row",
            "E8_R9_the_work_of_a_checkpoint_asks_the_context_which_attempt_it_is_of",
            "E8_work_is_handed_over_during_the_attempt_only");

    private Runs booking(Booking booking) {
        return BookingAgentGraph.of(new BookingAgent(booking))
                .on(process(EngineSettings.DEFAULT).engine());
    }

    private Outcome book(Booking booking) {
        return booking(booking).run("one", new Notes());
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    /** The program's table, which it reaches by the work of checkpoints. */
    final class Table {
        private final EngineTransactionContract engine;
        private final String name = "bookings_" + UUID.randomUUID().toString().replace("-", "");

        private Table(EngineTransactionContract engine) {
            this.engine = engine;
            work("create table", connection -> execute(connection, "create table " + name + " (line integer)"));
        }

        private CheckpointWork add(int line) {
            return connection -> execute(connection, "insert into " + name + " values (" + line + ")");
        }

        private List<Integer> all() {
            List<Integer> lines = new ArrayList<>();
            work("select " + UUID.randomUUID(), connection -> {
                try (Statement statement = connection.createStatement();
                        var row = statement.executeQuery("select line from " + name)) {
                    while (row.next()) {
                        lines.add(row.getInt("line"));
                    }
                }
            });
            return lines;
        }

        private void work(String run, CheckpointWork work) {
            lines(engine.booking((context, notes) -> context.atCheckpoint(work)).run(run, new Notes()));
        }

        private static void execute(Connection connection, String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    @Test
    default void E8_rows_are_stored_with_the_checkpoint_in_the_order_of_the_calls() {
        Table table = new Table(this);
        List<String> order = new ArrayList<>();

        Outcome outcome = book((context, notes) -> {
            context.atCheckpoint(table.add(1));
            context.atCheckpoint(connection -> order.add("after " + table.name.length()));
            context.atCheckpoint(table.add(2));
            order.add("returns");
        });

        assertThat(lines(outcome)).containsExactly("closed");
        assertThat(order).first().isEqualTo("returns");
        assertThat(order).hasSize(2);
        assertThat(table.all()).containsExactly(1, 2);
    }

    @Test
    @Tag("R6")
    default void E8_R6_an_attempt_that_fails_stores_no_row_and_neither_does_work_that_fails() {
        Table table = new Table(this);

        Outcome outcome = book((context, notes) -> {
            notes.lines.add("attempt " + context.attempt());
            context.atCheckpoint(table.add(context.attempt()));
            if (context.attempt() == 1) {
                context.atCheckpoint(connection -> {
                    throw new IllegalStateException("no paper");
                });
            }
        });

        assertThat(lines(outcome)).containsExactly("attempt 2", "closed");
        assertThat(table.all()).containsExactly(2);
    }

    @Test
    @Tag("R9")
    default void E8_R9_work_that_says_it_was_interrupted_fails_the_attempt() {
        Table table = new Table(this);

        Outcome outcome = book((context, notes) -> {
            context.atCheckpoint(table.add(context.attempt()));
            if (context.attempt() == 1) {
                context.atCheckpoint(connection -> {
                    throw new InterruptedException("of its own");
                });
            }
        });

        assertThat(lines(outcome)).containsExactly("closed");
        assertThat(table.all()).containsExactly(2);
    }

    @Test
    @Tag("R9")
    default void E8_R9_the_work_of_a_checkpoint_asks_the_context_which_attempt_it_is_of() {
        List<String> attempts = new ArrayList<>();

        book((context, notes) -> context.atCheckpoint(connection -> attempts.add(context.runId() + ", visit "
                + context.visit() + ", attempt " + context.attempt() + ", " + context.mode())));

        assertThat(attempts).containsExactly("one, visit 1, attempt 1, ACCEPT_EDITS");
    }

    @Test
    @Tag("R7")
    default void E8_R7_work_that_fails_for_good_leads_to_the_failure_step_without_its_rows() {
        Table table = new Table(this);

        Outcome outcome = book((context, notes) -> {
            notes.lines.add("booked");
            context.atCheckpoint(table.add(1));
            context.atCheckpoint(connection -> {
                throw new SQLException("no such flight");
            });
        });

        assertThat(lines(outcome)).containsExactly("repaired no such flight");
        assertThat(table.all()).isEmpty();
    }

    @Test
    default void E8_a_step_that_throws_stores_no_row() {
        Table table = new Table(this);

        Outcome outcome = book((context, notes) -> {
            context.atCheckpoint(table.add(1));
            throw new IllegalArgumentException("too late");
        });

        assertThat(lines(outcome)).containsExactly("repaired too late");
        assertThat(table.all()).isEmpty();
    }

    @Test
    @Tag("L7")
    default void E8_L7_a_run_that_is_cancelled_during_the_step_stores_no_row() {
        Table table = new Table(this);
        AtomicReference<@Nullable Runs> other = new AtomicReference<>();
        Runs runs = booking((context, notes) -> {
            context.atCheckpoint(table.add(1));
            Runs elsewhere = other.get();
            if (elsewhere != null) {
                elsewhere.cancel("one");
            }
        });
        other.set(booking((context, notes) -> {}));

        assertThat(runs.run("one", new Notes())).isInstanceOf(Outcome.Cancelled.class);
        assertThat(table.all()).isEmpty();
    }

    @Test
    default void E8_work_is_handed_over_during_the_attempt_only() {
        AtomicReference<@Nullable StepContext<?>> kept = new AtomicReference<>();
        book((context, notes) -> kept.set(context));
        StepContext<?> over = Objects.requireNonNull(kept.get());

        assertThatThrownBy(() -> over.atCheckpoint(connection -> {})).hasMessageContaining("is over");
    }

    @Test
    default void E8_a_step_that_does_not_declare_its_rows_fails() {
        ContractAgentGraph.Outcome undeclared = runs(ContractAgent.of()
                        .acting((notes, context) -> context.atCheckpoint(connection -> {})))
                .run("one", ContractAgent.Notes.of(ContractAgent.Turn.END));

        assertThat(EngineFixture.failed(undeclared).failure().message())
                .isEqualTo(
                        "Step 'act' hands work to its checkpoint, which it does not declare. Write transactional = true"
                                + " in its @Step.");
    }
}
