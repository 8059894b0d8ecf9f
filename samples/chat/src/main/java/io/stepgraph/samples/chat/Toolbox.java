package io.stepgraph.samples.chat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.stepgraph.samples.chat.Message.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tools of the model. All of them only read. Safe for use by many threads. */
public final class Toolbox {
    static final String ASK_USER = "ask_user";
    static final String SEARCH = "search_documents";
    static final String READ = "read_document";
    static final String SHOW_GRAPH = "show_own_graph";

    private static final ToolSpecification ASK = specification(
            ASK_USER, "Asks the user a question, and waits for the reply.", "question", "one short question");

    private final Map<String, Function<Arguments, String>> tools;
    private final List<ToolSpecification> specifications;

    /**
     * Tools that read some documents.
     *
     * @param documents the documents
     */
    public Toolbox(Documents documents) {
        tools = Map.of(
                SEARCH, arguments -> documents.search(arguments.text("query")),
                READ, arguments -> documents.read(arguments.text("name")),
                SHOW_GRAPH, arguments -> OwnGraph.json());
        specifications = List.of(
                specification(SEARCH, "Searches the documents; the best one comes first.", "query", "a few words"),
                specification(READ, "Gives the whole text of a document.", "name", "its name, such as lenses.md"),
                ToolSpecification.builder()
                        .name(SHOW_GRAPH)
                        .description("Gives the graph of steps by which you work, as JSON.")
                        .parameters(JsonObjectSchema.builder().build())
                        .build(),
                ASK);
    }

    private static ToolSpecification specification(String name, String description, String parameter, String meaning) {
        return ToolSpecification.builder()
                .name(name)
                .description(description)
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty(parameter, meaning)
                        .required(parameter)
                        .build())
                .build();
    }

    List<ToolSpecification> specifications() {
        return specifications;
    }

    /** The question of a call of {@code ask_user}; null if it is another call, or has no question. */
    @Nullable Ask question(ToolCall call) {
        try {
            return call.name().equals(ASK_USER)
                    ? new Ask(call.id(), Arguments.of(call).text("question"))
                    : null;
        } catch (IllegalArgumentException wrong) {
            return null;
        }
    }

    /** Makes a call. What goes wrong is a result, which the model can act on. */
    ToolResult call(ToolCall call) {
        try {
            Function<Arguments, String> tool = tools.get(call.name());
            if (tool == null) {
                throw new IllegalArgumentException(
                        call.name().equals(ASK_USER)
                                ? "The argument 'question' is missing."
                                : "There is no tool '" + call.name() + "'.");
            }
            return new ToolResult(call.id(), call.name(), tool.apply(Arguments.of(call)), false);
        } catch (RuntimeException wrong) {
            return new ToolResult(call.id(), call.name(), "Error: " + ModelErrors.reason(wrong), true);
        }
    }
}
