package io.stepgraph.internal.visit;

import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Mail;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A machine takes a message when it waits for one (Q12). */
@Tag("Q11")
@Tag("Q12")
final class MachineMailboxTest {
    private static final Instant CENTURY = Instant.parse("2100-01-01T00:00:00Z");

    private static MachineCore<?, Notes, ?, Node> machine(TestGraph<Notes> graph) {
        return new MachineCore<>(graph, new Object(), PLAN, customEvent -> {});
    }

    @Test
    void Q12_a_message_goes_to_the_step_that_takes_it_and_its_reply_to_nobody() {
        MachineCore<?, Notes, ?, Node> machine = machine(Mail.serving(CENTURY));
        RunOutcome<Node> listens = new RunOutcome.Listening<>(FIRST, CENTURY);

        assertThat(machine.start(Notes.of(), null, null)).isEqualTo(listens);
        assertThat(machine.accepts(new Mail.Count())).isTrue();
        assertThat(machine.accepts(new Expired())).isFalse();
        assertThat(machine.answer(FIRST, new Mail.Count(), null)).isEqualTo(listens);
        assertThat(machine.answer(new Mail.Add("told"), null)).isEqualTo(listens);
        assertThat(machine.expire()).isEqualTo(listens);
        assertThat(Outcomes.completed(machine.answer(FIRST, new Mail.Stop(), null)))
                .hasToString("[listens, listens, told, listens, idle, listens]");
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> machine.answer(FIRST, new Mail.Stop(), null), "Completed");
    }

    @Test
    void Q12_what_the_mailbox_does_not_take_is_refused() {
        MachineCore<?, Notes, ?, Node> machine = machine(Mail.serving(null)
                .listens(FIRST, Mail.takes(), message -> message instanceof Mail.Job ? Mail.route(message) : null));
        machine.start(Notes.of(), null, null);

        assertThrown(InvalidAnswerException.class, () -> machine.answer(FIRST, "text", null), "mailbox 'first'");
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> machine.answer(ASK, "text", null), "'ask'", "'first' does");
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, machine::expire, "'first'", "without an end");
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, machine::question, "Listening");
    }

    @Test
    void Q12_a_snapshot_keeps_the_mailbox_and_its_end() {
        for (Instant until : new Instant[] {null, CENTURY}) {
            MachineCore<?, Notes, ?, Node> machine = machine(Mail.serving(until));
            machine.start(Notes.of(), null, null);

            MachineCore<?, Notes, ?, Node> later = machine(Mail.serving(until));
            later.restore(machine.snapshot());

            assertThat(later.outcome()).isEqualTo(new RunOutcome.Listening<>(FIRST, until));
            assertThat(later.snapshot()).isEqualTo(machine.snapshot());
            assertThat(Outcomes.completed(later.answer(new Mail.Stop(), null))).hasToString("[listens]");
            MachineCore<?, Notes, ?, Node> other = machine(Mail.serving(until).ends(FIRST));
            assertThrown(ErrorCode.CORRUPT_CHECKPOINT, () -> other.restore(machine.snapshot()), "not a mailbox");
        }
    }

    @Test
    void Q11_a_loop_of_messages_or_of_ends_of_a_second_lasts() {
        MachineCore<?, Notes, ?, Node> told = machine(Mail.serving(null));
        told.start(Notes.of(), null, null);
        MachineCore<?, Notes, ?, Node> idle = machine(Mail.serving(null)
                .mailbox(FIRST, Mail.takes(), Mail::route, (n, i, c) -> Transition.listen(Duration.ofSeconds(1))));
        idle.start(Notes.of(), null, null);
        for (int i = 0; i < 600; i++) {
            assertThat(told.answer(new Mail.Add("line"), null)).isInstanceOf(RunOutcome.Listening.class);
            assertThat(idle.expire()).isInstanceOf(RunOutcome.Listening.class);
        }
    }
}
