package io.stepgraph.langchain4j;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A conversation of a user with a model and its tools, as a field of the state: {@link #EMPTY} at first, and longer with
 * each {@code with}.
 *
 * <pre>{@code
 * state.conversation = state.conversation.closed().with(UserMessage.from(text));
 * ChatRequest request = tools.request("You help customers.", state.conversation, 100_000);
 * }</pre>
 *
 * <p>It is stored as the JSON array of its messages that {@link ChatMessageSerializer} writes, and comes back digit by
 * digit (K1). It is always one that providers accept: calls have valid names and ids of their own (K2), and results stand
 * behind their calls (K3). Immutable, and equal if the JSON is equal.
 */
public final class Conversation {

    /** The conversation without messages. */
    public static final Conversation EMPTY = new Conversation("[]");

    private static final String IN_DOUBT =
            "The run ended before there was a result. This call may have been carried out or not.";
    private static final String NO_ANSWER = "I was interrupted before I had an answer.";

    @JsonValue
    @JsonRawValue
    private final String json;

    /** Null until they are needed. Races are harmless. */
    @JsonIgnore
    private volatile @Nullable List<ChatMessage> messages;

    private Conversation(String json) {
        this.json = json;
    }

    // The runtime reads back at each step what a deserializer on the class reads, but not a type of the JDK. For a
    // String, Jackson would not ask the deserializer.
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    private static Conversation read(@JsonDeserialize(using = MessagesText.class) StringBuilder json) {
        return new Conversation(json.toString());
    }

    /**
     * Returns all messages, the oldest first.
     *
     * @throws IllegalStateException if LangChain4j cannot read them
     */
    public List<ChatMessage> messages() {
        List<ChatMessage> known = messages;
        if (known == null) {
            try {
                known = List.copyOf(ChatMessageDeserializer.messagesFromJson(json));
            } catch (RuntimeException unreadable) {
                throw new IllegalStateException(
                        "LangChain4j cannot read the messages of this conversation. Use the version that wrote them, or a later one.",
                        unreadable);
            }
            messages = known;
        }
        return known;
    }

    /** Returns the number of characters of its JSON: what each commit writes. */
    public int size() {
        return json.length();
    }

    /**
     * Returns this conversation with one more message. Calls of the model get valid ids, names and arguments (K2).
     *
     * @throws IllegalArgumentException if the message is of the system, a text of the user without words, or a result
     *     without an open call
     * @throws IllegalStateException if it is no result and a call is open
     */
    public Conversation with(ChatMessage message) {
        return longer(List.of(new NextMessage(this, open()).valid(message)));
    }

    private Conversation longer(List<? extends ChatMessage> valid) {
        StringBuilder text = new StringBuilder(json).deleteCharAt(json.length() - 1);
        List<ChatMessage> known = messages;
        List<ChatMessage> all = new ArrayList<>(known == null ? List.of() : known);
        for (ChatMessage message : valid) {
            String more = MessagesText.of(ChatMessageSerializer.messageToJson(message));
            text.append(text.length() == 1 ? "" : ",").append(more);
            all.add(ChatMessageDeserializer.messageFromJson(more)); // Not the message itself: as after a crash.
        }
        Conversation longer = new Conversation(text.append(']').toString());
        longer.messages = known == null ? null : List.copyOf(all);
        return longer;
    }

    /** Returns this conversation with more messages, each as {@link #with(ChatMessage)} takes it. */
    public Conversation with(List<? extends ChatMessage> more) {
        Conversation longer = this;
        for (ChatMessage message : more) {
            longer = longer.with(message);
        }
        return longer;
    }

    /** Returns this conversation with the result of an open call. */
    public Conversation with(ToolResult result) {
        return with(result.message());
    }

    /** Returns the calls of the last reply of the model that have no result yet, in its order. */
    public List<ToolExecutionRequest> openCalls() {
        return List.copyOf(open().values());
    }

    /**
     * Returns this conversation as one that can go on after a cancel or a failure (K3): each open call gets a result
     * that says that it may have been carried out or not, and a message of the user without an answer gets a note. The
     * first step of each message calls this.
     */
    public Conversation closed() {
        Conversation closed = withoutOpenCalls(IN_DOUBT);
        return closed.isEmpty() || closed.last() instanceof AiMessage ? closed : closed.with(AiMessage.from(NO_ANSWER));
    }

    /** Returns this conversation with this result, as a failure, for each open call. */
    public Conversation withoutOpenCalls(String result) {
        return withResults(openCalls().stream()
                .map(call -> new ToolResult(call.id(), call.name(), result, true))
                .toList());
    }

    /** Returns this conversation with results of open calls, one of each at most. */
    Conversation withResults(List<ToolResult> results) {
        if (results.isEmpty()) {
            return this;
        }
        NextMessage next = new NextMessage(this, open());
        return longer(
                results.stream().map(result -> next.valid(result.message())).toList());
    }

    /**
     * Returns the newest messages for a request (K1): whole turns of the user, from the end, of at most so many
     * characters of JSON, and always the present turn. If that alone is too long, the texts of its older results are
     * left out.
     */
    public List<ChatMessage> newest(int characters) {
        return Turns.newest(messages(), size(), characters);
    }

    /** Returns the text of the last message if it is of the model, else an empty text. */
    public String lastText() {
        return !isEmpty() && last() instanceof AiMessage reply && reply.text() != null ? reply.text() : "";
    }

    /** Returns the open calls by id. */
    Map<String, ToolExecutionRequest> open() {
        List<ChatMessage> all = messages();
        int reply = all.size() - 1;
        while (reply >= 0 && all.get(reply) instanceof ToolExecutionResultMessage) {
            reply--;
        }
        Map<String, ToolExecutionRequest> open = new LinkedHashMap<>();
        if (reply >= 0 && all.get(reply) instanceof AiMessage message) {
            message.toolExecutionRequests().forEach(call -> open.put(call.id(), call));
        }
        all.subList(reply + 1, all.size()).forEach(result -> open.remove(((ToolExecutionResultMessage) result).id()));
        return open;
    }

    /**
     * Checks that every call has its result (K3).
     *
     * @throws IllegalStateException if one has none
     */
    void requireClosed() {
        List<String> open = openCalls().stream().map(ToolExecutionRequest::name).toList();
        if (!open.isEmpty()) {
            throw new IllegalStateException(
                    "The calls " + open + " have no results yet. Lead the run through steps that call read, act and,"
                            + " after an approval, act(Answered), before the model; or close them with closed().");
        }
    }

    private boolean isEmpty() {
        return json.equals("[]");
    }

    private ChatMessage last() {
        return messages().get(messages().size() - 1);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Conversation conversation && json.equals(conversation.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    /** Returns its JSON. */
    @Override
    public String toString() {
        return json;
    }
}
