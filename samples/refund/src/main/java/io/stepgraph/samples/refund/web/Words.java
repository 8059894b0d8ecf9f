package io.stepgraph.samples.refund.web;

import io.stepgraph.samples.refund.ApprovalRequest;
import io.stepgraph.samples.refund.Letters;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.SupportTicket;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a ticket stands, in the words of the shop: what is awaited, from whom, and until when.
 *
 * @param state one word: {@code working}, {@code waiting}, {@code paying}, {@code done} or {@code failed}
 * @param text a sentence
 * @param awaits what is awaited; null if nothing
 * @param from from whom; null if nothing is awaited
 * @param until until when, for the page to show in local time; null if there is no such time
 */
record Words(
        String state,
        String text,
        @Nullable String awaits,
        @Nullable String from,
        @Nullable Instant until) {

    static Words of(StoredRun run, @Nullable Outcome outcome, SupportTicket ticket) {
        String state = state(run.status(), run.checkpoint().step());
        if (outcome instanceof Outcome.Completed done) {
            return new Words(state, Letters.words(done.result()), null, null, null);
        }
        if (outcome instanceof Outcome.Failed) {
            return new Words(
                    state, "Something went wrong on our side. Nothing is lost.", "a repair", "our support team", null);
        }
        if (outcome instanceof Outcome.Cancelled) {
            return new Words(state, "Your ticket was closed.", null, null, null);
        }
        if (outcome instanceof Outcome.Parked) {
            return new Words(
                    state,
                    "Your ticket needs a look by one of us. Nothing is lost.",
                    "a look",
                    "our support team",
                    null);
        }
        if (outcome instanceof Outcome.Approve asked) {
            String from = asked.question().needsPerson()
                    ? "a reviewer of the shop " + ticket.tenant()
                    : "our automatic check";
            return waiting(state, asked.question(), from, run.dueAt());
        }
        if (outcome instanceof Outcome.Confirm asked) {
            return waiting(state, asked.question(), "the lead of the shop " + ticket.tenant(), run.dueAt());
        }
        return working(state, run.checkpoint().step(), run.dueAt());
    }

    private static Words waiting(String state, ApprovalRequest request, String from, @Nullable Instant until) {
        return new Words(
                state,
                "We would like to pay back " + request.payment().amount() + " for order "
                        + request.payment().order() + ".",
                "an approval of exactly this refund",
                from,
                until);
    }

    private static Words working(String state, String step, @Nullable Instant until) {
        return switch (step) {
            case "pay", "payConfirmed" ->
                new Words(state, "Your refund is approved.", "the payment", "our bank", until);
            case "writeReceipt" -> new Words(state, "Your refund is paid.", "the receipt", "our books", until);
            case "mailCustomer" -> new Words(state, "We have decided.", "a mail to you", "our mail server", until);
            default -> new Words(state, "We have your ticket.", "the check of your order", "our support", until);
        };
    }

    /** How a run stands, in one word. */
    static String state(Status status, String step) {
        return switch (status) {
            case COMPLETED -> "done";
            case FAILED, CANCELLED -> "failed";
            case WAITING -> "waiting";
            case QUEUED, RUNNING -> step.startsWith("pay") ? "paying" : "working";
        };
    }
}
