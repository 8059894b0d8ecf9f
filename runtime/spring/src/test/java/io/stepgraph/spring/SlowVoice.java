package io.stepgraph.spring;

import io.stepgraph.engine.WorkerStatus;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/** A step with it is in progress until the worker drains. */
final class SlowVoice implements UnaryOperator<String> {
    private final CountDownLatch inStep = new CountDownLatch(1);
    private final CountDownLatch mayReturn = new CountDownLatch(1);

    @Override
    public String apply(String name) {
        inStep.countDown();
        try {
            mayReturn.await();
            return "Hello";
        } catch (InterruptedException impatient) {
            throw new IllegalStateException(impatient);
        }
    }

    /** Returns when the step is in progress. It ends when the worker drains. */
    void endsWhileDraining(WorkerLifecycle worker) throws InterruptedException {
        inStep.await();
        Thread ends = new Thread(() -> {
            while (worker.status().orElseThrow().state() != WorkerStatus.State.DRAINING) {
                Thread.onSpinWait();
            }
            mayReturn.countDown();
        });
        ends.setDaemon(true);
        ends.start();
    }
}
