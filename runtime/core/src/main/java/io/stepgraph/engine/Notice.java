package io.stepgraph.engine;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.NoticeStore.ClaimedNotice;
import io.stepgraph.store.StopReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A notice that a run waits for a person or has failed (Q13, Q14). Immutable.
 *
 * <p>The {@link #ticket} is what a person needs to answer: put its {@link Ticket#id} into the link of a mail, and let
 * {@link Runner#answer(String, String)} or the agent's own {@code answer} take it.
 *
 * @param id the same for each time that this notice is told, and for no other notice: for a handler that sends a mail
 *     once
 * @param namespace the namespace of the run
 * @param run the run
 * @param graph the stable name of its graph
 * @param kind what it tells
 * @param step the step at which the run has stopped
 * @param ticket the right to answer; null unless the run asks
 * @param question the question as JSON; null unless the run asks
 * @param answerers who may answer, as the end of a sentence, such as {@code by a reviewer}; null if anybody, or unless
 *     the run asks
 * @param reason why it is parked, or its code and message if it has failed; null if it asks
 * @param since when it stopped, by the store's clock
 * @param until when the time for an answer is over; null if never
 */
public record Notice(
        String id,
        String namespace,
        String run,
        String graph,
        Kind kind,
        String step,
        @Nullable Ticket ticket,
        @Nullable Json question,
        @Nullable String answerers,
        @Nullable String reason,
        Instant since,
        @Nullable Instant until) {

    /** The kind of a notice. */
    public enum Kind {
        /** The run asks a question. */
        ASKED,
        /** The run is parked. */
        PARKED,
        /** The run has failed. */
        FAILED
    }

    /**
     * Reads a notice.
     *
     * @throws IllegalArgumentException if it is damaged
     */
    static Notice of(ClaimedNotice claimed) {
        StopReason why = StopReason.of(claimed.kind(), claimed.reason());
        if (why instanceof StopReason.QuestionAsked asked) {
            Ticket ticket = new Ticket(
                    claimed.run().namespace(),
                    claimed.run().id(),
                    claimed.runNumber(),
                    claimed.visit(),
                    claimed.step(),
                    asked.nonce());
            AnswerRule rule = AnswerRule.of(asked.answerSchema(), claimed.run().id());
            return of(claimed, Kind.ASKED, ticket, asked.question(), rule == null ? null : rule.words(), null);
        }
        if (why instanceof StopReason.Failed failed) {
            return of(claimed, Kind.FAILED, null, null, null, failed.code() + ": " + failed.summary());
        }
        return of(claimed, Kind.PARKED, null, null, null, ((StopReason.Parked) why).reason());
    }

    private static Notice of(
            ClaimedNotice claimed,
            Kind kind,
            @Nullable Ticket ticket,
            @Nullable Json question,
            @Nullable String answerers,
            @Nullable String reason) {
        return new Notice(
                claimed.runNumber() + "." + claimed.revision() + "." + claimed.kind(),
                claimed.run().namespace(),
                claimed.run().id(),
                claimed.graph(),
                kind,
                claimed.step(),
                ticket,
                question,
                answerers,
                reason,
                claimed.since(),
                claimed.due());
    }
}
