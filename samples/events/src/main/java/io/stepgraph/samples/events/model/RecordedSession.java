package io.stepgraph.samples.events.model;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.stepgraph.samples.events.ToolOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A model that plays a recorded session, for those without a key. Its tool calls are executed on real files. It finds
 * its place by the conversation: a turn whose tools have all succeeded is over, one with a failure is repeated once,
 * and one that was interrupted always. So it continues after a restart like any model.
 */
public final class RecordedSession implements StreamingChatModel {
    private static final String END =
            "This is the end of the recorded session. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, and a "
                    + "model continues from here.";

    private final List<Turn> turns;
    private final Duration pause;

    private RecordedSession(List<Turn> turns, Duration pause) {
        this.turns = turns;
        this.pause = pause;
    }

    /** One answer. */
    record Turn(String text, List<Call> calls) {}

    /** One tool call. */
    record Call(String tool, Map<String, Object> arguments) {}

    static RecordedSession load(Duration pause) {
        try (InputStream in = RecordedSession.class.getResourceAsStream("recorded-session.json")) {
            Turn[] turns = JsonMapper.shared().readValue(Objects.requireNonNull(in), Turn[].class);
            return new RecordedSession(List.of(turns), pause);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        AiMessage answer = answer(request.messages());
        String text = Objects.requireNonNullElse(answer.text(), "");
        try {
            for (int from = 0; from < text.length(); ) {
                int space = text.indexOf(' ', from);
                int to = space < 0 ? text.length() : space + 1;
                handler.onPartialResponse(text.substring(from, to));
                Thread.sleep(pause.toMillis());
                from = to;
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            handler.onError(ending);
            return;
        }
        handler.onCompleteResponse(ChatResponse.builder().aiMessage(answer).build());
    }

    private AiMessage answer(List<ChatMessage> conversation) {
        int answers = 0;
        int turn = 0;
        int failures = 0;
        String reason = "";
        for (int i = 0; i < conversation.size(); i++) {
            if (conversation.get(i) instanceof AiMessage said) {
                int calls = said.toolExecutionRequests().size();
                String failure = failure(conversation.subList(i + 1, Math.min(i + 1 + calls, conversation.size())));
                boolean isOver = turn < turns.size()
                        && failure.isEmpty()
                        && calls == turns.get(turn).calls().size();
                answers++;
                turn += isOver ? 1 : 0;
                boolean isRefused = !failure.isEmpty() && !failure.equals(ToolOutcome.Failure.INTERRUPTED.text());
                failures = isRefused ? failures + 1 : 0;
                reason = failure;
            }
        }
        if (failures > 1) {
            return AiMessage.from(reason + " I play a recorded session, so I cannot act on that.");
        }
        return turn < turns.size() ? answer(turns.get(turn), answers) : AiMessage.from(END);
    }

    private static AiMessage answer(Turn turn, int number) {
        return AiMessage.builder()
                .text(turn.text())
                .toolExecutionRequests(IntStream.range(0, turn.calls().size())
                        .mapToObj(i -> ToolExecutionRequest.builder()
                                .id("call-" + number + "-" + i)
                                .name(turn.calls().get(i).tool())
                                .arguments(JsonMapper.shared()
                                        .writeValueAsString(turn.calls().get(i).arguments()))
                                .build())
                        .toList())
                .build();
    }

    /** The first failure among the results of a turn; empty if there is none. */
    private static String failure(List<ChatMessage> results) {
        return results.stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(result -> ((ToolExecutionResultMessage) result).text())
                .filter(text -> text.startsWith(ToolOutcome.Failure.PREFIX))
                .findFirst()
                .orElse("");
    }
}
