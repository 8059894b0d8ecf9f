package io.stepgraph.samples.review.editor;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.stepgraph.samples.review.Prompts;
import io.stepgraph.samples.review.Sections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chat model that is not a language model: it answers the three {@link Prompts} by measuring the text, without
 * network and the same way each time.
 *
 * <ul>
 *   <li>The draft consists of the text's own most central sentences.
 *   <li>The critique names what can be measured: long sentences, repetition, filler words, key terms left out.
 *   <li>The revision does what the critique says, and keeps only those changes that do not make the draft worse.
 * </ul>
 *
 * It knows English words best; texts in other languages are split and ranked, but hardly shortened. Its time and memory
 * grow in proportion to the text. Stateless, so one object serves all threads.
 *
 * <pre>{@code
 * ChatModel model = new LocalEditor();
 * String draft = model.chat(Prompts.draft(text));
 * }</pre>
 */
public final class LocalEditor implements ChatModel {

    static final String NAME = "local-editor";

    /**
     * Answers the last user message.
     *
     * @throws InvalidRequestException if that message is not one of the {@link Prompts}
     */
    @Override
    public ChatResponse doChat(ChatRequest request) {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(answer(lastUserText(request.messages()))))
                .modelName(NAME)
                .finishReason(FinishReason.STOP)
                .build();
    }

    private static String answer(String prompt) {
        Sections sections = Sections.parse(prompt);
        String source = sections.body("source");
        String draft = sections.body("draft");
        String critique = sections.body("critique");
        // Comparing whole prompts refuses one with an added wish, which would otherwise be ignored in silence.
        if (source != null && prompt.equals(Prompts.draft(source))) {
            return Draft.of(Text.of(source));
        }
        if (source != null && draft != null && prompt.equals(Prompts.critique(source, draft))) {
            return new Critic(Text.of(source)).critique(draft).text();
        }
        if (source != null
                && draft != null
                && critique != null
                && prompt.equals(Prompts.revise(source, draft, critique))) {
            return Revision.of(Text.of(source), draft, Critique.parse(critique));
        }
        throw unknown(prompt);
    }

    private static String lastUserText(List<ChatMessage> messages) {
        @Nullable UserMessage last = null;
        for (ChatMessage message : messages) {
            if (message instanceof UserMessage user) {
                last = user;
            }
        }
        if (last == null || !last.hasSingleText()) {
            throw unknown("");
        }
        return last.singleText();
    }

    private static InvalidRequestException unknown(String prompt) {
        String start = prompt.length() <= 60 ? prompt : prompt.substring(0, 60) + "...";
        return new InvalidRequestException("The local editor answers only the prompts of " + Prompts.class.getName()
                + " (draft, critique, revise), but was asked: \"" + start.replace('\n', ' ')
                + "\". Use one of these, or a real model.");
    }
}
