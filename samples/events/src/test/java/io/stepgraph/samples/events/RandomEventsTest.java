package io.stepgraph.samples.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.stepgraph.samples.events.Event.UserInput;
import io.stepgraph.samples.events.Phase.ShuttingDown;
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
                List<Event> events = RandomEvents.of(seed, EVENTS);
                assertThatCode(() -> property.accept(events))
                        .as("seed %d", seed)
                        .doesNotThrowAnyException();
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
}
