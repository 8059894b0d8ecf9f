package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.ExpiredLeasePolicy;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import java.util.Arrays;

/** The program that comes from outside and does one thing to a journey that others bring to its end. */
final class Stranger {
    private Stranger() {}

    /** The action of the process, and the line that it prints then. */
    enum Deed {
        CANCEL("cancelled"),
        RAISE_MODE("raised"),
        /** Ends what was cut off. */
        REAP("reaped"),
        /** Opens it again, and brings it to its next stop. */
        RETRY("retried"),
        /** Answers its question, as somebody does who has nothing but the store. */
        SUBMIT("submitted");

        final String done;

        Deed(String done) {
            this.done = done;
        }
    }

    /** Takes what {@link Traveller} takes, and after that the deed. */
    public static void main(String[] args) {
        CrashPoints points = CrashPoints.fromSystemProperties();
        Deed deed = Deed.valueOf(args[args.length - 1]);
        String[] others = Arrays.copyOf(args, args.length - 1);
        try (Store store = points.around(Stores.open(others[0]));
                Runner runner = Traveller.runner(store, others)) {
            RunClient<Notes, Journey.Step> runs = Traveller.runs(points, runner, others);
            System.out.println(Traveller.patiently(() -> did(deed, runner, runs, others[2])));
        }
    }

    private static String did(Deed deed, Runner runner, RunClient<Notes, Journey.Step> runs, String by) {
        try {
            return switch (deed) {
                case CANCEL -> {
                    runs.cancel(Traveller.RUN, by);
                    yield deed.done;
                }
                case RAISE_MODE -> {
                    runs.mode(Traveller.RUN, PermissionMode.ACCEPT_EDITS, by);
                    yield deed.done;
                }
                case REAP -> deed.done + " " + runner.reap(ExpiredLeasePolicy.FAIL);
                case SUBMIT -> {
                    if (runs.outcome(Traveller.RUN) instanceof RunOutcome.QuestionAsked<Journey.Step> asked) {
                        runner.answer(asked.ticket().id(), "{\"by\":\"Ann\"}");
                    }
                    yield deed.done;
                }
                case RETRY -> {
                    retry(runs);
                    yield deed.done;
                }
            };
        } catch (RunNotFoundException gone) {
            return "there is none";
        }
    }

    /** Whose first call was not answered finds the run reopened. */
    private static RunOutcome<Journey.Step> retry(RunClient<Notes, Journey.Step> runs) {
        try {
            return runs.retry(Traveller.RUN);
        } catch (StepgraphException reopened) {
            if (reopened.code() != ErrorCode.ILLEGAL_RUN_STATUS) {
                throw reopened;
            }
            return runs.resume(Traveller.RUN);
        }
    }
}
