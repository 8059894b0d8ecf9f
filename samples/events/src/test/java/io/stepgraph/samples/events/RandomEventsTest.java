package io.stepgraph.samples.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.samples.events.Action.Shutdown;
import io.stepgraph.samples.events.Action.WaitForInput;
import io.stepgraph.samples.events.Event.LlmFailed;
import io.stepgraph.samples.events.Event.PostToolsHookCompleted;
import io.stepgraph.samples.events.Event.RetryTimeoutFired;
import io.stepgraph.samples.events.Event.ShutdownRequested;
import io.stepgraph.samples.events.Event.ToolCompleted;
import io.stepgraph.samples.events.Event.ToolProgress;
import io.stepgraph.samples.events.Event.UserInput;
import io.stepgraph.samples.events.Phase.CallingLlm;
import io.stepgraph.samples.events.Phase.ExecutingTools;
import io.stepgraph.samples.events.Phase.PostToolsHook;
import io.stepgraph.samples.events.Phase.ShuttingDown;
import io.stepgraph.samples.events.Phase.WaitingForUserInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Properties that hold for each sequence of events. */
final class RandomEventsTest {
    private static final int SEQUENCES = 75;
    private static final int EVENTS = 500;
    private static final int MAX_CALLS = 3;

    private static void inEachSequence(int sequences, Consumer<List<Event>> property) {
        // Random events are mostly out of turn; each is a warning.
        Logged.nowhere(() -> {
            for (long seed = 0; seed < sequences; seed++) {
                RandomEvents.check(seed, EVENTS, property);
            }
        });
    }

    @Test
    void theSameEventsGiveTheSameActionsAlsoWithoutStepgraph() {
        inEachSequence(SEQUENCES, events -> {
            Driven one = Driven.generated(MAX_CALLS);
            Driven two = Driven.generated(MAX_CALLS);
            Driven byHand = Driven.handWritten(MAX_CALLS);
            for (Event event : events) {
                Action action = one.handle(event);
                assertThat(two.handle(event)).isEqualTo(action);
                assertThat(byHand.handle(event)).isEqualTo(action);
                assertThat(byHand.session().phase).isEqualTo(one.session().phase);
            }
            assertThat(byHand.stateNow()).isEqualTo(one.stateNow());
        });
    }

    @Test
    void anInvalidEventChangesNothing() {
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            for (Event event : events) {
                List<Object> before = machine.stateNow();
                boolean isValid = isValid(machine.session().phase, event);
                Action action = machine.handle(event);
                if (!isValid) {
                    assertThat(action).isEqualTo(new WaitForInput());
                    assertThat(machine.stateNow()).isEqualTo(before);
                }
            }
        });
    }

    /** The table once more, as a list of pairs. */
    private static boolean isValid(Phase phase, Event event) {
        if (phase instanceof ShuttingDown) {
            return false;
        }
        if (event instanceof UserInput || event instanceof ShutdownRequested) {
            return true;
        }
        if (event instanceof ToolCompleted completed) {
            return phase instanceof ExecutingTools executing
                    && new ToolTurn(executing.executions()).isOpen(completed.callId());
        }
        if (event instanceof PostToolsHookCompleted) {
            return phase instanceof PostToolsHook;
        }
        if (event instanceof RetryTimeoutFired) {
            return phase instanceof Phase.Error;
        }
        return phase instanceof CallingLlm && !(event instanceof ToolProgress);
    }

    @Test
    void theConversationGrowsOnlyByMessages() {
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            for (Event event : events) {
                List<Message> before = List.copyOf(machine.session().conversation);
                machine.handle(event);
                List<Message> after = machine.session().conversation;
                assertThat(after.subList(0, before.size())).isEqualTo(before);
                if (after.size() > before.size()) {
                    assertThat(event).isInstanceOfAny(UserInput.class, Event.Completed.class, ToolCompleted.class);
                }
            }
        });
    }

    @Test
    void failedCallsAreBounded() {
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            for (Event event : events) {
                machine.handle(event);
                if (machine.session().phase instanceof CallingLlm calling) {
                    assertThat(calling.retries()).isLessThan(MAX_CALLS);
                }
            }
        });
    }

    @Test
    void enoughFailuresLeadBackToTheUser() {
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            events.forEach(machine::handle);
            if (machine.session().phase instanceof CallingLlm) {
                for (int i = 0; i < MAX_CALLS; i++) {
                    machine.handle(new LlmFailed("down"));
                    machine.handle(new RetryTimeoutFired());
                }
                assertThat(machine.session().phase).isEqualTo(new WaitingForUserInput());
            }
        });
    }

    @Test
    void aShutdownEndsTheSessionAnywhere() {
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            events.forEach(machine::handle);
            boolean isOver = machine.session().phase instanceof ShuttingDown;
            assertThat(machine.handle(new ShutdownRequested())).isEqualTo(isOver ? new WaitForInput() : new Shutdown());
        });
    }

    @Test
    void theConversationIsInOrder() {
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            events.forEach(machine::handle);
            List<ToolCall> open = new ArrayList<>();
            for (Message message : machine.session().conversation) {
                if (message instanceof Message.Tool tool) {
                    assertThat(tool.callId()).isEqualTo(open.remove(0).id());
                } else {
                    assertThat(open)
                            .as("calls without a result before " + message)
                            .isEmpty();
                }
                if (message instanceof Message.Assistant answer) {
                    open.addAll(answer.toolCalls());
                }
            }
        });
    }

    @Test
    void noMessageOfTheUserIsLostOrTakenTwice() {
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            List<String> sent = new ArrayList<>();
            for (Event event : events) {
                if (event instanceof UserInput input && !(machine.session().phase instanceof ShuttingDown)) {
                    sent.add(input.message());
                }
                machine.handle(event);
            }
            assertThat(Stream.concat(
                            machine.session().conversation.stream()
                                    .filter(Message.User.class::isInstance)
                                    .map(message -> ((Message.User) message).text()),
                            machine.session().queued.stream()))
                    .isEqualTo(sent);
        });
    }

    @Test
    void aMachineThatIsRestoredAfterEachEventDoesTheSame() {
        inEachSequence(SEQUENCES / 8, events -> {
            Driven live = Driven.generated(MAX_CALLS);
            Driven restored = Driven.restored(MAX_CALLS);
            for (Event event : events) {
                assertThat(restored.handle(event)).isEqualTo(live.handle(event));
            }
            assertThat(restored.stateNow()).isEqualTo(live.stateNow());
        });
    }

    @Test
    void theSequencesReachEachState() {
        Set<Class<?>> reached = new HashSet<>();
        inEachSequence(SEQUENCES, events -> {
            Driven machine = Driven.generated(MAX_CALLS);
            for (Event event : events) {
                machine.handle(event);
                reached.add(machine.session().phase.getClass());
            }
        });
        assertThat(reached).hasSize(Phase.class.getPermittedSubclasses().length);
    }

    @Test
    void aFailingSequenceIsMadeShort() {
        assertThatThrownBy(() -> RandomEvents.check(
                        1, EVENTS, events -> assertThat(events).noneMatch(RetryTimeoutFired.class::isInstance)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("Seed 1 fails, and so do these events alone: [RetryTimeoutFired[]]");
    }
}
