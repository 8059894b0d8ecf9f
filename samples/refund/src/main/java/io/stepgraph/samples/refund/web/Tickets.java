package io.stepgraph.samples.refund.web;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.SupportTicket;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.people.Person;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.UUID;

/**
 * Posts, lists and shows tickets.
 *
 * @param access who may do what
 */
record Tickets(Access access) {
    private static final int LONGEST_TEXT = 4_000;
    private static final int LONGEST_SUBJECT = 70;
    private static final int PAGE = 50;
    private static final String SUBJECT = "subject";

    /**
     * A ticket in a list.
     *
     * @param id the run
     * @param customer who has posted it
     * @param subject its first words
     * @param state how it stands, in one word
     */
    record Line(String id, String customer, String subject, String state) {}

    /**
     * A ticket.
     *
     * @param id the run
     * @param customer who has posted it
     * @param text the words of the customer
     * @param step the step where the run is
     * @param status how it stands, in the words of the shop
     * @param mayRetry whether this person may try a failed run again
     */
    record View(String id, String customer, String text, String step, Words status, boolean mayRetry) {}

    /** Stores a ticket for the workers. The names come from the token. */
    void post(Context context) {
        Person person = access.person(context);
        String text = Bodies.object(context).path("text").stringValue("").strip();
        if (text.isEmpty() || text.codePointCount(0, text.length()) > LONGEST_TEXT) {
            throw new BadRequestResponse("A ticket has 1 to " + LONGEST_TEXT + " characters.");
        }
        String id = "T-" + UUID.randomUUID().toString().substring(0, 18); // 60 random bits
        String first = text.lines().findFirst().orElse(text).strip();
        StartOptions options = StartOptions.NONE.label(SUBJECT, subject(first));
        access.shop(person)
                .runs()
                .as(person)
                .with(options)
                .enqueue(id, new Case(new SupportTicket(person.tenant(), person.name(), person.mail(), text)));
        Bodies.write(context.status(201), Json.object().put("id", id));
    }

    /** Cut between characters, of which an emoji is one. */
    private static String subject(String line) {
        return line.codePointCount(0, line.length()) > LONGEST_SUBJECT
                ? line.substring(0, line.offsetByCodePoints(0, LONGEST_SUBJECT))
                : line;
    }

    /** Lists the tickets of the shop, or those of the customer. */
    void list(Context context) {
        Person person = access.person(context);
        RunQuery query = RunQuery.ALL.orderBy(RunQuery.Order.STARTED).limit(PAGE);
        List<ListedRun> runs = access.shop(person)
                .runner()
                .list(person.isStaff() ? query : query.startedBy(person.name()))
                .runs();
        Bodies.write(context, runs.stream().map(Tickets::line).toList());
    }

    private static Line line(ListedRun run) {
        return new Line(
                run.id(),
                String.valueOf(run.startedBy()),
                run.labels().getOrDefault(SUBJECT, ""),
                Words.state(run.status(), run.step()));
    }

    /** Shows a ticket. */
    void show(Context context) {
        Person person = access.person(context);
        String id = context.pathParam("id");
        SupportTicket ticket = access.ticket(person, id);
        Shop shop = access.shop(person);
        StoredRun run = shop.store().run(id);
        Bodies.write(
                context,
                new View(
                        id,
                        ticket.customer(),
                        ticket.text(),
                        run.checkpoint().step(),
                        Words.of(run, shop.runs().as(person).outcome(id).orElse(null), ticket),
                        person.isStaff() && run.status() == Status.FAILED));
    }

    /** Opens a failed run again. */
    void retry(Context context) {
        Person person = access.staff(context);
        access.ticket(person, context.pathParam("id"));
        access.shop(person).runner().as(person).retry(context.pathParam("id"));
        context.status(204);
    }
}
