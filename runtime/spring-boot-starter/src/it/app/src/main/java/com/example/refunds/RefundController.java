package com.example.refunds;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class RefundController {
    private final RefundGraph.Runs refunds; // generated
    private final Runner runner;

    RefundController(RefundGraph.Runs refunds, Runner runner) {
        this.refunds = refunds;
        this.runner = runner;
    }

    @PostMapping("/refunds/{order}")
    void start(@PathVariable String order, @RequestParam int cents) {
        Refund.Claim claim = new Refund.Claim();
        claim.order = order;
        claim.cents = cents;
        refunds.enqueue(order, claim); // returns at once; the application's worker executes the run
    }

    @GetMapping("/refunds/{order}")
    Optional<RefundGraph.Outcome> look(@PathVariable String order) {
        return refunds.outcome(order); // a question with its ticket, or the end
    }

    @PostMapping("/answers/{ticket}")
    void answer(@PathVariable String ticket, @RequestBody String json) {
        Actor ann = Actor.named("ann", "lead"); // the name and the roles of who has signed in
        runner.as(ann).answer(ticket, json); // an answer that does not fit becomes 422, one that comes too late 409
    }
}
