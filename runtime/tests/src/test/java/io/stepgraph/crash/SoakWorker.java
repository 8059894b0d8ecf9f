package io.stepgraph.crash;

import io.stepgraph.engine.Worker;
import io.stepgraph.store.Store;

/** A worker process of the soak, which is killed. */
final class SoakWorker {
    private static final int CONCURRENCY = 8;

    private SoakWorker() {}

    /** Arguments: the store, the port of the payment server, and the name of the worker. */
    public static void main(String[] args) throws InterruptedException {
        try (Store store = Stores.open(args[0]);
                Worker worker = Worker.builder(store)
                        .graphs(new SoakAgent(args[2], Integer.parseInt(args[1])))
                        .concurrency(CONCURRENCY)
                        .build()) {
            worker.start();
            System.out.println("started");
            Thread.currentThread().join();
        }
    }
}
