package narrow;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Several next steps accept the same answer; the one that takes the narrowest type gets it. */
@StepGraph(start = "listen", name = "narrow")
final class Narrow {
    static final class Talk {
        public int events;
    }

    sealed interface Event permits Key, Click, Quit, Scroll, Focus, Blur {}

    /** Itself an event, and a more general one than its subclass. */
    static sealed class Key implements Event permits Letter {}

    static final class Letter extends Key {}

    sealed interface Click extends Event permits Left, Right {}

    record Left() implements Click {}

    record Right() implements Click {}

    record Quit() implements Event {}

    record Scroll() implements Event {}

    record Focus() implements Event {}

    record Blur() implements Event {}

    @Interrupt(answer = Event.class, next = {"ignore", "press", "click", "type", "rightClick"})
    String listen(Talk talk) {
        return "Well?";
    }

    @Step(next = "listen")
    void ignore(Talk talk, Event event) {}

    @Step(next = "listen")
    void press(Talk talk, Key key) {}

    @Step(next = END)
    void click(Talk talk, Click click) {}

    @Step(next = "listen")
    void type(Talk talk, Letter letter) {}

    @Step(next = "listen")
    void rightClick(Talk talk, Right click) {}
}
