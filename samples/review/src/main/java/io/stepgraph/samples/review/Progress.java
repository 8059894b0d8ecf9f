package io.stepgraph.samples.review;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows what the agent is doing: a line when a step begins, dots while it works, a line when it is stored. */
final class Progress implements RunObserver, AutoCloseable {
    private final Screen screen;
    private final ScheduledExecutorService clock;
    private long began;
    private @Nullable ScheduledFuture<?> dots;

    Progress(Screen screen) {
        this.screen = screen;
        this.clock = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "progress");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof RunEvent.Resumed resumed) {
            goingOn(resumed.step());
        } else if (event instanceof RunEvent.TakenOver taken) {
            goingOn(taken.step());
        } else if (event instanceof RunEvent.Reopened reopened) {
            goingOn(reopened.step());
        } else if (event instanceof RunEvent.StepStarted started) {
            begin(started.step() + (started.attempt() > 1 ? " (attempt " + started.attempt() + ")" : ""));
        } else if (event instanceof RunEvent.Custom customEvent) {
            screen.line("  … " + customEvent.event());
        } else if (event instanceof RunEvent.StepModified modified) {
            screen.line("  … " + modified.hook() + " has changed what " + modified.step() + " works on");
        } else if (event instanceof RunEvent.StepFinished finished) {
            end("✓ " + finished.step() + " done and stored");
        } else if (event instanceof RunEvent.StepRetrying retrying) {
            end("! " + retrying.step() + ": " + retrying.message() + "; trying again");
        } else if (event instanceof RunEvent.QuestionAsked || event instanceof RunEvent.Parked) {
            quiet();
        }
    }

    private void goingOn(String step) {
        screen.line("Going on at '" + step + "'. What was done before is stored; nothing is recomputed.");
    }

    private void begin(String what) {
        quiet();
        began = System.nanoTime();
        screen.line("▸ " + what + " …");
        dots = clock.scheduleAtFixedRate(
                () -> screen.line("  … still working, " + seconds() + " s"), 5, 5, TimeUnit.SECONDS);
    }

    private void end(String what) {
        quiet();
        screen.line(what + " (" + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " ms)");
    }

    private void quiet() {
        if (dots != null) {
            dots.cancel(false);
            dots = null;
        }
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
