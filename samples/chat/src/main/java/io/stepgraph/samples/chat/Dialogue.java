package io.stepgraph.samples.chat;

import io.stepgraph.samples.chat.Message.Assistant;
import io.stepgraph.samples.chat.Message.ToolResult;
import io.stepgraph.samples.chat.Message.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of a conversation. Its thread carries it from run to run. */
public final class Dialogue {
    private static final String NO_RESULT = "Cancelled: this call was not carried out, or its result was lost.";
    private static final String NO_ANSWER = "I was interrupted before I had an answer.";

    /** All messages, the oldest first. */
    public List<Message> messages = new ArrayList<>();

    /** The calls of {@code ask_user} that still wait for a reply, in their order. */
    public List<Ask> questions = new ArrayList<>();

    /** How many tools were called for the present message of the user. */
    public int toolCalls;

    /** Begins a new message of the user. */
    void receive(User message) {
        repair();
        questions.clear();
        toolCalls = 0;
        messages.add(message);
    }

    /**
     * Closes what a run has left open that was cancelled or has failed, since providers refuse such a conversation:
     * each call without a result gets one, and a message of the user without an answer gets a note.
     */
    void repair() {
        closeCalls();
        if (!messages.isEmpty() && !(messages.get(messages.size() - 1) instanceof Assistant)) {
            say(NO_ANSWER, true);
        }
    }

    /** Gives each call without a result one that says so, behind the other results of its turn. */
    void closeCalls() {
        List<Message> whole = new ArrayList<>();
        Map<String, ToolCall> open = new LinkedHashMap<>();
        for (Message message : messages) {
            if (message instanceof ToolResult result) {
                open.remove(result.callId());
            } else {
                close(open, whole);
                if (message instanceof Assistant assistant) {
                    assistant.calls().forEach(call -> open.put(call.id(), call));
                }
            }
            whole.add(message);
        }
        close(open, whole);
        messages = whole;
    }

    private static void close(Map<String, ToolCall> open, List<Message> whole) {
        open.values().forEach(call -> whole.add(new ToolResult(call.id(), call.name(), NO_RESULT, true)));
        open.clear();
    }

    /** The calls of the last turn. */
    List<ToolCall> calls() {
        return messages.get(messages.size() - 1) instanceof Assistant assistant ? assistant.calls() : List.of();
    }

    /** Adds a text of the agent. */
    void say(String text, boolean brokenOff) {
        messages.add(new Assistant(text, List.of(), brokenOff));
    }

    /** The last text of the agent. */
    String lastText() {
        return messages.get(messages.size() - 1) instanceof Assistant assistant ? assistant.text() : "";
    }
}
