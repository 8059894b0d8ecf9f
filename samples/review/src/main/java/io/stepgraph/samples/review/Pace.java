package io.stepgraph.samples.review;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Slows the program down so that a person, or a test, has the time to kill it at a certain place: at the beginning of each step, at
 * its end before the result is stored, and between two steps. The place is printed, alone on a line.
 *
 * @param pause how long to stay at each place
 * @param screen where the places are printed
 */
record Pace(Duration pause, Screen screen) implements StepHook, Consumer<RunEvent> {

    @Override
    public HookDecision before(StepCall call) throws InterruptedException {
        stay("begin " + call.step());
        return HookDecision.proceed();
    }

    @Override
    public HookTransition after(StepCall call, HookTransition transition) throws InterruptedException {
        stay("unstored " + call.step());
        return transition;
    }

    @Override
    public void accept(RunEvent event) {
        try {
            if (event instanceof RunEvent.StepFinished finished) {
                stay("stored " + finished.step());
            } else if (event instanceof RunEvent.Interrupted asked) {
                stay("stored " + asked.ticket().interrupt());
            } else if (event instanceof RunEvent.Answered) {
                stay("stored answer");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void stay(String place) throws InterruptedException {
        screen.line("  · " + place);
        Thread.sleep(pause.toMillis());
    }
}
