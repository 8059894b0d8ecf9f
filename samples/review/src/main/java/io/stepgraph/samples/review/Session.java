package io.stepgraph.samples.review;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.samples.review.ReviewAgent.Approved;
import io.stepgraph.samples.review.ReviewAgent.Decision;
import io.stepgraph.samples.review.ReviewAgent.Essay;
import io.stepgraph.samples.review.ReviewAgent.Rejected;
import io.stepgraph.samples.review.ReviewAgentGraph.Outcome;
import io.stepgraph.samples.review.ReviewAgentGraph.Runs;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/**
 * One invocation of the program on one text: drives its run until it pauses or ends, and asks the user for decisions.
 *
 * @param screen the terminal
 * @param runs the runs of the agent
 * @param source the text to summarise
 * @param user the name of the person at the terminal
 * @param yes whether to approve without asking
 * @param isKept whether the run outlives this program
 */
record Session(Screen screen, Runs runs, SourceText source, String user, boolean yes, boolean isKept) {
    private static final int WAITING = 3;

    /** Removes the run of this text, in every status. */
    void forget() {
        try {
            runs.as(Actor.named(user)).cancel(source.id());
            // Another program that works on it sees the cancel at its next commit, which is waited for.
            runs.resume(source.id());
            runs.delete(source.id());
        } catch (RunNotFoundException nothing) {
            screen.line("There was no run of " + source + " to forget.");
        }
    }

    /** Continues until the run ends or needs a decision; returns the exit code. */
    int run(String model, @Nullable PermissionMode mode, boolean retry) {
        if (greet(model) && mode != null) {
            runs.as(Actor.named(user)).mode(source.id(), mode);
        }
        Outcome outcome = runs.run(source.id(), () -> new Essay(source + ".summary.md", source.read()));
        if (retry && outcome instanceof Outcome.Failed) {
            outcome = runs.retry(source.id());
        }
        while (outcome instanceof Outcome.Approve ask) {
            Decision decision = decide(ask);
            if (decision == null) {
                screen.line(
                        "Nothing was decided. " + later("The question stays open: the same command asks it again."));
                return WAITING;
            }
            outcome = runs.answerApprove(ask, decision);
        }
        return report(outcome);
    }

    /** Prints the status of the run before continuing it; returns whether the run exists. */
    private boolean greet(String model) {
        try {
            Optional<Outcome> stop = runs.outcome(source.id());
            if (stop.isEmpty()) {
                screen.line("The last program was cut off while it worked on " + source + ".");
            } else if (stop.get() instanceof Outcome.Approve) {
                screen.line("The run of " + source + " waits for your answer. Nothing is recomputed.");
            } else if (stop.get() instanceof Outcome.Completed) {
                screen.line("The run of " + source + " is done. Nothing is recomputed; --fresh starts over.");
            }
            return true;
        } catch (RunNotFoundException unknown) {
            screen.line("Summarising " + source + " with " + model + ".");
            return false;
        }
    }

    private @Nullable Decision decide(Outcome.Approve ask) {
        screen.block("DRAFT", ask.question().draft());
        screen.block("CRITIQUE", ask.question().critique());
        screen.line(ask.question().text());
        if (yes) {
            screen.line("Approved by --yes.");
            return new Approved();
        }
        while (true) {
            String typed = screen.ask("[y] revise and write   [n] not now   [k] keep the draft as it is > ");
            if (typed == null) {
                return null;
            }
            switch (typed.strip().toLowerCase(Locale.ROOT)) {
                case "y", "yes" -> {
                    return new Approved();
                }
                case "n", "no" -> {
                    return null;
                }
                case "k", "keep" -> {
                    return new Rejected(user + " keeps the draft");
                }
                default -> screen.line("Please type y, n or k.");
            }
        }
    }

    /** Returns what another call of the program can do, if the run is still there. */
    private String later(String hint) {
        return isKept ? hint : "The run ends with this program.";
    }

    private int report(Outcome outcome) {
        return outcome.match(new Outcome.Cases<Integer>() {
            @Override
            public Integer completed(Outcome.Completed done) {
                screen.line("Written: " + done.result().file() + " ("
                        + done.result().words() + " words).");
                return ExitCode.OK;
            }

            @Override
            public Integer parked(Outcome.Parked parked) {
                screen.line(parked.reason());
                screen.line(later("The same command with --mode " + parked.required() + " continues from here."));
                return WAITING;
            }

            @Override
            public Integer failed(Outcome.Failed failed) {
                screen.line("Step '" + failed.failure().step() + "' failed: "
                        + failed.failure().message());
                screen.line(
                        later("The same command with --retry tries it once more; nothing before it is done again."));
                return ExitCode.SOFTWARE;
            }

            @Override
            public Integer cancelled(Outcome.Cancelled cancelled) {
                screen.line("The run was cancelled by " + cancelled.by() + "; --fresh starts over.");
                return ExitCode.SOFTWARE;
            }

            @Override
            public Integer approve(Outcome.Approve ask) {
                return WAITING;
            }
        });
    }
}
