package io.stepgraph.samples.chat;

import io.stepgraph.langchain4j.Decision;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.langchain4j.Proposal;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatAgentGraph.Runs;
import java.util.function.Supplier;
import org.jline.utils.Signals;

/**
 * The conversation of a person at the terminal with the agent, on one thread.
 *
 * @param screen the terminal
 * @param display shows the events of the runs
 * @param runs the runs of the thread, for this person
 * @param messages the same, as a list
 */
record Talk(Screen screen, Display display, Runs runs, Messages messages) {

    /** How a message ended, as the exit code of the program. */
    enum End {
        ANSWERED(0),
        NOT_ANSWERED(1),
        WAITING(3),
        CANCELLED(130);

        final int code;

        End(int code) {
            this.code = code;
        }
    }

    /** Sends one message, after the unfinished run, unless that is the run of this very message. */
    End send(String text) {
        String unfinished = messages.unfinished();
        if (unfinished == null) {
            return start(messages.next(), text);
        }
        try {
            return start(unfinished, text);
        } catch (StartConflictException anotherMessage) {
            End end = finish(unfinished, () -> runs.resume(unfinished));
            return end == End.WAITING ? end : start(messages.next(), text);
        }
    }

    /** Continues the run that is unfinished, and talks until the input ends or the person types nothing. */
    End loop() {
        String unfinished = messages.unfinished();
        End end = unfinished == null ? End.ANSWERED : finish(unfinished, () -> runs.resume(unfinished));
        while (end != End.WAITING) {
            String typed = screen.ask("you> ");
            if (typed == null || typed.isBlank()) {
                return End.ANSWERED;
            }
            end = send(typed.strip());
        }
        return end;
    }

    private End start(String id, String text) {
        return finish(id, () -> runs.run(id, new Dialogue(), text));
    }

    private End finish(String id, Supplier<Outcome> call) {
        Outcome outcome = cancellable(id, call);
        while (outcome instanceof Outcome.Pending open) {
            String typed = screen.ask("  ? " + question(open) + "\nyou> ");
            if (typed == null) {
                screen.line("The question stays open. The same command asks it again.");
                return End.WAITING;
            }
            if (typed.isBlank()) {
                runs.cancel(id);
                outcome = runs.resume(id);
            } else {
                outcome = answer(id, open, typed.strip());
            }
        }
        return report(outcome);
    }

    private static String question(Outcome.Pending open) {
        return open instanceof Outcome.Approve approve
                ? approve.question().text() + " [y, or why not, or other arguments as JSON]"
                : ((Outcome.AskUser) open).question().question();
    }

    private Outcome answer(String id, Outcome.Pending open, String typed) {
        if (open instanceof Outcome.AskUser ask) {
            return cancellable(id, () -> runs.answerAskUser(ask, new UserReply(typed)));
        }
        Outcome.Approve approve = (Outcome.Approve) open;
        try {
            Decision decision = decision(approve.question(), typed);
            return cancellable(id, () -> runs.answerApprove(approve, decision));
        } catch (IllegalArgumentException unreadable) {
            screen.line("  ! " + unreadable.getMessage());
            return open;
        }
    }

    /** Only a plain yes approves what the question says. */
    private static Decision decision(Proposal proposal, String typed) {
        if (typed.startsWith("{")) {
            return proposal.edited(typed);
        }
        return typed.matches("(?i)y|yes") ? new Approved() : new Rejected(typed);
    }

    /** While the agent works, Ctrl-C cancels the message and not the program. */
    private Outcome cancellable(String id, Supplier<Outcome> call) {
        Object former = Signals.register("INT", () -> cancel(id));
        try {
            return call.get();
        } finally {
            Signals.unregister("INT", former);
        }
    }

    private void cancel(String id) {
        try {
            runs.cancel(id);
        } catch (RunNotFoundException notBegunYet) {
            screen.line("(not begun yet: press Ctrl-C again)");
        }
    }

    private End report(Outcome outcome) {
        if (outcome instanceof Outcome.Completed completed) {
            display.finish(completed.result());
            return completed.result().whole() ? End.ANSWERED : End.NOT_ANSWERED;
        }
        if (outcome instanceof Outcome.Cancelled) {
            screen.line("(cancelled)");
            return End.CANCELLED;
        }
        screen.line("The message has failed: "
                + (outcome instanceof Outcome.Failed failed ? failed.failure().message() : outcome.toString()));
        return End.NOT_ANSWERED;
    }
}
