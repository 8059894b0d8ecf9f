package io.stepgraph.samples.events.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.stepgraph.PermissionMode;
import io.stepgraph.samples.events.CodingAgent;
import io.stepgraph.samples.events.Event;
import io.stepgraph.samples.events.EventMachine;
import io.stepgraph.samples.events.Message;
import io.stepgraph.samples.events.model.Chat;
import io.stepgraph.samples.events.tools.Tool;
import io.stepgraph.samples.events.tools.Toolbox;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The driver with a model and tools of the test. */
final class DriverTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final List<List<ChatMessage>> requests = new ArrayList<>();
    private final CyclicBarrier together = new CyclicBarrier(2);

    /** Answers by the number of the request, with an error or a message. */
    private StreamingChatModel model(Function<Integer, Object> answers) {
        return new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                requests.add(request.messages());
                Object answer = answers.apply(requests.size());
                if (answer instanceof RuntimeException failure) {
                    handler.onError(failure);
                } else {
                    handler.onPartialResponse("…");
                    handler.onCompleteResponse(
                            ChatResponse.builder().aiMessage((AiMessage) answer).build());
                }
            }
        };
    }

    /** Two calls of this tool end only if both are executed at the same time. */
    private final class Meet implements Tool {
        private final boolean isMutating;

        Meet(boolean isMutating) {
            this.isMutating = isMutating;
        }

        @Override
        public ToolSpecification specification() {
            return ToolSpecification.builder()
                    .name(isMutating ? "change" : "look")
                    .build();
        }

        @Override
        public boolean isMutating() {
            return isMutating;
        }

        @Override
        public Object execute(JsonNode arguments) {
            try {
                return together.await(20, TimeUnit.SECONDS) >= 0;
            } catch (Exception alone) {
                throw new IllegalStateException(alone);
            }
        }
    }

    private final Toolbox tools = new Toolbox(PermissionMode.ACCEPT_EDITS, List.of(new Meet(false), new Meet(true)));
    private final CodingAgent agent = new CodingAgent(tools, 3);

    private String drive(EventMachine machine, StreamingChatModel model, Event... events) throws Exception {
        return drive(machine, tools, model, events);
    }

    private String drive(EventMachine machine, Toolbox tools, StreamingChatModel model, Event... events)
            throws Exception {
        Inbox inbox = new Inbox();
        for (Event event : events) {
            inbox.post(event);
        }
        inbox.post(new Inbox.InputEnded());
        try (SessionFile file = SessionFile.open(folder);
                Performer performer = new Performer(inbox, model, tools, new Git(folder), Duration.ofMillis(1))) {
            Screen screen = new Screen(new PrintStream(shown, true, StandardCharsets.UTF_8));
            new Driver(machine, file, performer, inbox, screen).run();
            String snapshot = file.read();
            assertThat(snapshot).isEqualTo(machine.snapshot());
        }
        return shown.toString(StandardCharsets.UTF_8);
    }

    private static AiMessage calls(String... names) {
        List<ToolExecutionRequest> requests = new ArrayList<>();
        for (String name : names) {
            requests.add(ToolExecutionRequest.builder()
                    .id("call-" + requests.size())
                    .name(name)
                    .arguments("{}")
                    .build());
        }
        return AiMessage.from(requests);
    }

    @Test
    void theToolsOfATurnAreExecutedInParallel() throws Exception {
        EventMachine machine = EventMachine.start(agent);

        drive(
                machine,
                model(number -> number == 1 ? calls("look", "look") : AiMessage.from("done")),
                new Event.UserInput("go"));

        assertThat(machine.session().conversation)
                .endsWith(
                        new Message.Tool("call-0", "look", "true"),
                        new Message.Tool("call-1", "look", "true"),
                        new Message.Assistant("done", List.of()));
    }

    @Test
    void aHookThatFailsDoesNotStopTheAgent() throws Exception {
        EventMachine machine = EventMachine.start(agent);

        String screen = drive(
                machine,
                model(number -> number == 1 ? calls("change", "look") : AiMessage.from("done")),
                new Event.UserInput("go"));

        assertThat(screen).contains("git rev-parse failed");
        assertThat(machine.session().conversation).endsWith(new Message.Assistant("done", List.of()));
    }

    @Test
    void aFailedCallIsMadeAgainAfterTheBackoff() throws Exception {
        String screen = drive(
                EventMachine.start(agent),
                model(number -> number < 3 ? new IllegalStateException("busy" + number) : AiMessage.from("done")),
                new Event.UserInput("go"));

        assertThat(requests).hasSize(3);
        assertThat(screen).contains("busy1 It is called again in 1 ms.", "busy2 It is called again in 2 ms.");
    }

    @Test
    void theLastFailureIsShown() throws Exception {
        String screen = drive(
                EventMachine.start(agent),
                model(number -> new IllegalStateException("busy")),
                new Event.UserInput("go"));

        assertThat(requests).hasSize(3);
        assertThat(screen).contains("The model failed too often: busy");
    }

    @Test
    void aModelThatThrowsHasFailed() throws Exception {
        drive(
                EventMachine.start(agent),
                model(number -> {
                    throw new IllegalStateException("no network");
                }),
                new Event.UserInput("go"));

        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("no network");
    }

    @Test
    void aToolThatBreaksDownIsAFailureThatTheModelReads() throws Exception {
        Tool broken = new Tool() {
            @Override
            public ToolSpecification specification() {
                return ToolSpecification.builder().name("break").build();
            }

            @Override
            public Object execute(JsonNode arguments) {
                throw new OutOfMemoryError("of the test");
            }
        };
        CodingAgent fragile = new CodingAgent(new Toolbox(PermissionMode.DEFAULT, List.of(broken)), 3);
        EventMachine machine = EventMachine.start(fragile);

        drive(
                machine,
                new Toolbox(PermissionMode.DEFAULT, List.of(broken)),
                model(number -> number == 1 ? calls("break") : AiMessage.from("done")),
                new Event.UserInput("go"));

        assertThat(machine.session().conversation)
                .contains(new Message.Tool(
                        "call-0", "break", "The tool failed: java.lang.OutOfMemoryError: of the test"));
    }

    @Test
    void aCallThatWasCutOffDoesNotSpoilTheNextRequest() throws Exception {
        AiMessage cutOff = AiMessage.from(ToolExecutionRequest.builder()
                .id("1")
                .name("look")
                .arguments("{\"path\":\"a")
                .build());

        drive(
                EventMachine.start(agent),
                model(number -> number == 1 ? cutOff : AiMessage.from("done")),
                new Event.UserInput("go"));

        AiMessage sent = (AiMessage) requests.get(1).get(2);
        assertThat(sent.toolExecutionRequests().get(0).arguments()).isEqualTo("{}");
    }

    @Test
    void aShutdownEndsTheSessionAtOnce() throws Exception {
        EventMachine machine = EventMachine.start(agent);

        drive(machine, model(number -> AiMessage.from("done")), new Event.ShutdownRequested());

        assertThat(machine.isShutDown()).isTrue();
        assertThat(requests).isEmpty();
    }

    @Test
    void aRestoredDriverSendsThePendingRequestAgain() throws Exception {
        EventMachine before = EventMachine.start(agent);
        before.handle(new Event.UserInput("go"));
        EventMachine machine = EventMachine.restore(agent, before.snapshot());

        drive(machine, model(number -> AiMessage.from("done")));

        assertThat(requests).hasSize(1);
        assertThat(requests.get(0)).endsWith(UserMessage.from("go"));
        assertThat(machine.session().conversation).endsWith(new Message.Assistant("done", List.of()));
    }

    @Test
    void aRestoredDriverDoesNotRepeatAToolThatChangesSomething() throws Exception {
        EventMachine before = EventMachine.start(agent);
        before.handle(new Event.UserInput("go"));
        before.handle(new Event.Completed(Chat.response(calls("look", "change", "look"))));

        drive(EventMachine.restore(agent, before.snapshot()), model(number -> AiMessage.from("done")));

        List<ChatMessage> sent = requests.get(0);
        assertThat(sent.subList(sent.size() - 3, sent.size()).stream()
                        .map(message -> ((ToolExecutionResultMessage) message).text()))
                .satisfiesExactly(
                        look -> assertThat(look).isEqualTo("true"),
                        change -> assertThat(change).contains("was stopped while it executed this call"),
                        look -> assertThat(look).isEqualTo("true"));
    }

    @Test
    void aRestoredDriverWaitsForTheRetryOnceMore() throws Exception {
        EventMachine before = EventMachine.start(agent);
        before.handle(new Event.UserInput("go"));
        before.handle(new Event.LlmFailed("busy"));

        drive(EventMachine.restore(agent, before.snapshot()), model(number -> AiMessage.from("done")));

        assertThat(requests).hasSize(1);
    }
}
