package io.stepgraph.samples.chat;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.ChatEvent.ToolCalled;
import io.stepgraph.samples.chat.ChatEvent.ToolDone;

/** Shows what the agent does: its words as they come, and a line for each call of a tool. */
final class Display implements RunObserver {
    private final Screen screen;
    private boolean hasSpoken;

    Display(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof RunEvent.Custom told) {
            show(told.event());
        } else if (event instanceof RunEvent.StepRetrying retrying) {
            screen.line("  ! " + retrying.message() + " Trying again in "
                    + retrying.delay().toMillis() + " ms.");
        } else if (event instanceof RunEvent.TakenOver) {
            screen.line("  (The last program was cut off. Continuing where it was.)");
        }
    }

    private void show(Object event) {
        if (event instanceof Token token) {
            screen.part(token.text());
            hasSpoken = true;
        } else if (event instanceof ToolCalled called) {
            screen.line("  > " + called.tool() + " " + called.arguments().replaceAll("\\s+", " "));
        } else if (event instanceof ToolDone done && done.result().failed()) {
            screen.line("  ! " + done.result().tool() + " failed");
        }
    }

    /** Shows an answer, unless its words were shown as they came. */
    void finish(Answer answer) {
        if (!hasSpoken) {
            screen.line(answer.text());
        }
        screen.endLine();
        hasSpoken = false;
    }
}
