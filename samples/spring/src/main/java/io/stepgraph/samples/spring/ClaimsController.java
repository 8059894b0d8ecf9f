package io.stepgraph.samples.spring;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.OpenQuestion;
import jakarta.validation.Valid;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Claims and questions as JSON. What the library refuses becomes a problem detail. */
@RestController
public class ClaimsController {
    private final ClaimService claims;
    private final Questions questions;

    ClaimsController(ClaimService claims, Questions questions) {
        this.claims = claims;
        this.questions = questions;
    }

    /** A question, with the JSON Schema of its answers. */
    public record Asked(
            String ticket,
            String run,
            @JsonRawValue String question,
            @JsonRawValue String answerSchema) {
        static Asked of(OpenQuestion open) {
            return new Asked(
                    open.ticket().id(),
                    open.run().id(),
                    open.question().text(),
                    open.answerSchema().text());
        }
    }

    @PostMapping("/claims")
    ResponseEntity<Void> submit(@Valid @RequestBody NewClaim claim, Actor actor) {
        long id = claims.submit(actor, claim);
        return ResponseEntity.created(URI.create("/claims/" + id)).build();
    }

    @GetMapping("/claims/{id}")
    ResponseEntity<Claim> look(@PathVariable long id, Actor actor) {
        return ResponseEntity.of(claims.find(actor, id));
    }

    @GetMapping("/questions")
    List<Asked> questions(Actor actor) {
        return questions.of(actor).stream().map(Asked::of).toList();
    }

    @PostMapping("/answers/{ticket}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void answer(@PathVariable String ticket, @RequestBody String json, Actor actor) {
        questions.answer(actor, ticket, json);
    }
}
