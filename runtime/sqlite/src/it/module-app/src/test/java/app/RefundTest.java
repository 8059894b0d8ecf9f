package app;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import app.RefundGraph.Outcome;
import app.RefundGraph.Runs;
import io.stepgraph.engine.Runner;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefundTest {
    private static final Refund.Claim CLAIM = new Refund.Claim("o-1", new BigDecimal("12.50"), List.of());

    @TempDir
    Path folder;

    @Test
    void goes_on_in_another_runner_where_the_first_one_stopped() {
        Outcome.Decide first = assertInstanceOf(Outcome.Decide.class, inNewRunner(runs -> runs.run("r-1", CLAIM)));
        assertEquals("Refund 12.50? [plausible]", first.question().text());

        Outcome.Decide again = assertInstanceOf(Outcome.Decide.class, inNewRunner(runs -> runs.run("r-1", CLAIM)));
        assertEquals(first.ticket(), again.ticket());

        Outcome outcome = inNewRunner(runs -> runs.answerDecide(again, new Refund.Granted("Ann")));
        assertEquals(
                "paid 12.50 by Ann",
                assertInstanceOf(Outcome.Completed.class, outcome).result().text());
    }

    @Test
    void is_tested_without_a_store() {
        RefundGraph.Machine machine = RefundGraph.of(new Refund()).machine(ACCEPT_EDITS);
        machine.start(new Refund.Claim("o-2", BigDecimal.ZERO, List.of()));
        Outcome outcome = machine.answerDecide(new Refund.Refused("no receipt"));
        assertEquals(
                "declined: no receipt", ((Outcome.Completed) outcome).result().text());
    }

    @Test
    void brings_its_picture() {
        assertNotNull(Refund.class.getResource("/META-INF/stepgraph/app.Refund.dot"));
        assertNotNull(Refund.class.getResource("/META-INF/stepgraph/app.Refund.mmd"));
        assertNotNull(Refund.class.getResource("/META-INF/stepgraph/app.Refund.json"));
    }

    private Outcome inNewRunner(java.util.function.Function<Runs, Outcome> work) {
        try (Store store = SqliteStore.open(folder.resolve("runs.db"));
                Runner runner = Runner.builder(store).maxMode(ACCEPT_EDITS).build()) {
            return work.apply(RefundGraph.of(new Refund()).on(runner));
        }
    }
}
