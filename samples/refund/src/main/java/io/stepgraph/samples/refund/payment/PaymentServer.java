package io.stepgraph.samples.refund.payment;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.process.Parent;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A payment server: a program of its own, which pays once for each idempotency key and remembers that over a restart.
 * It can be told to make trouble.
 */
public final class PaymentServer implements AutoCloseable {
    /** The text that the program prints before its address. */
    public static final String READY = "payments ";

    private static final int LONGEST_KEY = 200;

    private final PaymentBook book;
    private final Troubles troubles = new Troubles();
    private final List<AnsweredCall> answered = new CopyOnWriteArrayList<>();
    private final Javalin server;

    private PaymentServer(PaymentBook book, int port) {
        this.book = book;
        this.server = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.jetty.host = "127.0.0.1";
                    config.jetty.port = port;
                    config.routes.post("/payments", this::pay);
                    config.routes.get("/payments", context -> json(context, book.all()));
                    config.routes.get("/calls", context -> json(context, answered));
                    config.routes.post(
                            "/troubles", context -> troubles.order(Json.read(context.body(), Trouble.class)));
                    config.routes.get("/held", context -> json(context, troubles.held()));
                    config.routes.delete("/held/{order}", context -> troubles.release(context.pathParam("order")));
                })
                .start();
    }

    /**
     * Starts a server.
     *
     * @param file the SQLite file that keeps the payments
     * @param port the port; 0 for a free one
     */
    public static PaymentServer start(Path file, int port) throws SQLException {
        return new PaymentServer(PaymentBook.open(file), port);
    }

    /**
     * Runs a server until its parent ends.
     *
     * @param args the file and the port
     */
    public static void main(String[] args) throws SQLException {
        PaymentServer server = start(Path.of(args[0]), Integer.parseInt(args[1]));
        System.out.println(READY + server.address());
        Parent.endWithIt();
    }

    /** Where it is. */
    public String address() {
        return "http://127.0.0.1:" + server.port();
    }

    private void pay(Context context) throws SQLException, InterruptedException {
        String key = context.header("Idempotency-Key");
        PaymentOrder order = read(context.body());
        if (key == null || key.isBlank() || key.length() > LONGEST_KEY || order == null) {
            context.status(400).result("A payment has an Idempotency-Key, an order and an amount above zero.");
            return;
        }
        HeldCall call = new HeldCall(order.order(), String.valueOf(context.userAgent()));
        Trouble.Kind trouble = troubles.take(order.order());
        if (trouble == Trouble.Kind.HELD_BEFORE) {
            troubles.hold(call);
        }
        answer(context, trouble, key, order);
        if (trouble == Trouble.Kind.HELD_AFTER) {
            troubles.hold(call);
        }
        answered.add(new AnsweredCall(call.order(), call.caller(), context.statusCode()));
    }

    private void answer(Context context, Trouble.@Nullable Kind trouble, String key, PaymentOrder order)
            throws SQLException {
        if (trouble == Trouble.Kind.BUSY) {
            context.status(429).header("Retry-After", "1").result("Too many payments.");
        } else if (trouble == Trouble.Kind.DOWN) {
            context.status(503).result("The bank does not answer.");
        } else if (trouble == Trouble.Kind.DENIED) {
            context.status(402).result("The account of the customer is closed.");
        } else if (trouble == Trouble.Kind.INVALID) {
            context.status(400).result("The currency is not known.");
        } else {
            Payment payment = book.pay(key, order);
            if (!new PaymentOrder(payment.tenant(), payment.order(), payment.amount()).equals(order)) {
                context.status(422).result("The key was used for another payment.");
            } else if (trouble == Trouble.Kind.PAID_BUT_DOWN) {
                context.status(503).result("The bank does not answer.");
            } else {
                json(context, payment);
            }
        }
    }

    private static @Nullable PaymentOrder read(String body) {
        try {
            PaymentOrder order = Json.read(body, PaymentOrder.class);
            return order.amount().cents() > 0 ? order : null;
        } catch (IllegalArgumentException invalid) {
            return null;
        }
    }

    private static void json(Context context, Object value) {
        context.contentType("application/json").result(Json.write(value));
    }

    @Override
    public void close() throws IOException {
        server.stop();
        try {
            book.close();
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }
}
