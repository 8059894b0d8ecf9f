package io.stepgraph.samples.refund.web;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.NotFoundResponse;
import io.javalin.http.UnauthorizedResponse;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.RefundAgentStep;
import io.stepgraph.samples.refund.SupportTicket;
import io.stepgraph.samples.refund.people.People;
import io.stepgraph.samples.refund.people.Person;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what. A person is known by the bearer token alone, and only sees the shop of the token: what belongs to
 * another shop, or to another customer, reads as not found.
 *
 * @param people all people with tokens
 * @param shops the shops by name
 */
record Access(People people, Map<String, Shop> shops) {
    private static final String BEARER = "Bearer ";

    /** The person of the token. */
    Person person(Context context) {
        String header = context.header("Authorization");
        if (header == null) {
            throw new UnauthorizedResponse("Sign in with your token.");
        }
        return person(header).orElseThrow(() -> new UnauthorizedResponse("This token is wrong."));
    }

    /** The person of the header {@code Authorization}. */
    Optional<Person> person(@Nullable String header) {
        return Optional.ofNullable(header)
                .filter(text -> text.startsWith(BEARER))
                .flatMap(text -> people.withToken(text.substring(BEARER.length())));
    }

    /** The person of the token, who has to work for the shop. */
    Person staff(Context context) {
        Person person = person(context);
        if (!person.isStaff()) {
            throw new ForbiddenResponse("Only people of the shop may do this.");
        }
        return person;
    }

    Shop shop(Person person) {
        return Objects.requireNonNull(shops.get(person.tenant()), "Each person has a shop.");
    }

    /** The ticket of a run that this person may see. */
    SupportTicket ticket(Person person, String id) {
        return find(person, id)
                .filter(ticket -> person.isStaff() || ticket.customer().equals(person.name()))
                .orElseThrow(() -> new NotFoundResponse("There is no such ticket."));
    }

    private Optional<SupportTicket> find(Person person, String id) {
        try (Stream<Checkpoint<Case, RefundAgentStep>> history =
                shop(person).runs().as(person).history(id)) {
            return history.findFirst().map(first -> first.state().ticket);
        } catch (StepgraphException failed) {
            if (failed.code() == ErrorCode.RUN_NOT_FOUND || failed.code() == ErrorCode.CHECKPOINT_NOT_FOUND) {
                return Optional.empty();
            }
            throw failed;
        } catch (IllegalArgumentException noId) {
            return Optional.empty();
        }
    }
}
