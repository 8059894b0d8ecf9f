package io.stepgraph.samples.events.terminal;

import io.stepgraph.samples.events.Action;
import io.stepgraph.samples.events.Action.DisplayError;
import io.stepgraph.samples.events.Action.DisplayMessage;
import io.stepgraph.samples.events.Action.ExecuteTools;
import io.stepgraph.samples.events.Action.RunPostToolsHook;
import io.stepgraph.samples.events.Action.SendLlmRequest;
import io.stepgraph.samples.events.Event;
import io.stepgraph.samples.events.EventMachine;
import io.stepgraph.samples.events.Phase;
import io.stepgraph.samples.events.ToolCall;
import io.stepgraph.samples.events.ToolOutcome;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Feeds one event after the other into the machine, saves the session after each, and has the actions performed. */
final class Driver {
    private final EventMachine machine;
    private final SessionFile file;
    private final Performer performer;
    private final Inbox inbox;
    private final Screen screen;
    private @Nullable ModelCall currentCall;

    Driver(EventMachine machine, SessionFile file, Performer performer, Inbox inbox, Screen screen) {
        this.machine = machine;
        this.file = file;
        this.performer = performer;
        this.inbox = inbox;
        this.screen = screen;
    }

    /**
     * Works until the session is shut down, or until the user's input is over and nothing is left to do.
     *
     * @return whether the session is shut down
     */
    boolean run() throws IOException, InterruptedException {
        resume();
        boolean isInputOver = false;
        while (!machine.isShutDown() && !(isInputOver && isWaiting())) {
            Inbox.Arrival arrival = inbox.take();
            if (arrival instanceof Inbox.Happened happened) {
                if (happened.call() == null || happened.call() == currentCall) { // else it is late
                    handle(happened.event());
                }
            } else if (arrival instanceof Inbox.Noted noted) {
                screen.note(noted.text());
            } else {
                isInputOver = true;
            }
        }
        return machine.isShutDown();
    }

    /** Starts again what an earlier process had begun, but executes no tool twice that changes something. */
    private void resume() {
        Action pending = machine.pendingAction();
        if (pending instanceof ExecuteTools open) {
            for (ToolCall call : open.calls()) {
                if (performer.isMutating(call)) {
                    inbox.post(new Event.ToolCompleted(call.id(), ToolOutcome.Failure.INTERRUPTED));
                } else {
                    execute(call);
                }
            }
        } else {
            perform(pending);
        }
        entered(machine.session().phase);
    }

    private void handle(Event event) throws IOException {
        Phase before = machine.session().phase;
        Action action = machine.handle(event);
        file.write(machine.snapshot());
        if (event instanceof Event.ToolCompleted completed) {
            screen.note("= " + completed.outcome().text());
        }
        perform(action);
        if (!machine.session().phase.equals(before)) {
            entered(machine.session().phase);
        }
    }

    private void perform(Action action) {
        if (action instanceof SendLlmRequest send) {
            currentCall = performer.call(send.request());
        } else if (action instanceof ExecuteTools tools) {
            tools.calls().forEach(this::execute);
        } else if (action instanceof RunPostToolsHook hook) {
            performer.commit(hook.completedTools());
        } else if (action instanceof DisplayMessage message) {
            screen.piece(message.text());
        } else if (action instanceof DisplayError error) {
            screen.note("The model failed too often: " + error.text());
            machine.session().queued.forEach(message -> screen.note("Goes with your next message: " + message));
        }
    }

    private void execute(ToolCall call) {
        screen.note(call.toolName() + " " + call.arguments());
        performer.execute(call);
    }

    private void entered(Phase phase) {
        if (phase instanceof Phase.Error error) {
            long millis = performer.scheduleRetry(error.retries()).toMillis();
            screen.note("The model failed: " + error.error() + " It is called again in " + millis + " ms.");
        } else if (phase instanceof Phase.WaitingForUserInput) {
            screen.prompt();
        }
    }

    private boolean isWaiting() {
        return machine.session().phase instanceof Phase.WaitingForUserInput;
    }
}
