package io.stepgraph.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ChatMessageType;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;

/** The newest turns of a conversation. A turn begins with a message of the user (K1). */
final class Turns {
    private static final String LEFT_OUT = "[left out: too long]";

    private Turns() {}

    /** Returns the whole turns from the end that have at most so many characters, and at least the present turn. */
    static List<ChatMessage> newest(List<ChatMessage> all, int size, int characters) {
        if (size <= characters) { // the usual case, in which no message has to be written to know its length
            return all.stream()
                    .dropWhile(message -> message.type() != ChatMessageType.USER)
                    .toList();
        }
        int from = last(all, ChatMessageType.USER);
        if (from < 0) {
            return List.of();
        }
        List<ChatMessage> present = all.subList(from, all.size());
        long length = length(present);
        if (length > characters) {
            return shortened(present, length - characters);
        }
        for (int i = from - 1; i >= 0; i--) {
            length += length(all.get(i));
            if (length > characters) {
                break;
            }
            if (all.get(i) instanceof UserMessage) {
                from = i;
            }
        }
        return all.subList(from, all.size());
    }

    private static int last(List<ChatMessage> messages, ChatMessageType type) {
        int index = messages.size() - 1;
        while (index >= 0 && messages.get(index).type() != type) {
            index--;
        }
        return index;
    }

    /** Leaves out the texts of results, the oldest first, but not those that the model has not seen yet. */
    private static List<ChatMessage> shortened(List<ChatMessage> turn, long tooMany) {
        List<ChatMessage> messages = new ArrayList<>(turn);
        int seen = last(turn, ChatMessageType.AI);
        long rest = tooMany;
        for (int i = 0; i < seen && rest > 0; i++) {
            if (messages.get(i) instanceof ToolExecutionResultMessage result) {
                ChatMessage note =
                        result.toBuilder().contents(TextContent.from(LEFT_OUT)).build();
                long saved = (long) length(result) - length(note);
                if (saved > 0) {
                    messages.set(i, note);
                    rest -= saved;
                }
            }
        }
        return List.copyOf(messages);
    }

    private static long length(List<ChatMessage> messages) {
        return messages.stream().mapToLong(Turns::length).sum();
    }

    private static int length(ChatMessage message) {
        return ChatMessageSerializer.messageToJson(message).length();
    }
}
