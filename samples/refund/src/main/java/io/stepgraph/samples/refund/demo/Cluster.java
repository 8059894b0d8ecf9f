package io.stepgraph.samples.refund.demo;

import io.stepgraph.samples.refund.RefundWorker;
import io.stepgraph.samples.refund.Settings;
import io.stepgraph.samples.refund.mail.MailServer;
import io.stepgraph.samples.refund.payment.PaymentControl;
import io.stepgraph.samples.refund.payment.PaymentServer;
import io.stepgraph.samples.refund.process.Child;
import io.stepgraph.samples.refund.web.WebServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * All parts of the program on this machine: Postgres and the payment server in processes of their own, the mail server
 * in this process, and the workers and web servers that are started here. Closing it ends all of them.
 */
public final class Cluster implements AutoCloseable {
    private final Child postgres;
    private final MailServer mail;
    private final Child paymentServer;
    private final Settings settings;
    private final List<Child> children = new CopyOnWriteArrayList<>();

    private Cluster(Child postgres, MailServer mail, Child payments, Settings settings) {
        this.postgres = postgres;
        this.mail = mail;
        this.paymentServer = payments;
        this.settings = settings;
    }

    /**
     * Starts Postgres, the payment server and the mail server.
     *
     * @param folder an empty folder for all that is stored
     * @param data the folder with {@code orders.json} and {@code tokens.json}
     */
    public static Cluster start(Path folder, Path data) throws IOException, InterruptedException {
        Path receipts = Files.createDirectories(folder.resolve("receipts")).toAbsolutePath();
        Child postgres = Child.start("postgres", PostgresServer.class, Map.of(), file(folder, "postgres"));
        Child payments = Child.start("payments", PaymentServer.class, Map.of(), file(folder, "payments.sqlite"), "0");
        MailServer mail = MailServer.start();
        try {
            String database = postgres.await(PostgresServer.READY);
            URI address = URI.create(payments.await(PaymentServer.READY));
            return new Cluster(
                    postgres,
                    mail,
                    payments,
                    new Settings("cluster", database, address, mail.place(), data.toAbsolutePath(), receipts));
        } catch (IOException | InterruptedException | RuntimeException failed) {
            payments.close();
            mail.close();
            postgres.close();
            throw failed;
        }
    }

    private static String file(Path folder, String name) {
        return folder.resolve(name).toString();
    }

    /** Where the parts are. */
    public Settings settings() {
        return settings;
    }

    /** The control of the payment server. */
    public PaymentControl payments() {
        return new PaymentControl(settings.payments());
    }

    /** Starts a worker and waits until it works. */
    public Child worker(String name) throws IOException, InterruptedException {
        Child worker = start(name, RefundWorker.class);
        worker.await(RefundWorker.READY);
        return worker;
    }

    /**
     * Starts a web server and waits until it listens.
     *
     * @param port the port; 0 for a free one
     * @return its address
     */
    public String web(String name, int port) throws IOException, InterruptedException {
        return start(name, WebServer.class, Integer.toString(port)).await(WebServer.READY);
    }

    /** Starts a program with the settings of this cluster. */
    public Child start(String name, Class<?> main, String... arguments) throws IOException {
        Child child = Child.start(name, main, settings.named(name).environment(), arguments);
        children.add(child);
        return child;
    }

    /** Ends all workers and web servers. */
    public void endPrograms() {
        children.forEach(Child::end); // all at once
        children.forEach(Child::close);
        children.clear();
    }

    @Override
    public void close() throws IOException {
        endPrograms();
        paymentServer.close();
        mail.close();
        postgres.close();
    }
}
