package io.stepgraph.samples.refund.demo;

import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.payment.HeldCall;
import io.stepgraph.samples.refund.people.People;
import io.stepgraph.samples.refund.people.Person;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The people of the demo: they post tickets and answer questions by the web server. */
final class Desk {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long INTERVAL = 200;

    private final Cluster cluster;
    private final String web;
    private final People people;
    private final Consumer<String> screen;
    private final Reviewers reviewers;
    private final List<PostedTicket> tickets = new ArrayList<>();

    private Desk(Cluster cluster, String web, People people, Consumer<String> screen) {
        this.cluster = cluster;
        this.web = web;
        this.people = people;
        this.screen = screen;
        this.reviewers = new Reviewers(
                people.all().stream()
                        .filter(Person::isStaff)
                        .map(person -> new Visitor(web, person))
                        .toList(),
                screen);
    }

    static Desk open(Cluster cluster, String web, Consumer<String> screen) throws IOException {
        return new Desk(cluster, web, cluster.settings().people(), screen);
    }

    People people() {
        return people;
    }

    /** Posts the tickets of the file. */
    void postAll() throws IOException, InterruptedException {
        for (TicketLine line : Json.readList(cluster.settings().data().resolve("tickets.json"), TicketLine[].class)) {
            Person person = people.withToken(line.token())
                    .orElseThrow(() -> new IOException("tickets.json has a token that tokens.json has not."));
            String id = new Visitor(web, person).post(line.text());
            tickets.add(new PostedTicket(id, person, line.text()));
            screen.accept(person + " posts " + id + ": " + line.text());
        }
    }

    /** Answers questions until the payment server holds a call. */
    HeldCall answerUntilHeld() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<HeldCall> held = cluster.payments().held();
        while (held.isEmpty()) {
            rest(end);
            reviewers.answer();
            held = cluster.payments().held();
        }
        return held.get(0);
    }

    /** Answers questions until each ticket has ended. */
    void answerUntilDone() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isDone()) {
            rest(end);
            reviewers.answer();
        }
    }

    private boolean isDone() throws IOException, InterruptedException {
        for (PostedTicket ticket : tickets) {
            String state = new Visitor(web, ticket.person())
                    .ticket(ticket.id())
                    .path("status")
                    .path("state")
                    .asString();
            if (!state.equals("done") && !state.equals("failed")) {
                return false;
            }
        }
        return true;
    }

    private static void rest(long end) throws IOException, InterruptedException {
        if (System.nanoTime() - end > 0) {
            throw new IOException("The tickets do not end.");
        }
        TimeUnit.MILLISECONDS.sleep(INTERVAL);
    }

    Report report() throws IOException, InterruptedException {
        return Report.of(cluster.settings(), cluster.payments().payments(), tickets);
    }
}
