package io.stepgraph.samples.refund;

import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.samples.refund.mail.MailPlace;
import io.stepgraph.samples.refund.mail.SmtpMail;
import io.stepgraph.samples.refund.orders.OrderFile;
import io.stepgraph.samples.refund.payment.HttpPayments;
import io.stepgraph.samples.refund.people.People;
import io.stepgraph.samples.refund.plan.Planners;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the parts of the program are. The environment of each process has them.
 *
 * @param name the name of the process
 * @param database the JDBC URL of Postgres
 * @param payments the address of the payment server
 * @param mail the mail server
 * @param data the folder with {@code orders.json} and {@code tokens.json}
 * @param receipts the folder for receipts
 */
public record Settings(String name, String database, URI payments, MailPlace mail, Path data, Path receipts) {
    private static final int CONNECTIONS = 5;

    /**
     * Reads an environment.
     *
     * @throws IllegalArgumentException if it lacks a setting
     */
    public static Settings of(Map<String, String> environment) {
        return new Settings(
                get(environment, "REFUND_NAME"),
                get(environment, "REFUND_DATABASE"),
                URI.create(get(environment, "REFUND_PAYMENTS")),
                MailPlace.parse(get(environment, "REFUND_MAIL")),
                Path.of(get(environment, "REFUND_DATA")),
                Path.of(get(environment, "REFUND_RECEIPTS")));
    }

    /** The same settings for another process. */
    public Settings named(String other) {
        return new Settings(other, database, payments, mail, data, receipts);
    }

    /** As an environment. */
    public Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("REFUND_NAME", name);
        environment.put("REFUND_DATABASE", database);
        environment.put("REFUND_PAYMENTS", payments.toString());
        environment.put("REFUND_MAIL", mail.toString());
        environment.put("REFUND_DATA", data.toString());
        environment.put("REFUND_RECEIPTS", receipts.toString());
        return environment;
    }

    /** The agent with its real parts. */
    public RefundAgent agent() throws IOException {
        return new RefundAgent(
                Planners.of(System.getenv()),
                OrderFile.read(data.resolve("orders.json")),
                new HttpPayments(payments, name),
                new ReceiptFolder(receipts),
                new SmtpMail(mail),
                Limit.DEFAULT);
    }

    /** The people of all shops. */
    public People people() throws IOException {
        return People.read(data.resolve("tokens.json"));
    }

    /** Opens the store. */
    public Store open() {
        return PostgresStore.builder(database).maximumPoolSize(CONNECTIONS).open();
    }

    private static String get(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("The environment lacks " + name + ".");
        }
        return value;
    }
}
