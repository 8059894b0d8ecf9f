package io.stepgraph.crash;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * The remote system of the effects, in the process of the test, which nobody kills. It counts the charges that it has
 * made: {@code charge} charges each time, {@code chargeOnce} once for each key, {@code find} gives the receipt of a
 * key.
 */
final class Payments implements AutoCloseable {
    private final Map<String, List<String>> receipts = new ConcurrentHashMap<>();
    private final HttpServer server;

    Payments() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            String[] path = exchange.getRequestURI().getPath().split("/", -1);
            byte[] reply = reply(path[1], path[2]).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, reply.length == 0 ? -1 : reply.length);
            exchange.getResponseBody().write(reply);
            exchange.close();
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private synchronized String reply(String call, String key) {
        List<String> ofKey = receipts(key);
        if (call.equals("charge") || (call.equals("chargeOnce") && ofKey.isEmpty())) {
            ofKey.add("receipt-" + ofKey.size());
        }
        return ofKey.isEmpty() ? "" : ofKey.get(call.equals("charge") ? ofKey.size() - 1 : 0);
    }

    /** One for each charge with this key. */
    synchronized List<String> receipts(String key) {
        return receipts.computeIfAbsent(key, absent -> new ArrayList<>());
    }

    static String call(int port, String call, String key) throws IOException {
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        try (InputStream reply = URI.create("http://" + host + ":" + port + "/" + call + "/" + key)
                .toURL()
                .openStream()) {
            return new String(reply.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
