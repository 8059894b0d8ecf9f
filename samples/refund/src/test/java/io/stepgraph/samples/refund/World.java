package io.stepgraph.samples.refund;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.runtime.Actor;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.samples.refund.demo.Cluster;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.mail.Letter;
import io.stepgraph.samples.refund.mail.Mailboxes;
import io.stepgraph.samples.refund.orders.Order;
import io.stepgraph.samples.refund.payment.AnsweredCall;
import io.stepgraph.samples.refund.payment.HeldCall;
import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.samples.refund.payment.PaymentControl;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** All real parts, with many orders, and a program that looks at the runs of the shop "north". */
final class World implements AutoCloseable {
    private static final int ORDERS = 40;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Cluster cluster;
    private final Store store;
    private final Runner runner;
    private final Runs runs;
    private @Nullable Worker worker;
    private @Nullable ApprovalPolicy policy;

    private World(Cluster cluster) throws IOException {
        this.cluster = cluster;
        this.store = cluster.settings().open();
        this.runner = Runner.builder(store)
                .namespace("north")
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .retention(Retention.KEEP_HISTORY)
                .waitTimeout(PATIENCE)
                .build();
        this.runs = RefundAgentGraph.of(cluster.settings().agent()).on(runner).as(Actor.named("test"));
    }

    /** Starts it in an empty folder. */
    static World start(Path folder) throws IOException, InterruptedException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.copy(Path.of("tokens.json"), data.resolve("tokens.json"));
        Files.writeString(data.resolve("orders.json"), Json.write(orders()));
        return new World(Cluster.start(folder, data));
    }

    /** Those of ann cost 100.00 and more; those of bob 20.00. */
    private static List<Order> orders() {
        List<Order> orders = new ArrayList<>();
        for (int i = 1; i <= ORDERS; i++) {
            orders.add(order("north", "N-" + i, "ann", 100_00 + i));
            orders.add(order("north", "N-" + (100 + i), "bob", 20_00));
            orders.add(order("north", "N-" + (200 + i), "rosa", 100_00));
            orders.add(order("south", "S-" + i, "mia", 100_00));
        }
        return orders;
    }

    private static Order order(String tenant, String number, String customer, long cents) {
        Money shipping = new Money(4_95, "EUR");
        return new Order(tenant, number, customer, "a tent", new Money(cents, "EUR"), shipping, false, 0);
    }

    Cluster cluster() {
        return cluster;
    }

    Runner runner() {
        return runner;
    }

    PaymentControl payments() {
        return cluster.payments();
    }

    /** Starts a worker in this process, which is another one than that of a killed worker. */
    void work() throws IOException {
        policy = ApprovalPolicy.start(store, List.of("north", "south"), Limit.DEFAULT);
        worker = RefundWorker.builder(store, cluster.settings().agent()).build().start();
    }

    /** Ends all workers and web servers. */
    void endPrograms() {
        if (worker != null && policy != null) {
            worker.close();
            policy.close();
        }
        cluster.endPrograms();
    }

    /** Stores a ticket of ann, or of bob for an order above 100, and returns its run. */
    String post(String order) {
        String customer = Integer.parseInt(order.substring(2)) > 100 ? "bob" : "ann";
        String mail = order + "." + customer + "@mail.example";
        runs.as(Actor.named(customer))
                .enqueue(
                        "ticket-" + order, new Case(new SupportTicket("north", customer, mail, order + " is broken.")));
        return "ticket-" + order;
    }

    /** Waits for the question of a run. */
    Outcome.Approve question(String run) {
        Outcome outcome = runs.await(run);
        if (outcome instanceof Outcome.Approve asked) {
            return asked;
        }
        throw new AssertionError("The run does not ask: " + outcome);
    }

    void approve(Outcome.Approve asked) {
        runner.as(Actor.named("rosa", "reviewer")).answer(asked.ticket().id(), "{\"@type\": \"Approved\"}");
    }

    /** Waits for the end of a run, which somebody answers. */
    Ending ending(String run) throws Exception {
        Outcome outcome = ended(run);
        if (outcome instanceof Outcome.Completed completed) {
            return completed.result();
        }
        throw new AssertionError("The run has not completed: " + outcome);
    }

    /** Waits for the failure of a run. */
    String failure(String run) throws Exception {
        Outcome outcome = ended(run);
        if (outcome instanceof Outcome.Failed failed) {
            return failed.failure().message();
        }
        throw new AssertionError("The run has not failed: " + outcome);
    }

    private Outcome ended(String run) throws Exception {
        return until(() -> runs.outcome(run)
                .filter(outcome -> !(outcome instanceof Outcome.Pending))
                .orElse(null));
    }

    HeldCall held(String order) throws Exception {
        return until(() -> payments().held().stream()
                .filter(call -> call.order().equals(order))
                .findFirst()
                .orElse(null));
    }

    long paid(String order) throws IOException, InterruptedException {
        return payments().payments().stream()
                .filter(payment -> payment.order().equals(order))
                .count();
    }

    List<Integer> answers(String order) throws IOException, InterruptedException {
        return payments().calls().stream()
                .filter(call -> call.order().equals(order))
                .map(AnsweredCall::status)
                .toList();
    }

    List<Letter> mails(String address) {
        return new Mailboxes(cluster.settings().mail()).read(address);
    }

    /** Looks until there is something. */
    static <T> T until(Callable<T> look) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        T found = look.call();
        while (found == null) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("It does not come.");
            }
            TimeUnit.MILLISECONDS.sleep(20);
            found = look.call();
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        endPrograms();
        runner.close();
        store.close();
        cluster.close();
    }
}
