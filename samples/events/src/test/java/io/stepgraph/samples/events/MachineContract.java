package io.stepgraph.samples.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.samples.events.Action.DisplayError;
import io.stepgraph.samples.events.Action.DisplayMessage;
import io.stepgraph.samples.events.Action.ExecuteTools;
import io.stepgraph.samples.events.Action.RunPostToolsHook;
import io.stepgraph.samples.events.Action.SendLlmRequest;
import io.stepgraph.samples.events.Action.Shutdown;
import io.stepgraph.samples.events.Action.WaitForInput;
import io.stepgraph.samples.events.Event.Completed;
import io.stepgraph.samples.events.Event.LlmFailed;
import io.stepgraph.samples.events.Event.PostToolsHookCompleted;
import io.stepgraph.samples.events.Event.RetryTimeoutFired;
import io.stepgraph.samples.events.Event.ShutdownRequested;
import io.stepgraph.samples.events.Event.TextDelta;
import io.stepgraph.samples.events.Event.ToolCallDelta;
import io.stepgraph.samples.events.Event.ToolCompleted;
import io.stepgraph.samples.events.Event.ToolProgress;
import io.stepgraph.samples.events.Event.UserInput;
import io.stepgraph.samples.events.Phase.CallingLlm;
import io.stepgraph.samples.events.Phase.ExecutingTools;
import io.stepgraph.samples.events.Phase.Origin;
import io.stepgraph.samples.events.Phase.PostToolsHook;
import io.stepgraph.samples.events.Phase.ShuttingDown;
import io.stepgraph.samples.events.Phase.WaitingForUserInput;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of states and events, row by row, and its rules. */
abstract class MachineContract {
    private static final ToolCall READ = new ToolCall("1", "read_file", "{\"path\":\"a\"}");
    private static final ToolCall EDIT = new ToolCall("2", "edit_file", "{\"path\":\"b\"}");
    private static final ToolOutcome DONE = new ToolOutcome.Success("{\"text\":\"x\"}");
    private static final ToolOutcome FAILED = new ToolOutcome.Failure("no such file");

    private Driven machine = start(3);

    abstract Driven start(int maxCalls);

    private Action feed(Event... events) {
        Action last = new WaitForInput();
        for (Event event : events) {
            last = machine.handle(event);
        }
        return last;
    }

    private static SendLlmRequest request(Message... messages) {
        return new SendLlmRequest(new LlmRequest(List.of(messages)));
    }

    private static Message user(String text) {
        return new Message.User(text);
    }

    private static Completed says(String text, ToolCall... calls) {
        return new Completed(new LlmResponse(text, List.of(calls)));
    }

    private static Message said(String text, ToolCall... calls) {
        return new Message.Assistant(text, List.of(calls));
    }

    private static Message tool(ToolCall call, String text) {
        return new Message.Tool(call.id(), call.toolName(), text);
    }

    private Phase phase() {
        return machine.session().phase;
    }

    @Test
    void aUsersMessageCallsTheModel() {
        assertThat(feed(new UserInput("hello"))).isEqualTo(request(user("hello")));
        assertThat(phase()).isEqualTo(new CallingLlm(0));
    }

    @Nested
    class WhileTheModelIsCalled {
        WhileTheModelIsCalled() {
            feed(new UserInput("hello"));
        }

        @Test
        void textIsShown() {
            assertThat(feed(new TextDelta("Hi"))).isEqualTo(new DisplayMessage("Hi"));
            assertThat(phase()).isEqualTo(new CallingLlm(0));
        }

        @Test
        void aPieceOfAToolCallIsNotShown() {
            assertThat(feed(new ToolCallDelta("1", "read_file", "{"))).isEqualTo(new WaitForInput());
            assertThat(phase()).isEqualTo(new CallingLlm(0));
        }

        @Test
        void anAnswerWithoutToolCallsEndsTheTurn() {
            assertThat(feed(says("Hi"))).isEqualTo(new WaitForInput());
            assertThat(phase()).isEqualTo(new WaitingForUserInput());
            assertThat(machine.session().conversation).containsExactly(user("hello"), said("Hi"));
        }

        @Test
        void anAnswerWithToolCallsExecutesThem() {
            assertThat(feed(says("", READ, EDIT))).isEqualTo(new ExecuteTools(List.of(READ, EDIT)));
            assertThat(phase())
                    .isEqualTo(
                            new ExecutingTools(List.of(new ToolExecution(READ, null), new ToolExecution(EDIT, null))));
        }

        @Test
        void aFailureIsTriedAgainAfterTheTimeout() {
            assertThat(feed(new LlmFailed("overloaded"))).isEqualTo(new WaitForInput());
            assertThat(phase()).isEqualTo(new Phase.Error("overloaded", 1, Origin.LLM));

            assertThat(feed(new RetryTimeoutFired())).isEqualTo(request(user("hello")));
            assertThat(phase()).isEqualTo(new CallingLlm(1));
        }

        @Test
        void theLastFailureIsShown() {
            feed(new LlmFailed("one"), new RetryTimeoutFired(), new LlmFailed("two"), new RetryTimeoutFired());

            assertThat(feed(new LlmFailed("three"))).isEqualTo(new DisplayError("three"));
            assertThat(phase()).isEqualTo(new WaitingForUserInput());
        }

        @Test
        void anAnswerEndsTheCountOfFailures() {
            feed(new LlmFailed("one"), new RetryTimeoutFired(), says("Hi"), new UserInput("more"));

            assertThat(phase()).isEqualTo(new CallingLlm(0));
        }

        @Test
        void aUsersMessageIsQueuedAndTakenUpAfterTheAnswer() {
            assertThat(feed(new UserInput("and this"))).isEqualTo(new WaitForInput());
            assertThat(machine.session().conversation).containsExactly(user("hello"));

            assertThat(feed(says("Hi"))).isEqualTo(request(user("hello"), said("Hi"), user("and this")));
            assertThat(machine.session().queued).isEmpty();
        }

        @Test
        void aQueuedMessageOutlivesTheLastFailureAndGoesWithTheNextOne() {
            machine = start(1);
            feed(new UserInput("hello"), new UserInput("and this"));

            assertThat(feed(new LlmFailed("down"))).isEqualTo(new DisplayError("down"));
            assertThat(feed(new UserInput("again"))).isEqualTo(request(user("hello"), user("and this"), user("again")));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0, -1})
    void withOneCallTheFirstFailureGivesUp(int maxCalls) {
        machine = start(maxCalls);
        feed(new UserInput("hello"));

        assertThat(feed(new LlmFailed("down"))).isEqualTo(new DisplayError("down"));
    }

    @Nested
    class WhileToolsAreExecuted {
        WhileToolsAreExecuted() {
            feed(new UserInput("hello"), says("", READ, EDIT));
        }

        @Test
        void theMachineWaitsForTheOthers() {
            assertThat(feed(new ToolCompleted("2", DONE))).isEqualTo(new WaitForInput());
            assertThat(phase())
                    .isEqualTo(
                            new ExecutingTools(List.of(new ToolExecution(READ, null), new ToolExecution(EDIT, DONE))));
            assertThat(machine.session().conversation).hasSize(2);
        }

        @Test
        void theHookFollowsAMutatingToolThatSucceeded() {
            List<ToolExecution> all = List.of(new ToolExecution(READ, FAILED), new ToolExecution(EDIT, DONE));

            assertThat(feed(new ToolCompleted("2", DONE), new ToolCompleted("1", FAILED)))
                    .isEqualTo(new RunPostToolsHook(all));
            assertThat(phase()).isEqualTo(new PostToolsHook(all));
        }

        @Test
        void noHookFollowsAMutatingToolThatFailed() {
            assertThat(feed(new ToolCompleted("1", DONE), new ToolCompleted("2", FAILED)))
                    .isEqualTo(request(
                            user("hello"),
                            said("", READ, EDIT),
                            tool(READ, "{\"text\":\"x\"}"),
                            tool(EDIT, "The tool failed: no such file")));
            assertThat(phase()).isEqualTo(new CallingLlm(0));
        }

        @Test
        void toolMessagesAreInTheOrderOfTheRequest() {
            feed(new ToolCompleted("2", FAILED), new ToolCompleted("1", DONE));

            assertThat(machine.session().conversation.subList(2, 4))
                    .containsExactly(tool(READ, "{\"text\":\"x\"}"), tool(EDIT, "The tool failed: no such file"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"1", "3", ""})
        void aRepeatedOrUnknownCallChangesNothing(String callId) {
            feed(new ToolCompleted("1", DONE));
            List<Object> before = machine.stateNow();

            assertThat(feed(new ToolCompleted(callId, FAILED))).isEqualTo(new WaitForInput());
            assertThat(machine.stateNow()).isEqualTo(before);
        }

        @Test
        void aUsersMessageIsQueuedUntilTheTurnIsOver() {
            feed(new UserInput("and this"), new ToolCompleted("1", DONE), new ToolCompleted("2", FAILED));
            assertThat(machine.session().queued).containsExactly("and this");

            assertThat(feed(says("Hi"))).isInstanceOf(SendLlmRequest.class);
            assertThat(machine.session().conversation).endsWith(said("Hi"), user("and this"));
        }
    }

    @Test
    void aToolThatOnlyReadsHasNoHook() {
        feed(new UserInput("hello"), says("", READ));

        assertThat(feed(new ToolCompleted("1", DONE)))
                .isEqualTo(request(user("hello"), said("", READ), tool(READ, "{\"text\":\"x\"}")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theModelIsCalledAfterTheHookWhateverItDid(boolean actionTaken) {
        feed(new UserInput("hello"), says("", EDIT), new ToolCompleted("2", DONE));

        assertThat(feed(new PostToolsHookCompleted(actionTaken)))
                .isEqualTo(request(user("hello"), said("", EDIT), tool(EDIT, "{\"text\":\"x\"}")));
        assertThat(phase()).isEqualTo(new CallingLlm(0));
    }

    /** The events that lead into each state, and those that change something there. */
    private record Place(List<Event> path, List<Class<? extends Event>> known) {
        @Override
        public String toString() {
            return path.isEmpty()
                    ? "at the start"
                    : "after " + path.get(path.size() - 1).getClass().getSimpleName();
        }
    }

    private static Stream<Place> places() {
        UserInput hello = new UserInput("hello");
        return Stream.of(
                new Place(List.of(), List.of(UserInput.class)),
                new Place(
                        List.of(hello),
                        List.of(
                                UserInput.class,
                                TextDelta.class,
                                ToolCallDelta.class,
                                Completed.class,
                                LlmFailed.class)),
                new Place(List.of(hello, says("", READ, EDIT)), List.of(UserInput.class, ToolCompleted.class)),
                new Place(
                        List.of(hello, says("", EDIT), new ToolCompleted("2", DONE)),
                        List.of(UserInput.class, PostToolsHookCompleted.class)),
                new Place(List.of(hello, new LlmFailed("down")), List.of(UserInput.class, RetryTimeoutFired.class)));
    }

    private static List<Event> oneOfEach() {
        return List.of(
                new UserInput("more"),
                new TextDelta("late"),
                new ToolCallDelta("1", "read_file", "{"),
                says("late", READ),
                new LlmFailed("late"),
                new ToolProgress("1", "half"),
                new ToolCompleted("1", DONE),
                new PostToolsHookCompleted(true),
                new RetryTimeoutFired());
    }

    @ParameterizedTest
    @MethodSource("places")
    void anyOtherEventChangesNothingAndIsLogged(Place place) {
        for (Event event : oneOfEach()) {
            if (!place.known().contains(event.getClass())) {
                machine = start(3);
                place.path().forEach(machine::handle);
                List<Object> before = machine.stateNow();

                String logged = Logged.by(() ->
                        assertThat(machine.handle(event)).as(event.toString()).isEqualTo(new WaitForInput()));

                assertThat(machine.stateNow()).as(event.toString()).isEqualTo(before);
                assertThat(logged)
                        .contains("WARN", event.getClass().getSimpleName() + " does not change " + phase() + ".");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("places")
    void aShutdownEndsEachState(Place place) {
        place.path().forEach(machine::handle);

        assertThat(feed(new ShutdownRequested())).isEqualTo(new Shutdown());
        assertThat(phase()).isEqualTo(new ShuttingDown());
    }

    @Test
    void nothingFollowsAShutdown() {
        feed(new UserInput("hello"), new ShutdownRequested());
        List<Object> before = machine.stateNow();

        for (Event event : oneOfEach()) {
            String logged = Logged.by(() -> assertThat(feed(event)).isEqualTo(new WaitForInput()));
            assertThat(logged).contains("WARN", event.getClass().getSimpleName());
        }
        assertThat(feed(new ShutdownRequested())).isEqualTo(new WaitForInput());
        assertThat(machine.stateNow()).isEqualTo(before);
    }
}
