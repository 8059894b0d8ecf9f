package io.stepgraph.runtime.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.RunOutcome;

/** The outcomes that tests expect. */
public final class Outcomes {
    private Outcomes() {}

    public static Object completed(RunOutcome<Node> outcome) {
        assertThat(outcome).isInstanceOf(RunOutcome.Completed.class);
        return ((RunOutcome.Completed<Node>) outcome).result();
    }

    public static RunOutcome.Failed<Node> failed(RunOutcome<Node> outcome, ErrorCode code) {
        assertThat(outcome).isInstanceOf(RunOutcome.Failed.class);
        RunOutcome.Failed<Node> failed = (RunOutcome.Failed<Node>) outcome;
        assertThat(failed.failure().code()).as(failed.failure().toString()).isEqualTo(code);
        return failed;
    }

    /** The message of the failure. */
    public static String failure(RunOutcome<Node> outcome, ErrorCode code) {
        return failed(outcome, code).failure().message();
    }

    /** The ticket of the question. */
    public static Ticket ticket(RunOutcome<Node> outcome) {
        return asked(outcome).ticket();
    }

    public static RunOutcome.QuestionAsked<Node> asked(RunOutcome<Node> outcome) {
        assertThat(outcome).isInstanceOf(RunOutcome.QuestionAsked.class);
        return (RunOutcome.QuestionAsked<Node>) outcome;
    }

    public static RunOutcome.Parked<Node> parked(RunOutcome<Node> outcome) {
        assertThat(outcome).isInstanceOf(RunOutcome.Parked.class);
        return (RunOutcome.Parked<Node>) outcome;
    }
}
