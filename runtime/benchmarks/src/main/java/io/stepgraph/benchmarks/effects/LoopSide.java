package io.stepgraph.benchmarks.effects;

import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The hand-written loop. A run has a connection to itself; nobody waits for one. */
final class LoopSide implements Payer.Side {
    private final BlockingQueue<PayingLoop> loops;

    LoopSide(Database database, Talk talk, int steps, int runs) throws SQLException {
        loops = new ArrayBlockingQueue<>(runs);
        for (int i = 0; i < runs; i++) {
            loops.add(new PayingLoop(database.connect(), talk, steps));
        }
    }

    @Override
    public Dialog run(String id, Dialog dialog) throws InterruptedException {
        PayingLoop loop = loops.take();
        Dialog end = loop.run(id, dialog);
        loop.delete(id);
        loops.add(loop);
        return end;
    }

    @Override
    public void close() throws SQLException {
        for (PayingLoop loop : loops) {
            loop.close();
        }
    }
}
