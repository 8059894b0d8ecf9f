package io.stepgraph.samples.refund.web;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.samples.refund.ApprovalRequest;
import io.stepgraph.samples.refund.Decision;
import io.stepgraph.samples.refund.Ending;
import io.stepgraph.samples.refund.Letters;
import io.stepgraph.samples.refund.Note;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event as the page shows it. It has no ticket of a question, which is a right.
 *
 * @param kind the kind of event
 * @param step the step; null if it is about the whole run
 * @param text a sentence
 * @param at when it happened
 */
record EventWords(String kind, @Nullable String step, String text, Instant at) {

    /** The event in words; null if the page does not show it. */
    static @Nullable EventWords of(RunEvent event, Instant at) {
        if (event instanceof RunEvent.Started) {
            return new EventWords("started", null, "The ticket is stored.", at);
        }
        if (event instanceof RunEvent.StepStarted begun) {
            String attempt = begun.attempt() > 1 ? " begins, attempt " + begun.attempt() + "." : " begins.";
            return new EventWords("step", begun.step(), begun.step() + attempt, at);
        }
        if (event instanceof RunEvent.StepFinished done) {
            return new EventWords("done", done.step(), done.step() + " is done and stored.", at);
        }
        if (event instanceof RunEvent.StepModified modified) {
            String text = modified.hook() + " has changed what " + modified.step() + " works on.";
            return new EventWords("hook", modified.step(), text, at);
        }
        if (event instanceof RunEvent.StepRetrying again) {
            String text = again.message() + " " + again.step() + " is tried again in "
                    + again.delay().toMillis() + " ms.";
            return new EventWords("retry", again.step(), text, at);
        }
        if (event instanceof RunEvent.TakenOver taken) {
            return new EventWords("takeover", taken.step(), "Another worker continues at " + taken.step() + ".", at);
        }
        if (event instanceof RunEvent.Custom custom && custom.event() instanceof Note note) {
            return new EventWords("note", custom.step(), note.text(), at);
        }
        return ofQuestion(event, at);
    }

    private static @Nullable EventWords ofQuestion(RunEvent event, Instant at) {
        if (event instanceof RunEvent.QuestionAsked asked && asked.question() instanceof ApprovalRequest request) {
            return new EventWords("asked", asked.ticket().interrupt(), "Asked: " + request.text(), at);
        }
        if (event instanceof RunEvent.QuestionExpired expired) {
            return new EventWords("expired", expired.ticket().interrupt(), "Nobody has answered in time.", at);
        }
        if (event instanceof RunEvent.Answered answered) {
            String verb = answered.answer() instanceof Decision.Rejected ? "Rejected by " : "Approved by ";
            return new EventWords("answered", answered.ticket().interrupt(), verb + answered.by() + ".", at);
        }
        return ofEnd(event, at);
    }

    private static @Nullable EventWords ofEnd(RunEvent event, Instant at) {
        if (event instanceof RunEvent.Completed done && done.result() instanceof Ending ending) {
            return new EventWords("end", null, Letters.words(ending), at);
        }
        if (event instanceof RunEvent.Failed failed) {
            return new EventWords("end", null, "Failed: " + failed.failure().message(), at);
        }
        if (event instanceof RunEvent.Cancelled cancelled) {
            return new EventWords("end", null, "Cancelled by " + cancelled.by() + ".", at);
        }
        if (event instanceof RunEvent.Parked parked) {
            return new EventWords("parked", parked.step(), parked.reason(), at);
        }
        if (event instanceof RunEvent.Reopened reopened) {
            return new EventWords("retry", reopened.step(), reopened.step() + " is tried again.", at);
        }
        return null;
    }
}
