package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.testkit.Cut;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Real processes that are cut, on SQLite. */
final class SqliteCrashTest extends CrashMatrix {
    @Override
    String store(Path folder) {
        return Stores.sqlite(folder.resolve("runs.db"));
    }

    @Test
    void R11_a_file_that_another_program_has_locked_costs_a_run_nothing_but_time() throws Exception {
        Trial trial = Trial.inFolder(store(folder), folder);
        Cut locked = Cut.pause("before-commit", 3);
        Cut afterTwoRefusals = Cut.pause("before-commit", 5);
        try (Child child = trial.begin(locked, afterTwoRefusals);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("runs.db"));
                Statement sql = other.createStatement()) {
            child.awaitPause(locked);
            sql.execute("begin immediate");
            child.goOn(locked);
            child.awaitPause(afterTwoRefusals);
            sql.execute("rollback");
            child.goOn(afterTwoRefusals);
            assertThat(trial.look(child)).isFalse();
        }

        assertThat(trial.end()).isEmpty();
    }
}
