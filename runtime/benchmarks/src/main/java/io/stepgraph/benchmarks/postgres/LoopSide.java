package io.stepgraph.benchmarks.postgres;

import io.stepgraph.benchmarks.dialog.BareJdbc;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.SwitchLoop;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The hand-written loop. A run has a connection to itself; nobody waits for one. */
final class LoopSide implements Contender.Side {
    private final SwitchLoop loop;
    private final BlockingQueue<BareJdbc> connections;

    LoopSide(Server server, Talk talk, int steps, int runs) throws SQLException {
        loop = new SwitchLoop(talk, steps);
        connections = new ArrayBlockingQueue<>(runs);
        for (int i = 0; i < runs; i++) {
            connections.add(new BareJdbc(server.connect()));
        }
    }

    @Override
    public Dialog run(String id, Dialog dialog) throws InterruptedException {
        BareJdbc jdbc = connections.take();
        Dialog end = loop.run(dialog, now -> jdbc.save(id, now));
        jdbc.delete(id);
        connections.add(jdbc);
        return end;
    }

    @Override
    public void close() throws SQLException {
        for (BareJdbc jdbc : connections) {
            jdbc.close();
        }
    }
}
