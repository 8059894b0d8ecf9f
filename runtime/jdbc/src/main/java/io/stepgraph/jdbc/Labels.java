package io.stepgraph.jdbc;

import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.RunKey;
import java.sql.SQLException;
import java.util.Map;

/** The labels of runs, for both stores: a column that is read with the run, and rows by which lists find it. */
public final class Labels {
    private static final String INSERT_LABEL = """
            insert into stepgraph.labels (namespace, name, value, run)
            select namespace, :name, :value, run_number
              from stepgraph.runs
             where namespace = :namespace and id = :id
            """;

    private static final String DELETE_LABELS = "delete from stepgraph.labels where run = :run";

    private static final String SET_LABELS =
            "update stepgraph.runs set labels = convert_from(:labels, 'UTF8') where run_number = :run";

    private Labels() {}

    /** Adds the rows of a run. */
    public static void add(Tx tx, RunKey key, Map<String, String> labels) throws SQLException {
        for (Map.Entry<String, String> label : labels.entrySet()) {
            tx.sql(INSERT_LABEL)
                    .set(key)
                    .set("name", label.getKey())
                    .set("value", label.getValue())
                    .update();
        }
    }

    /** Gives a run these labels instead of those that it has. */
    public static void replace(Tx tx, RunKey key, long runNumber, Map<String, String> labels) throws SQLException {
        tx.sql(SET_LABELS)
                .set("labels", JsonTexts.object(labels))
                .set("run", runNumber)
                .update();
        tx.sql(DELETE_LABELS).set("run", runNumber).update();
        add(tx, key, labels);
    }
}
