package io.stepgraph.samples.refund;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerBuilder;
import io.stepgraph.samples.refund.process.Parent;
import io.stepgraph.store.Store;
import java.io.IOException;

/** A worker: a program of its own, which executes the runs of all shops and answers small questions by the policy. */
public final class RefundWorker {
    /** The line that the program prints when it works. */
    public static final String READY = "worker ";

    private RefundWorker() {}

    /**
     * Works until its parent ends.
     *
     * @param args none; the settings are in the environment
     */
    public static void main(String[] args) throws IOException {
        Settings settings = Settings.of(System.getenv());
        Store store = settings.open();
        work(settings, store, builder(store, settings.agent()));
    }

    /** A worker that may pay, and mails the questions. */
    static WorkerBuilder builder(Store store, RefundAgent agent) {
        return Worker.builder(store)
                .graphs(RefundAgentGraph.of(agent))
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .onNotice(new NoticeMail(agent.mail()));
    }

    /** Works, with the policy, until the parent ends. */
    static void work(Settings settings, Store store, WorkerBuilder builder) throws IOException {
        Worker worker = builder.build().start();
        ApprovalPolicy policy = ApprovalPolicy.start(store, settings.people().tenants(), Limit.DEFAULT);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            policy.close();
            worker.close();
            store.close();
        }));
        System.out.println(READY + settings.name());
        Parent.endWithIt();
    }
}
