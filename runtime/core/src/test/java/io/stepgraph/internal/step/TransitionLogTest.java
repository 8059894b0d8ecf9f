package io.stepgraph.internal.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words of the log about transitions. */
final class TransitionLogTest {
    private static final Ticket TICKET = new Ticket("default", "one", 7, 3, "approve", "nonce-1");

    @Test
    void each_line_names_the_step_and_the_visit() {
        assertThat(TransitionLog.text(new RunEvent.StepStarted("one", "100% odd", 2, 3, Instant.EPOCH)))
                .isEqualTo("begins step '100% odd' (visit 2), attempt 3");
        assertThat(TransitionLog.text(new RunEvent.StepModified("one", "draft", 2, 1, "com.acme.Masking")))
                .isEqualTo("has executed step 'draft' (visit 2) with what hook com.acme.Masking gave it");
        assertThat(TransitionLog.text(new RunEvent.StepFinished("one", "draft", 2, 1, "%s", Duration.ZERO)))
                .isEqualTo("has done step 'draft' (visit 2); next is '%s'");
        assertThat(TransitionLog.text(new RunEvent.StepFinished("one", "draft", 2, 1, null, Duration.ZERO)))
                .isEqualTo("has done step 'draft' (visit 2)");
        assertThat(TransitionLog.text(new RunEvent.StepRetrying(
                        "one",
                        "draft",
                        2,
                        1,
                        Duration.ZERO,
                        Duration.ofSeconds(5),
                        "java.io.IOException",
                        "secret",
                        null)))
                .isEqualTo("repeats step 'draft' (visit 2) in PT5S because of java.io.IOException");
        assertThat(TransitionLog.text(new RunEvent.TakenOver("one", "draft", 2)))
                .isEqualTo("is taken over at step 'draft' (visit 2)");
        assertThat(TransitionLog.text(new RunEvent.Waiting("one", "draft", 2, Instant.EPOCH, Duration.ZERO)))
                .isEqualTo("waits at step 'draft' (visit 2) until 1970-01-01T00:00:00Z");
        assertThat(TransitionLog.text(new RunEvent.Waiting("one", "draft", 2, null, Duration.ZERO)))
                .isEqualTo("waits at step 'draft' (visit 2)");
        assertThat(TransitionLog.text(new RunEvent.WaitOver("one", "draft", 2)))
                .isEqualTo("has waited at step 'draft' (visit 2)");
        assertThat(TransitionLog.text(new RunEvent.Cancelled("one", "ann"))).isEqualTo("has the event Cancelled");
    }

    @Test
    void no_value_of_the_agent_is_logged() {
        assertThat(TransitionLog.text(new RunEvent.MessageTaken("one", "serve", 3, "m1", "ann", "secret")))
                .isEqualTo("takes message 'm1' at step 'serve' (visit 3)");
        assertThat(TransitionLog.text(new RunEvent.QuestionAsked("one", TICKET, "secret", Duration.ZERO)))
                .isEqualTo("waits for an answer at step 'approve' (visit 3)");
        assertThat(TransitionLog.text(new RunEvent.Answered("one", TICKET, "secret", "ann", List.of())))
                .isEqualTo("has an answer at step 'approve' (visit 3)");
        assertThat(TransitionLog.text(new RunEvent.Failed(
                        "one", new StepFailure<>("draft", 2, 1, ErrorCode.STEP_FAILED, "x.Y", "secret"))))
                .isEqualTo("failed at step 'draft' (visit 2) with STEP_FAILED");
        assertThat(TransitionLog.text(new RunEvent.Completed("one", "secret"))).isEqualTo("has the event Completed");
    }
}
