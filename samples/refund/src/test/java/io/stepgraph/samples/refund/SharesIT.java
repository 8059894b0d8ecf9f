package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.samples.refund.mail.MailServer;
import io.stepgraph.samples.refund.mail.Mailboxes;
import io.stepgraph.samples.refund.people.People;
import io.stepgraph.samples.refund.people.Person;
import io.stepgraph.samples.refund.web.WebServer;
import io.stepgraph.store.memory.MemoryStore;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One person cannot stop the web server for others, by real sockets. Its pool has 250 threads. */
@Timeout(120)
final class SharesIT {
    private static final String ANN = "ann-7f3c";
    private static final int MOST_AT_ONCE = 32;
    private static final int MANY = 260;
    private static final Duration SHORT = Duration.ofSeconds(5);

    private final List<Socket> sockets = new ArrayList<>();
    private final MemoryStore store = new MemoryStore();
    private MailServer mail;
    private WebServer server;
    private WebClient bob;

    @BeforeEach
    void start() throws Exception {
        mail = MailServer.start();
        List<Person> people = new ArrayList<>(crowd());
        people.addAll(People.read(Path.of("tokens.json")).all());
        server = WebServer.start(store, new FakeWorld().agent(), new People(people), new Mailboxes(mail.place()), 0);
        bob = new WebClient(server.address(), "bob-52ad");
    }

    private static List<Person> crowd() {
        return IntStream.range(0, MANY / MOST_AT_ONCE + 1)
                .mapToObj(i -> new Person("crowd-" + i, "crowd " + i, "", "north", Set.of()))
                .toList();
    }

    @AfterEach
    void end() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
        mail.close();
        store.close();
    }

    /** Sends the beginning of a request. */
    private Socket send(String token, String request) throws IOException {
        URI address = URI.create(server.address());
        Socket socket = new Socket(address.getHost(), address.getPort());
        sockets.add(socket);
        socket.setSoTimeout((int) SHORT.toMillis());
        write(socket, request.replaceFirst("\n", "\nHost: localhost\nAuthorization: Bearer " + token + "\n"));
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The number of the status of a response, of which only this is read. */
    private static int status(Socket socket) throws IOException {
        String line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
        return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
    }

    private Socket slowTicket(String token) throws IOException {
        return send(token, "POST /api/tickets HTTP/1.1\nContent-Length: 1000\n\n{\"text\":");
    }

    private void assertBobIsServed() throws Exception {
        long begin = System.nanoTime();
        assertThat(bob.get("/api/me").statusCode()).isEqualTo(200);
        assertThat(bob.post("/api/tickets", Map.of("text", "N-1")).statusCode()).isEqualTo(201);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SHORT);
    }

    @Test
    void many_slow_bodies_of_one_person_do_not_stop_others() throws Exception {
        for (int i = 0; i < MANY; i++) {
            slowTicket(ANN);
        }

        assertBobIsServed();
        assertThat(status(sockets.get(MANY - 1))).isEqualTo(429);
        assertThat(new WebClient(server.address(), ANN).get("/api/me").body())
                .isEqualTo("{\"problem\":\"You have too many requests open. Try again in a moment.\"}");
    }

    @Test
    void slow_bodies_of_many_people_and_of_strangers_hold_no_thread() throws Exception {
        for (Person person : crowd()) {
            for (int i = 0; i < MOST_AT_ONCE; i++) {
                slowTicket(person.token());
            }
        }
        for (int i = 0; i < MANY; i++) {
            slowTicket("nobody");
        }

        assertBobIsServed();
        assertThat(status(sockets.get(sockets.size() - 1))).isEqualTo(401);
    }

    @Test
    void a_body_that_trickles_or_stops_is_ended_whatever_others_have_sent() throws Exception {
        assertThat(bob.post("/api/tickets", Map.of("text", "x".repeat(4_000))).statusCode())
                .isEqualTo(201);
        Socket silent = slowTicket(ANN);
        Socket slow = slowTicket(ANN);
        silent.setSoTimeout(60_000);
        slow.setSoTimeout(60_000);
        for (int i = 0; i < 10; i++) { // a byte in a third of a second
            TimeUnit.MILLISECONDS.sleep(300);
            write(slow, "x");
        }

        assertThat(status(silent)).isEqualTo(408);
        assertThat(status(slow)).isEqualTo(408);
        assertThat(new WebClient(server.address(), ANN).get("/api/me").statusCode())
                .isEqualTo(200);
    }

    @Test
    void silent_bodies_give_their_share_back() throws Exception {
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            slowTicket(ANN).setSoTimeout(60_000);
        }

        for (Socket socket : sockets) {
            assertThat(status(socket)).isEqualTo(408);
        }
        WebClient ann = new WebClient(server.address(), ANN);
        while (ann.get("/api/me").statusCode() == 429) {
            Thread.onSpinWait(); // until the server has seen the last one end
        }
        assertThat(ann.get("/api/me").statusCode()).isEqualTo(200);
    }

    @Test
    void a_body_that_is_too_large_is_refused_in_a_sentence() throws Exception {
        Socket large = send(ANN, "POST /api/tickets HTTP/1.1\nContent-Length: 70000\n\n");

        assertThat(status(large)).isEqualTo(413);
    }

    @Test
    void many_streams_of_events_of_one_person_do_not_stop_others() throws Exception {
        WebClient ann = new WebClient(server.address(), ANN);
        String id = ann.ticket("N-1 is broken");
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            Socket stream = send(ANN, "GET /api/tickets/" + id + "/events HTTP/1.1\nAccept: text/event-stream\n\n");
            assertThat(status(stream)).isEqualTo(200);
        }

        assertThat(ann.get("/api/me").statusCode()).isEqualTo(429);
        assertBobIsServed();
    }
}
