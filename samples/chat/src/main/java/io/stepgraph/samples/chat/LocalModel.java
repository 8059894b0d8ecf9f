package io.stepgraph.samples.chat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A stand-in for those who have no key to a model. It understands nothing: it looks for the words of a question in the
 * documents, by the same tools as a model, and quotes what it finds. It streams its words one by one, in a thread of
 * their own.
 *
 * @param pause how long it waits before each word
 */
public record LocalModel(Duration pause) implements StreamingChatModel {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=\\s)(?=\\S)");

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        Thread speaker = new Thread(() -> speak(LocalAnswers.next(request.messages()), handler), "local model");
        speaker.setDaemon(true);
        speaker.start();
    }

    private void speak(AiMessage message, StreamingChatResponseHandler handler) {
        PartialResponseContext context = new PartialResponseContext(new Handle(Thread.currentThread()));
        try {
            for (String word : BETWEEN_WORDS.split(Objects.requireNonNullElse(message.text(), ""), -1)) {
                Thread.sleep(pause.toMillis());
                if (!word.isEmpty()) {
                    handler.onPartialResponse(new PartialResponse(word), context);
                }
            }
            handler.onCompleteResponse(ChatResponse.builder().aiMessage(message).build());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the reader cancel the answer, also in a pause. */
    private record Handle(Thread speaker) implements StreamingHandle {
        @Override
        public void cancel() {
            speaker.interrupt();
        }

        @Override
        public boolean isCancelled() {
            return speaker.isInterrupted();
        }
    }
}
