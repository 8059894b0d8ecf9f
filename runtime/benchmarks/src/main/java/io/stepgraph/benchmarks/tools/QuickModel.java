package io.stepgraph.benchmarks.tools;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.util.List;

/** A model that takes no time: it calls the tool, and then answers in ten pieces. */
final class QuickModel implements StreamingChatModel {
    static final String ANSWER = "You have ordered one lamp, and you have paid for it.";

    private static final List<String> PIECES = List.of(ANSWER.split("(?<= )", -1));
    private static final AiMessage SAID = AiMessage.from(ANSWER);
    private static final AiMessage CALL = AiMessage.from(ToolExecutionRequest.builder()
            .id("call-1")
            .name(Orders.TOOL)
            .arguments("{\"" + Orders.PARAMETER + "\":\"A-1\"}")
            .build());
    private static final PartialResponseContext CONTEXT = new PartialResponseContext(new StreamingHandle() {
        @Override
        public void cancel() {}

        @Override
        public boolean isCancelled() {
            return false;
        }
    });

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        if (request.messages().get(request.messages().size() - 1) instanceof UserMessage) {
            handler.onCompleteResponse(ChatResponse.builder().aiMessage(CALL).build());
            return;
        }
        PIECES.forEach(piece -> handler.onPartialResponse(new PartialResponse(piece), CONTEXT));
        handler.onCompleteResponse(ChatResponse.builder().aiMessage(SAID).build());
    }
}
