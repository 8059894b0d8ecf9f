package io.stepgraph.benchmarks.effects;

import io.stepgraph.benchmarks.dialog.BareJdbc;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.benchmarks.effects.Charge.Receipt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import tools.jackson.databind.json.JsonMapper;

/**
 * The least code that records each payment before and after its call, and the state after it: three prepared
 * statements, each a commit. Used by one thread at a time, and as many connections may share the tables as like.
 */
final class PayingLoop implements AutoCloseable {
    private final JsonMapper json = new JsonMapper();
    private final Talk talk;
    private final int last;
    private final BareJdbc checkpoints;
    private final PreparedStatement begin;
    private final PreparedStatement end;
    private final PreparedStatement delete;

    /**
     * Creates the tables if they are not there.
     *
     * @param connection its own from now on; commits each statement
     * @param steps how many steps until a run ends
     */
    PayingLoop(Connection connection, Talk talk, int steps) throws SQLException {
        this.talk = talk;
        this.last = Talk.FIRST + steps;
        this.checkpoints = new BareJdbc(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("""
                    create table if not exists effects (
                        run text not null, visit bigint not null, name text not null, status text not null,
                        effect_key text not null, request text not null, result text,
                        primary key (run, visit, name))
                    """);
        }
        begin = connection.prepareStatement("insert into effects (run, visit, name, status, effect_key, request)"
                + " values (?, ?, 'charge', 'STARTED', ?, ?)");
        end = connection.prepareStatement(
                "update effects set status = 'DONE', result = ? where run = ? and visit = ? and name = 'charge'");
        delete = connection.prepareStatement("delete from effects where run = ?");
    }

    /** Takes all steps. */
    Dialog run(String id, Dialog dialog) {
        try {
            while (dialog.counter < last) {
                Receipt receipt = pay(id, dialog.counter, new Charge(dialog.id, dialog.counter + 1));
                talk.advance(dialog);
                dialog.counter = receipt.amount();
                checkpoints.save(id, dialog);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return dialog;
    }

    private Receipt pay(String run, long visit, Charge charge) throws SQLException {
        String key = run + ":" + visit;
        begin.setString(1, run);
        begin.setLong(2, visit);
        begin.setString(3, key);
        begin.setString(4, json.writeValueAsString(charge));
        begin.executeUpdate();
        Receipt receipt = charge.perform(key);
        end.setString(1, json.writeValueAsString(receipt));
        end.setString(2, run);
        end.setLong(3, visit);
        end.executeUpdate();
        return receipt;
    }

    /** Removes what was kept. */
    void delete(String id) {
        try {
            delete.setString(1, id);
            delete.executeUpdate();
            checkpoints.delete(id);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        checkpoints.close();
    }
}
