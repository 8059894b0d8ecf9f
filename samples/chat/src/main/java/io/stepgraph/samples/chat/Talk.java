package io.stepgraph.samples.chat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatAgentGraph.Runs;
import io.stepgraph.samples.chat.Message.User;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The conversation of a person at the terminal with the agent, on one thread.
 *
 * @param screen the terminal
 * @param display shows the events of the runs
 * @param runs the runs of the thread
 * @param messages the same, as a list
 * @param user the name of the person
 */
record Talk(Screen screen, Display display, Runs runs, Messages messages, String user) {

    /** How a message ended, for the program. */
    enum End {
        ANSWERED,
        NOT_ANSWERED,
        WAITING,
        CANCELLED
    }

    /** Continues the run that is unfinished; null if there is none. */
    @Nullable End resume() {
        String id = messages.unfinished();
        return id == null ? null : finish(id, () -> runs.resume(id));
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

    /** Talks until the input ends or the person types nothing. */
    End loop() {
        End end = resume();
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
        return finish(id, () -> runs.run(id, new Dialogue(), new User(text)));
    }

    private End finish(String id, Supplier<Outcome> call) {
        Outcome outcome = cancellable(id, call);
        while (outcome instanceof Outcome.AskUser ask) {
            String typed = screen.ask("  ? " + ask.question().question() + "\nyou> ");
            if (typed == null) {
                screen.line("The question stays open. The same command asks it again.");
                return End.WAITING;
            }
            if (typed.isBlank()) {
                runs.as(Actor.named(user)).cancel(id);
                outcome = runs.resume(id);
            } else {
                outcome = cancellable(id, () -> runs.as(Actor.named(user)).answerAskUser(ask, new Reply(typed.strip())));
            }
        }
        return report(outcome);
    }

    /** While the agent works, Ctrl-C cancels the message and not the program. */
    private Outcome cancellable(String id, Supplier<Outcome> call) {
        return Interrupts.handledBy(() -> cancel(id), call);
    }

    private void cancel(String id) {
        try {
            runs.as(Actor.named(user)).cancel(id);
        } catch (RunNotFoundException notBegunYet) {
            screen.line("(not begun yet: press Ctrl-C again)");
        }
    }

    private End report(Outcome outcome) {
        if (outcome instanceof Outcome.Completed completed) {
            Answer answer = completed.result();
            display.finish(answer);
            return answer.ending() == Answer.Ending.ANSWERED ? End.ANSWERED : End.NOT_ANSWERED;
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
