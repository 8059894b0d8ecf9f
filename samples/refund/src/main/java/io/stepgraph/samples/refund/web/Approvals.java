package io.stepgraph.samples.refund.web;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.people.Person;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.OpenQuestion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The inbox of those who answer. The store keeps with each question who may, and refuses everybody else.
 *
 * @param access who may do what
 */
record Approvals(Access access) {
    private static final int PAGE = 100;

    /**
     * An open question.
     *
     * @param ticket the right to answer it
     * @param run the run that asks
     * @param question the question as it is stored
     * @param form the schema of the answers
     * @param expiresAt until when it can be answered
     * @param answerers who may answer, in words
     * @param mayAnswer whether this person may
     */
    record Item(
            String ticket,
            String run,
            JsonNode question,
            JsonNode form,
            @Nullable Instant expiresAt,
            String answerers,
            boolean mayAnswer) {}

    /** Lists the open questions of the shop. */
    void list(Context context) {
        Person person = access.staff(context);
        Bodies.write(
                context,
                access.shop(person).runner().questions(null, PAGE).questions().stream()
                        .map(open -> item(open, person))
                        .toList());
    }

    private static Item item(OpenQuestion open, Person person) {
        AnswerRule rule = AnswerRule.of(open.answerSchema(), open.run().id());
        return new Item(
                open.ticket().id(),
                open.run().id(),
                Json.tree(open.question().text()),
                Json.tree(open.answerSchema().text()),
                open.expiresAt(),
                rule == null ? "by anybody" : rule.words(),
                rule == null || rule.permits(person));
    }

    /** Answers a question in the name of the person of the token. */
    void answer(Context context) {
        Person person = access.staff(context);
        ObjectNode body = Bodies.object(context);
        Ticket ticket = Ticket.parse(body.path("ticket").stringValue(""));
        if (!ticket.namespace().equals(person.tenant())) {
            throw new NotFoundResponse("There is no such question.");
        }
        if (!(body.get("answer") instanceof ObjectNode answer)) {
            throw new InvalidAnswerException("The answer is an object.");
        }
        checkTexts(answer);
        access.shop(person).runner().as(person).answer(ticket.id(), Json.write(answer));
        context.status(204);
    }

    /** All fields of a decision are texts. The schema would also take null, blank texts, and numbers for texts. */
    private static void checkTexts(ObjectNode answer) {
        answer.properties().forEach(field -> {
            if (!field.getValue().isString()) {
                throw new InvalidAnswerException("The field '" + field.getKey() + "' is not a text.");
            }
            if (field.getValue().stringValue().isBlank()) {
                throw new InvalidAnswerException("The field '" + field.getKey() + "' is empty.");
            }
        });
    }
}
