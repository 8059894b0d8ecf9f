package io.stepgraph.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The remote system of the effects: a process of its own, which nobody kills. It counts the charges that it has really made.
 * {@code /charge/KEY} charges each time, {@code /chargeOnce/KEY} once for each key, {@code /find/KEY} gives the receipt of a
 * key, {@code /count/KEY} the number of its charges, and {@code /total/-} the number of all charges.
 */
final class PaymentServer {
    private static final ConcurrentMap<String, List<String>> CHARGES = new ConcurrentHashMap<>();

    private static final AtomicInteger TOTAL = new AtomicInteger();

    private PaymentServer() {}

    /** Prints its port and serves until it is killed. */
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", PaymentServer::serve);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void serve(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/", -1);
        byte[] reply = reply(path[1], path[2]).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, reply.length == 0 ? -1 : reply.length);
        exchange.getResponseBody().write(reply);
        exchange.close();
    }

    private static String reply(String call, String key) {
        if (call.equals("total")) {
            return Integer.toString(TOTAL.get());
        }
        List<String> charges = CHARGES.computeIfAbsent(key, absent -> new ArrayList<>());
        synchronized (charges) {
            return switch (call) {
                case "charge" -> charge(key, charges);
                case "chargeOnce" -> charges.isEmpty() ? charge(key, charges) : charges.get(0);
                case "find" -> charges.isEmpty() ? "" : charges.get(0);
                case "count" -> Integer.toString(charges.size());
                default -> throw new IllegalArgumentException(call);
            };
        }
    }

    private static String charge(String key, List<String> charges) {
        String receipt = "receipt-" + key + "-" + charges.size();
        charges.add(receipt);
        TOTAL.incrementAndGet();
        return receipt;
    }

    /** Starts the server as a process of its own, and waits for its port. */
    static Child start(Path folder, String store) throws IOException {
        Child server = Child.start(PaymentServer.class, folder, List.of(), store);
        while (server.said().isEmpty()) {
            if (!server.isAlive()) {
                throw new AssertionError(server.toString());
            }
            Thread.onSpinWait();
        }
        return server;
    }

    /** The port that a server has printed. */
    static int port(Child server) throws IOException {
        return Integer.parseInt(server.said().get(0));
    }

    /** Calls the server. */
    static String call(int port, String call, String key) throws IOException {
        URI uri = URI.create(
                "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port + "/" + call + "/" + key);
        try (InputStream reply = uri.toURL().openStream()) {
            return new String(reply.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
