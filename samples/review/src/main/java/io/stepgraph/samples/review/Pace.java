package io.stepgraph.samples.review;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import java.time.Duration;

/**
 * Gives a person, or a test, the time to kill the program at a certain place: at the beginning of each step, in its
 * middle while the model thinks or the summary is written but not yet moved, at its end before the result is stored,
 * and between two steps. Each place is printed, alone on a line.
 */
final class Pace implements StepHook, RunObserver {
    private static final Duration FOREVER = Duration.ofDays(1);

    private final Screen screen;
    private final Duration pause;
    private final String last;
    private volatile String step = "";

    /**
     * A pace.
     *
     * @param screen where the places are printed
     * @param pause how long to stay at each place
     * @param last the place to stay at until killed; empty for none
     */
    Pace(Screen screen, Duration pause, String last) {
        this.screen = screen;
        this.pause = pause;
        this.last = last;
    }

    /** The same model, which takes its time. */
    ChatModel of(ChatModel model) {
        return new ChatModel() {
            @Override
            public ChatResponse chat(ChatRequest request) {
                stay("in " + step);
                return model.chat(request);
            }
        };
    }

    @Override
    public HookDecision before(StepCall call) {
        step = call.step();
        stay("begin " + step);
        return HookDecision.proceed();
    }

    @Override
    public HookTransition after(StepCall call, HookTransition transition) {
        stay("unstored " + call.step());
        return transition;
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof RunEvent.StepFinished finished) {
            stay("stored " + finished.step());
        } else if (event instanceof RunEvent.Custom customEvent) {
            stay("in " + customEvent.step());
        } else if (event instanceof RunEvent.QuestionAsked asked) {
            stay("stored " + asked.ticket().interrupt());
        } else if (event instanceof RunEvent.Answered) {
            stay("stored answer");
        }
    }

    private void stay(String place) {
        screen.line("  · " + place);
        try {
            Thread.sleep((place.equals(last) ? FOREVER : pause).toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
