package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.StopReason;
import io.stepgraph.temporal.workflow.RunState.AnsweredQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The answers of a run, as part of its workflow: each ticket takes one (I3). */
public final class Answers {
    /** So many answered questions are remembered, for callers who give the same answer again. */
    private static final int MOST = 100;

    /** And so many bytes of them, unless one has more: they travel in one message with the state. */
    private static final int MOST_BYTES = 200_000;

    private final List<AnsweredQuestion> answered;
    private @Nullable Routable routable;

    public Answers(List<AnsweredQuestion> answered) {
        this.answered = new ArrayList<>(answered);
    }

    /**
     * An answer, a message, or the end of a time, for which the step is to be found.
     *
     * @param paused the question, the wait or the mailbox
     * @param answer null if the time is over, or if it is a message
     * @param by who answers; null if nobody said
     * @param message the message that the run is to take; null if it is none
     */
    public record Routable(
            Stop.Stopped paused,
            @Nullable Json answer,
            @Nullable String by,
            Messages.@Nullable Message message) {}

    List<AnsweredQuestion> answered() {
        return List.copyOf(answered);
    }

    boolean isRoutable() {
        return routable != null;
    }

    Routable take() {
        Routable taken = Objects.requireNonNull(routable);
        routable = null;
        return taken;
    }

    /** Takes an answer, or says why not. */
    public RunWorkflow.Taken give(
            RunWorkflow.GivenAnswer given, RunRef run, StepEntry at, @Nullable Stop stop, long now) {
        if (given.runNumber() != run.runNumber()) {
            return stale("is of an earlier run with this id");
        }
        for (AnsweredQuestion question : answered) {
            if (question.visit() == given.visit() && question.nonce().equals(given.nonce())) {
                return stale(
                        question.answer().equals(given.answer()) ? null : "was answered before, with another answer");
            }
        }
        if (!(stop instanceof Stop.Stopped waiting)
                || !(waiting.reason() instanceof StopReason.QuestionAsked asked)
                || at.visit() != given.visit()
                || !at.step().equals(given.interrupt())
                || !asked.nonce().equals(given.nonce())) {
            return stale("belongs to no question that waits");
        }
        if (waiting.dueAt() != null && now >= waiting.dueAt()) {
            return stale("has expired");
        }
        AnswerRule rule = AnswerRule.of(asked.answerSchema(), run.id());
        if (rule != null) {
            try {
                rule.check(given.actor(), given.interrupt(), run.id());
            } catch (AnswerNotPermittedException refused) {
                return new RunWorkflow.Taken(null, refused.getMessage());
            }
        }
        answered.add(new AnsweredQuestion(given.visit(), given.interrupt(), given.nonce(), given.answer(), given.by()));
        while (answered.size() > 1 && (answered.size() > MOST || bytes() > MOST_BYTES)) {
            answered.remove(0);
        }
        routable = new Routable(waiting, given.answer(), given.by(), null);
        return stale(null);
    }

    private static RunWorkflow.Taken stale(@Nullable String why) {
        return new RunWorkflow.Taken(why, null);
    }

    private long bytes() {
        return answered.stream().mapToLong(question -> question.answer().size()).sum();
    }

    /** What is to be routed when a pause is over, or after another build could not tell. */
    void put(@Nullable Routable unrouted) {
        routable = unrouted;
    }

    /** The answer to a question was refused: its ticket is good again. */
    void reopen(StopReason.QuestionAsked question) {
        answered.removeIf(other -> other.nonce().equals(question.nonce()));
    }
}
